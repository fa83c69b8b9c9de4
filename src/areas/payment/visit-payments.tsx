import './payment.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FileDown, HandCoins, Link2 } from 'lucide-react'
import { useState } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import { usePaymentsOf } from '../appointment/queries.ts'
import { formatDate, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { DeskPayment } from './desk-payment.tsx'
import { PayOpen } from './pay-open.tsx'
import { PaymentBadge, PaymentType, RefundWord } from './payment-words.tsx'
import { RefundAsk } from './refund-ask.tsx'
import { useReceipt } from './use-receipt.ts'

/**
 * The payments of a visit, each with its receipt, and what can be paid now: by the patient with a card, by staff at the
 * desk.
 */
export function VisitPayments({ visit }: { visit: Appointment }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const offline = useIsOffline()
  const payments = usePaymentsOf(visit.id) ?? []
  const [taking, setTaking] = useState(false)
  const isPatient = person.type === 'patient'
  const open = visit.status !== 'cancelled' && visit.paymentStatus !== 'completed' && visit.price > 0
  return (
    <>
      {payments.length > 0 && (
        <ul className="visit-payments" aria-label={t`Payments`}>
          {payments.map((payment) => (
            <One key={payment.id} payment={payment} visit={visit} />
          ))}
        </ul>
      )}
      <PayOpen visit={visit} />
      {!isPatient && open && (
        <div className="row wrap no-print">
          <Button
            small
            whyDisabled={offline ? t`You need to be online to take payments.` : null}
            onClick={() => setTaking(true)}
          >
            <HandCoins />
            <Trans>Take the payment</Trans>
          </Button>
          {person.type !== 'doctor' && (
            <Link to="/paymentlink" search={{ visit: visit.id }} className="btn sm">
              <Link2 aria-hidden="true" />
              <Trans>Payment link</Trans>
            </Link>
          )}
        </div>
      )}
      {taking && <DeskPayment visit={visit} onClose={() => setTaking(false)} />}
    </>
  )
}

function One({ payment, visit }: { payment: Payment; visit: Appointment }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const receipt = useReceipt()
  const amount = formatMoney(payment.amount, payment.currency, language)
  return (
    <li>
      <span className="row wrap">
        {person.type === 'patient' ? (
          <b>{amount}</b>
        ) : (
          <Link to="/payment/$id" params={{ id: payment.id }}>
            {amount}
          </Link>
        )}
        <PaymentBadge status={payment.status} />
        <RefundWord payment={payment} />
      </span>
      <span className="row wrap sm dim">
        <PaymentType payment={payment} />
        <span>{formatDate(payment.paidAt ?? payment.addedAt, payment.zone)}</span>
      </span>
      {payment.status === 'completed' && (
        <Button
          small
          look="quiet"
          className="start no-print"
          whyDisabled={offline ? t`You need to be online to get the receipt.` : null}
          onClick={() => void receipt(payment)}
        >
          <FileDown />
          <Trans>Receipt as PDF</Trans>
        </Button>
      )}
      <RefundAsk payment={payment} visit={visit} />
    </li>
  )
}
