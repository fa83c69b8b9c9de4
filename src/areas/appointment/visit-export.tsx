import { useLingui } from '@lingui/react/macro'
import { stateOf } from '../../../contract/appointment/appointment.rules.ts'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { formatDate, formatDateTime, formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { type ExportColumns, ListExport, useSheetMoney } from '../../screen/list-export.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useOverrideWords } from './override-marks.tsx'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'

/** Prints the filtered visits or saves them as a file, from this device. */
export function VisitExport({
  visits,
  facts,
  onPrint,
}: {
  visits: readonly ShownVisit[]
  facts: VisitFacts
  onPrint: () => void
}) {
  const offline = useIsOffline()
  return (
    <ListExport
      name="appointments"
      columns={useColumns(facts)}
      empty={visits.length === 0}
      load={(most) => visits.slice(0, most)}
      fromDevice={offline}
      onPrint={onPrint}
    />
  )
}

/** The columns of the caller's role, as plain text. */
function useColumns(facts: VisitFacts): ExportColumns<ShownVisit> {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const language = useLanguage()
  const money = useSheetMoney()
  const overrideWord = useOverrideWords()
  const states = {
    waiting: t`Waiting`,
    arrived: t`Arrived`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
    'no-show': t`No-show`,
    'to-close': t`To complete`,
  }
  const payments = {
    none: t({ message: 'No payment', context: 'payment' }),
    waiting: t({ message: 'Open', context: 'payment' }),
    completed: t({ message: 'Paid', context: 'payment' }),
    cancelled: t({ message: 'Payment cancelled', context: 'payment' }),
  }
  const types = { online: t`Online`, 'face-to-face': t`Face to face` }
  return [
    [t`Date`, (visit) => formatDate(visit.start, visit.zone)],
    [t`Time`, (visit) => formatTime(visit.start, visit.zone)],
    [t`Time zone`, (visit) => visit.zone],
    [t`Minutes`, (visit) => String(visit.duration)],
    ...(person.type === 'patient' ? [] : [[t`Patient`, (visit: ShownVisit) => visit.patientName] as const]),
    [t`Doctor`, (visit) => facts.doctorOf(visit).name],
    [t`Specialty`, (visit) => facts.doctorOf(visit).branch ?? ''],
    [t`Clinic`, (visit) => facts.clinicOf(visit) ?? ''],
    [t({ message: 'Type', context: 'visit' }), (visit) => types[visit.type]],
    [t`Appointment type`, (visit) => textIn(visit.visitType?.name ?? [], language)],
    [t`Price`, (visit) => money(visit.price)],
    [t`Currency`, (visit) => visit.currency.toUpperCase()],
    [t`Payment`, (visit) => payments[visit.paymentStatus]],
    ...(person.type === 'admin' || person.type === 'clinic'
      ? [[t`Commission`, (visit: ShownVisit) => money(visit.commission)] as const]
      : []),
    ...(person.type === 'patient' ? [] : [[t`Doctor’s earning`, (visit: ShownVisit) => money(visit.earn)] as const]),
    [t`Status`, (visit) => states[stateOf(visit, now())]],
    [
      t({ context: 'visit', message: 'Confirmed' }),
      (visit) => (visit.confirmedAt ? formatDateTime(visit.confirmedAt, visit.zone) : ''),
    ],
    ...(person.type === 'patient'
      ? []
      : [[t`Exceptions`, (visit: ShownVisit) => (visit.overrides ?? []).map(overrideWord).join(', ')] as const]),
  ]
}
