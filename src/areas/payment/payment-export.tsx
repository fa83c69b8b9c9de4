import { useLingui } from '@lingui/react/macro'
import type { Payment } from '../../../contract/payment/payment.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { type ExportColumns, ListExport, useSheetMoney } from '../../screen/list-export.tsx'
import type { PaymentFacts } from './payment-facts.ts'
import { EARN_WORDS, REFUND_WORDS, STATUS_WORDS, TYPE_WORDS } from './state-words.ts'
import { wordOf } from '../../i18n/word-of.ts'

/** Prints the filtered payments or saves them as a file. */
export function PaymentExport({
  facts,
  ...list
}: {
  load: (most: number) => Promise<readonly Payment[] | null>
  facts: PaymentFacts
  empty: boolean
  fromDevice: boolean
  onPrint: () => void | Promise<void>
}) {
  return <ListExport name="payments" columns={useColumns(facts)} {...list} />
}

/** The columns a role has on the screen, as plain text. */
function useColumns(facts: PaymentFacts): ExportColumns<Payment> {
  const { t, i18n } = useLingui()
  const { person } = useDevice()
  const money = useSheetMoney()
  const at = (instant: string | null, { zone }: Payment) => (instant ? formatDateTime(instant, zone) : '')
  const staff: ExportColumns<Payment> = [
    [t`Doctor`, (payment) => facts.doctorOf(payment) ?? ''],
    [t`Bank`, (payment) => facts.bankOf(payment) ?? ''],
    [t`Reference`, ({ reference }) => reference ?? ''],
    [t`Commission`, ({ commission }) => money(commission)],
  ]
  return [
    [t`Added`, (payment) => at(payment.addedAt, payment)],
    [t({ message: 'Paid', context: 'payment' }), (payment) => at(payment.paidAt, payment)],
    [t`Time zone`, ({ zone }) => zone],
    [t`Patient`, ({ patientName }) => patientName],
    [t`Appointment`, (payment) => at(payment.visitStart, payment)],
    [t`Clinic`, (payment) => facts.clinicOf(payment) ?? ''],
    [t({ message: 'Payment method', context: 'payment' }), ({ type }) => i18n._(wordOf(TYPE_WORDS, type))],
    [t`Amount`, ({ amount }) => money(amount)],
    [t`Paid from the wallet`, ({ walletAmount }) => money(walletAmount)],
    [t`Currency`, ({ currency }) => currency.toUpperCase()],
    [t`Earning`, ({ earn }) => money(earn)],
    [t`Earning status`, ({ earnStatus }) => (earnStatus ? i18n._(wordOf(EARN_WORDS, earnStatus)) : '')],
    [t`Status`, ({ status }) => i18n._(wordOf(STATUS_WORDS, status))],
    [t`Refund`, ({ refundStatus }) => i18n._(wordOf(REFUND_WORDS, refundStatus))],
    ...(person.type === 'doctor' ? [] : staff),
  ]
}
