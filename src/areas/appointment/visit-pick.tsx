import { useLingui } from '@lingui/react/macro'
import { createContext, use, type ReactNode } from 'react'
import { Checkbox } from '../../ui/choice.tsx'
import type { Column } from '../../ui/table-props.ts'
import type { ShownVisit } from './queries.ts'

/** Rows chosen for an act on several. `canPick` is true for rows on which the act is possible. */
export type Picks = {
  readonly chosen: ReadonlySet<string>
  readonly canPick: (visit: ShownVisit) => boolean
  readonly toggle: (visits: readonly ShownVisit[], on: boolean) => void
}

/** The checkbox column, for tables within `PickingFrom`. */
export const PICK_COLUMN: Column<ShownVisit> = {
  id: 'pick',
  // Choosing several needs the width of a desk's screen.
  priority: 2,
  head: <PickAll />,
  cell: (visit) => <PickOne visit={visit} />,
}

/**
 * Provides the chosen rows among `visits` to the checkboxes directly, so that choosing one does not redraw other rows.
 */
export function PickingFrom({
  picks,
  visits,
  children,
}: {
  picks: Picks | undefined
  visits: readonly ShownVisit[]
  children: ReactNode
}) {
  return <Picking value={picks ? { picks, visits } : null}>{children}</Picking>
}

const Picking = createContext<{ readonly picks: Picks; readonly visits: readonly ShownVisit[] } | null>(null)

function PickAll() {
  const { t } = useLingui()
  const picking = use(Picking)
  if (!picking) return null
  const { picks, visits } = picking
  const pickable = visits.filter(picks.canPick)
  return (
    <Checkbox
      checked={pickable.length > 0 && pickable.every(({ id }) => picks.chosen.has(id))}
      disabled={pickable.length === 0}
      onChange={(event) => picks.toggle(pickable, event.target.checked)}
    >
      <span className="vh">{t`Choose all on this page that can be completed`}</span>
    </Checkbox>
  )
}

function PickOne({ visit }: { visit: ShownVisit }) {
  const { t } = useLingui()
  const picks = use(Picking)?.picks
  if (!picks?.canPick(visit)) return null
  return (
    <Checkbox checked={picks.chosen.has(visit.id)} onChange={(event) => picks.toggle([visit], event.target.checked)}>
      <span className="vh">{t`Choose ${visit.patientName}`}</span>
    </Checkbox>
  )
}
