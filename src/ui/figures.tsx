import './figures.css'
import type { ReactNode } from 'react'
import type { BeadShape } from './bead-states.ts'
import { Bead } from './bead.tsx'

/** A strip of figures above a list. `unit` is shown small after the figure; `wide`: money, which needs half of a phone. */
export function Figures({
  items,
}: {
  items: readonly {
    id: string
    label: ReactNode
    value: ReactNode
    unit?: ReactNode
    bead?: BeadShape
    wide?: boolean
  }[]
}) {
  return (
    <dl className="strip">
      {items.map(({ id, label, value, unit, bead, wide }) => (
        <div key={id} data-wide={wide || undefined}>
          <dt>
            {bead && <Bead shape={bead} toned />}
            {label}
          </dt>
          <dd>
            {value}
            {unit && <small> {unit}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
