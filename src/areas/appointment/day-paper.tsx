import { Plural, useLingui } from '@lingui/react/macro'
import { formatDay } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { MOST_PRINTED } from '../../screen/use-print.ts'
import { Card } from '../../ui/card.tsx'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'
import { VisitTable } from './visit-table.tsx'

/**
 * A doctor's day for printing: a table to tick off, in place of the rail, whose heights and acts are for screens
 * (SCREENS B1 "print day list").
 */
export function DayPaper({ day, visits, facts }: { day: number; visits: readonly ShownVisit[]; facts: VisitFacts }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  return (
    <Card
      flush
      title={`${formatDay(day, language)} · ${person.name}`}
      count={<Plural value={visits.length} one="# appointment" other="# appointments" />}
    >
      <VisitTable label={t`Appointments of the day`} visits={visits.slice(0, MOST_PRINTED)} facts={facts} />
    </Card>
  )
}
