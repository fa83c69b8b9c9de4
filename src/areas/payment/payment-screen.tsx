import './payment.css'
import '../appointment/visit.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { groupIban } from '../../../contract/bank/bank.rules.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import { RecordHistory } from '../audit/record-history.tsx'
import { formatDateTime, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card, KeyValues } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/note.tsx'
import { Empty, ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { usePaymentActs } from './payment-acts.tsx'
import { usePaymentFacts } from './payment-facts.ts'
import { PaymentSteps } from './payment-steps.tsx'
import { EARN_WORDS } from './state-words.ts'
import { PaymentBadge, PaymentType, RefundTo, RefundWord } from './payment-words.tsx'
import { useDevicePayment, usePayment, useVisitStates } from './queries.ts'
import { TransferProof } from './transfer-proof.tsx'
import { wordOf } from '../../i18n/word-of.ts'

const route = getRouteApi('/signed-in/payment/$id')

/** /payment/{id}: the state of one payment, its sums, and what may be done (SCREENS B23 "Detail"). */
export function PaymentScreen() {
  const { id } = route.useParams()
  const offline = useIsOffline()
  const held = useDevicePayment(id)
  const { value, problem, asking, again } = usePayment(id)
  const answered = value?.payments[0]
  // the newer of the two: a pull may have come after the answer
  const payment = held && (!answered || held.version > answered.version) ? held : answered
  if (payment) return <Paid key={payment.id} payment={payment} onChanged={again} />
  if (held === undefined || (asking && !offline)) return <ListSkeleton rows={4} />
  if (offline || problem?.kind === 'unreachable') return <NotOnDevice />
  return (
    <Empty
      icon={<ReceiptText />}
      title={<Trans>You do not have access to this payment</Trans>}
      action={
        <Link to="/payment" search={{}} className="btn">
          <Trans>To the payments</Trans>
        </Link>
      }
    >
      <Trans>This payment does not exist, or you do not have access to it.</Trans>
    </Empty>
  )
}

function Paid({ payment, onChanged }: { payment: Payment; onChanged: () => void }) {
  const { t, i18n } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const facts = usePaymentFacts()
  const visits = useVisitStates([payment.appointmentId])
  const { actsOf, dialogs } = usePaymentActs({ visits, onDone: onChanged, own: true })
  const acts = actsOf(payment)
  // each act says why it is not possible; offline one reason for all is shown above
  const shown = acts.filter(({ id }) => id !== 'visit')
  const money = (minor: number) => formatMoney(minor, payment.currency, language)
  const bank = facts.bankOf(payment)
  const rest = payment.amount - payment.walletAmount
  return (
    <div className="payment-page">
      <section className="card payment-head">
        <div>
          <h2 className="payment-amount">
            {money(payment.amount)} <PaymentBadge status={payment.status} /> <RefundWord payment={payment} />
          </h2>
          <p className="dim">
            {[payment.patientName, person.type === 'doctor' ? null : facts.doctorOf(payment), facts.clinicOf(payment)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <PaymentSteps payment={payment} />
        {offline && (
          <Note tone="offline">
            <Trans>The server cannot be reached. You can take payments when you are back online.</Trans>
          </Note>
        )}
        {shown.length > 0 && (
          <div className="row wrap">
            {shown.map(({ id, label, icon, danger, whyDisabled, onSelect }) => (
              <Button
                key={id}
                look={id === 'approve' || id === 'refundApprove' ? 'primary' : danger ? 'danger' : 'default'}
                whyDisabled={whyDisabled}
                showWhy={!offline}
                onClick={onSelect}
              >
                {icon}
                {label}
              </Button>
            ))}
          </div>
        )}
      </section>
      <Card title={<Trans>Sums</Trans>}>
        <table className="visit-sums">
          <tbody>
            {payment.walletAmount > 0 && (
              <>
                <Sum head={<Trans>From the wallet</Trans>}>{money(payment.walletAmount)}</Sum>
                {rest > 0 && <Sum head={<PaymentType payment={{ ...payment, walletAmount: 0 }} />}>{money(rest)}</Sum>}
              </>
            )}
            <Sum head={<Trans>Amount</Trans>} strong={payment.walletAmount > 0}>
              {money(payment.amount)}
            </Sum>
            {payment.commission !== undefined && (
              <Sum head={<Trans>Commission</Trans>}>{money(-payment.commission)}</Sum>
            )}
            {payment.earn !== undefined && payment.doctorId && (
              <Sum head={<Trans>Doctor’s earning</Trans>} strong>
                {money(payment.earn)}
              </Sum>
            )}
          </tbody>
        </table>
        {payment.earnStatus === 'completed' && payment.refundStatus !== 'none' && (
          <p className="sm dim">
            <Trans>The earning was paid out before the refund; it is deducted from the doctor’s next total.</Trans>
          </p>
        )}
      </Card>
      <Card title={<Trans>About this payment</Trans>}>
        <KeyValues
          items={[
            { key: <Trans context="payment">Payment method</Trans>, value: <PaymentType payment={payment} /> },
            ...(bank ? [{ key: <Trans>Bank</Trans>, value: bank }] : []),
            ...(payment.reference ? [{ key: <Trans>Reference</Trans>, value: <b>{payment.reference}</b> }] : []),
            {
              key: <Trans>Appointment</Trans>,
              value:
                payment.appointmentId && payment.visitStart ? (
                  <Link to="/appointment/$id" params={{ id: payment.appointmentId }}>
                    {formatDateTime(payment.visitStart, payment.zone)}
                  </Link>
                ) : payment.linkId ? (
                  <Trans>none: paid by a payment link</Trans>
                ) : (
                  t`none`
                ),
            },
            {
              key: <Trans>Patient</Trans>,
              value: (
                <Link to="/patient/$id" params={{ id: payment.patientId }} search={{}}>
                  {payment.patientName}
                </Link>
              ),
            },
            ...(payment.earnStatus && payment.doctorId
              ? [{ key: <Trans>Earning</Trans>, value: i18n._(wordOf(EARN_WORDS, payment.earnStatus)) }]
              : []),
            ...(payment.refundTo
              ? [{ key: <Trans>Refund</Trans>, value: <RefundTo to={payment.refundTo} type={payment.type} /> }]
              : []),
            ...(payment.refundIban
              ? [{ key: <Trans>To this account</Trans>, value: <CopiedIban iban={payment.refundIban} /> }]
              : []),
            ...(payment.transactionId
              ? [{ key: <Trans>Card transaction</Trans>, value: <code>{payment.transactionId}</code> }]
              : []),
            { key: <Trans>Payment number</Trans>, value: <code>{payment.id.slice(-12).toUpperCase()}</code> },
          ]}
        />
        <TransferProof payment={payment} />
      </Card>
      <div className="whole">
        <RecordHistory table="payment" id={payment.id} />
      </div>
      {dialogs}
    </div>
  )
}

function CopiedIban({ iban }: { iban: string }) {
  const { t } = useLingui()
  return (
    <span className="row copied">
      <b>{groupIban(iban)}</b>
      <CopyButton value={iban} label={t`Copy the IBAN`} />
    </span>
  )
}

function Sum({ head, strong, children }: { head: React.ReactNode; strong?: boolean; children: React.ReactNode }) {
  return (
    <tr className={strong ? 'sum' : undefined}>
      <th scope="row">{head}</th>
      <td>{children}</td>
    </tr>
  )
}
