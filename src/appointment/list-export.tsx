import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download, Printer } from 'lucide-react'
import { stateOf } from '../../contract/appointment.rules.ts'
import { formatDate, formatTime } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { useDevice } from '../shell/device.tsx'
import { useIsOffline } from '../sync-centre/queries.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import type { ShownVisit } from './queries.ts'
import { saveFile } from './save-file.ts'
import { csvOf } from './visit-csv.ts'
import type { VisitFacts } from './visit-facts.ts'

/** The filtered list on paper and as a file: all of it, not the page (SCREENS B0), as this device has it. */
export function ListExport({
  visits,
  facts,
  onPrint,
}: {
  visits: readonly ShownVisit[]
  facts: VisitFacts
  onPrint: () => void
}) {
  const { t } = useLingui()
  const offline = useIsOffline()
  const tableOf = useTable(facts)
  const none = visits.length === 0 ? t`The list is empty.` : null

  function save() {
    const rows = visits.slice(0, MOST)
    const { heads, cells, separator } = tableOf(rows)
    saveFile('appointments.csv', 'text/csv;charset=utf-8', csvOf(heads, cells, separator))
    showToast({
      title: <Plural value={rows.length} one="# row exported" other="# rows exported" />,
      text: (
        <>
          {visits.length > MOST && <Trans>An export holds at most {MOST} rows; narrow the days for the rest.</Trans>}{' '}
          {offline && <Trans>You are offline: it covers what is on this device.</Trans>}
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
      <Button small whyDisabled={none} showWhy={false} onClick={save}>
        <Download />
        <Trans>Export</Trans>
      </Button>
    </div>
  )
}

const MOST = 5000

/** The columns a role has on the screen, as plain text. */
function useTable(facts: VisitFacts) {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const language = useLanguage()
  const states = {
    waiting: t`Waiting`,
    arrived: t`Arrived`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
    'no-show': t`No-show`,
    'to-close': t`To close`,
  }
  const payments = {
    none: t({ message: 'No payment', context: 'payment' }),
    waiting: t({ message: 'Open', context: 'payment' }),
    completed: t({ message: 'Paid', context: 'payment' }),
    cancelled: t({ message: 'Payment cancelled', context: 'payment' }),
  }
  const types = { online: t`Online`, 'face-to-face': t`Face to face` }
  // Excel splits by the list separator of the reader's country, which is a semicolon where the comma is in numbers.
  const separator = language === 'en' ? (',' as const) : (';' as const)
  const money = (minor: number | undefined) =>
    minor === undefined ? '' : (minor / 100).toFixed(2).replace('.', language === 'en' ? '.' : ',')
  const columns: readonly (readonly [string, (visit: ShownVisit) => string])[] = [
    [t`Date`, (visit) => formatDate(visit.start, visit.zone)],
    [t`Time`, (visit) => formatTime(visit.start, visit.zone)],
    [t`Time zone`, (visit) => visit.zone],
    [t`Minutes`, (visit) => String(visit.duration)],
    ...(person.type === 'patient' ? [] : [[t`Patient`, (visit: ShownVisit) => visit.patientName] as const]),
    [t`Doctor`, (visit) => facts.doctorOf(visit).name],
    [t`Branch`, (visit) => facts.doctorOf(visit).branch ?? ''],
    [t`Clinic`, (visit) => facts.clinicOf(visit) ?? ''],
    [t({ message: 'Type', context: 'visit' }), (visit) => types[visit.type]],
    [t`Price`, (visit) => money(visit.price)],
    [t`Currency`, (visit) => visit.currency.toUpperCase()],
    [t`Payment`, (visit) => payments[visit.paymentStatus]],
    ...(person.type === 'admin' || person.type === 'clinic'
      ? [[t`Commission`, (visit: ShownVisit) => money(visit.commission)] as const]
      : []),
    ...(person.type === 'patient' ? [] : [[t`Doctor’s earning`, (visit: ShownVisit) => money(visit.earn)] as const]),
    [t`Status`, (visit) => states[stateOf(visit, now())]],
  ]
  return (visits: readonly ShownVisit[]) => ({
    separator,
    heads: columns.map(([head]) => head),
    cells: visits.map((visit) => columns.map(([, cell]) => cell(visit))),
  })
}
