import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatSpan, formatWallDate } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness } from '../../screen/freshness.tsx'
import { pageOf } from '../../screen/page-of.ts'
import { MOST_PRINTED, usePrint } from '../../screen/use-print.ts'
import { Card } from '../../ui/card.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { useBulkComplete } from './bulk-complete.tsx'
import { VisitExport } from './visit-export.tsx'
import type { ListState } from './list-state.ts'
import type { ShownVisit } from './queries.ts'
import type { VisitContext } from './visit-context.ts'
import type { VisitAction } from './visit-acts.tsx'
import type { VisitFacts } from './visit-facts.ts'
import { VisitTable } from './visit-table.tsx'

/** The list in its card: the count, its age, a page of rows, the pager; several rows can be chosen if there is room. */
export function VisitList({
  state,
  shown,
  facts,
  actionsOf,
  empty,
}: {
  state: ListState
  shown: readonly ShownVisit[]
  facts: VisitFacts
  actionsOf: (visit: ShownVisit, context: VisitContext) => readonly VisitAction[]
  empty: ReactNode
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const { person } = useDevice()
  const narrow = useNarrow()
  const { picks, bar } = useBulkComplete(shown)
  const [printing, print] = usePrint()
  const { size, from, to, today, descending, set } = state
  const { page, pages, rows: onPage } = pageOf(shown, state)
  const rows = printing ? shown.slice(0, MOST_PRINTED) : onPage
  const days = from === to ? formatDay(from, language) : formatSpan(formatWallDate(from), formatWallDate(to))
  const canPick = person.type !== 'patient' && !narrow && !printing
  return (
    <Card
      flush
      title={
        from === to && from === today ? (
          <>
            <Trans>All appointments today</Trans> <span className="print-only">{days}</span>
          </>
        ) : (
          days
        )
      }
      count={<Plural value={shown.length} one="# appointment" other="# appointments" />}
      aside={
        <>
          <Freshness />
          {person.type !== 'patient' && (
            <Link to="/appointment/close" className="btn sm no-print">
              <CalendarCheck aria-hidden="true" />
              <Trans>Close the day</Trans>
            </Link>
          )}
          <VisitExport visits={shown} facts={facts} onPrint={print} />
        </>
      }
    >
      {canPick && bar}
      {shown.length === 0 ? (
        empty
      ) : (
        <>
          <VisitTable
            label={t`Appointments`}
            visits={rows}
            facts={facts}
            dated={from !== to}
            descending={descending}
            onSort={(down) => set({ sort: down ? '-start' : 'start' })}
            actionsOf={(visit) => actionsOf(visit, facts.context(visit))}
            picks={canPick ? picks : undefined}
          />
          <Pager
            page={page}
            pages={pages}
            shown={rows.length}
            total={shown.length}
            size={size}
            onPage={(next) => set({ page: next })}
            onSize={(chosen) => set({ size: chosen })}
          />
        </>
      )}
    </Card>
  )
}
