import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import type { Payment } from '../../contract/payment.ts'
import { saveFile } from '../appointment/save-file.ts'
import { csvOf } from '../appointment/visit-csv.ts'
import { formatDateTime } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { useDevice } from '../shell/device.tsx'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import type { PaymentFacts } from './payment-facts.ts'
import { EARN_WORDS, REFUND_WORDS, STATUS_WORDS, TYPE_WORDS } from './payment-words.tsx'

/** The filtered payments on paper and as a file: all of them, not the page (SCREENS B0). */
export function PaymentExport({
  load,
  facts,
  empty,
  fromDevice,
  onPrint,
}: {
  load: (most: number) => Promise<readonly Payment[] | null>
  facts: PaymentFacts
  empty: boolean
  /** Offline: the file holds what this device has, and says so. */
  fromDevice: boolean
  onPrint: () => void
}) {
  const { t } = useLingui()
  const table = useTable(facts)
  const [busy, setBusy] = useState(false)
  const none = empty ? t`The list is empty.` : null

  async function save() {
    setBusy(true)
    const rows = await load(MOST + 1)
    setBusy(false)
    if (!rows) return showToast({ kind: 'failed', title: t`The list could not be fetched.` })
    const most = rows.slice(0, MOST)
    const { heads, cells, separator } = table(most)
    saveFile('payments.csv', 'text/csv;charset=utf-8', csvOf(heads, cells, separator))
    showToast({
      title: <Plural value={most.length} one="# row exported" other="# rows exported" />,
      text: (
        <>
          {rows.length > MOST && <Trans>An export holds at most {MOST} rows; narrow the days for the rest.</Trans>}{' '}
          {fromDevice && <Trans>You are offline: it covers what is on this device.</Trans>}
        </>
      ),
    })
  }

  return (
    <div className="row no-print">
      <Button small whyDisabled={none} showWhy={false} onClick={onPrint}>
        <Printer />
        <Trans>Print</Trans>
      </Button>
      <Button small whyDisabled={none} showWhy={false} aria-busy={busy || undefined} onClick={() => void save()}>
        <Download />
        <Trans>Export</Trans>
      </Button>
    </div>
  )
}

const MOST = 5000

/** The columns a role has on the screen, as plain text. */
function useTable(facts: PaymentFacts) {
  const { t, i18n } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  const money = (minor: number | undefined) =>
    minor === undefined ? '' : (minor / 100).toFixed(2).replace('.', language === 'en' ? '.' : ',')
  const at = (instant: string | null, { zone }: Payment) => (instant ? formatDateTime(instant, zone) : '')
  type Cell = readonly [string, (payment: Payment) => string]
  const staff: readonly Cell[] = [
    [t`Doctor`, (payment) => facts.doctorOf(payment) ?? ''],
    [t`Bank`, (payment) => facts.bankOf(payment) ?? ''],
    [t`Reference`, ({ reference }) => reference ?? ''],
    [t`Commission`, ({ commission }) => money(commission)],
  ]
  const columns: readonly Cell[] = [
    [t`Added`, (payment) => at(payment.addedAt, payment)],
    [t({ message: 'Paid', context: 'payment' }), (payment) => at(payment.paidAt, payment)],
    [t`Time zone`, ({ zone }) => zone],
    [t`Patient`, ({ patientName }) => patientName],
    [t`Appointment`, (payment) => at(payment.visitStart, payment)],
    [t`Clinic`, (payment) => facts.clinicOf(payment) ?? ''],
    [t({ message: 'Way', context: 'payment' }), ({ type }) => i18n._(TYPE_WORDS[type])],
    [t`Amount`, ({ amount }) => money(amount)],
    [t`Paid from the wallet`, ({ walletAmount }) => money(walletAmount)],
    [t`Currency`, ({ currency }) => currency.toUpperCase()],
    [t`Earning`, ({ earn }) => money(earn)],
    [t`Earning status`, ({ earnStatus }) => (earnStatus ? i18n._(EARN_WORDS[earnStatus]) : '')],
    [t`Status`, ({ status }) => i18n._(STATUS_WORDS[status])],
    [t`Refund`, ({ refundStatus }) => i18n._(REFUND_WORDS[refundStatus])],
    ...(person.type === 'doctor' ? [] : staff),
  ]
  return (payments: readonly Payment[]) => ({
    // Excel splits by the list separator of the reader's country, which is a semicolon where the comma is in numbers
    separator: language === 'en' ? (',' as const) : (';' as const),
    heads: columns.map(([head]) => head),
    cells: payments.map((payment) => columns.map(([, cell]) => cell(payment))),
  })
}
