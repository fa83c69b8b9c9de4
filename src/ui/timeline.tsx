import './timeline.css'
import type { ReactNode } from 'react'
import type { BeadShape } from './bead-states.ts'
import { Bead } from './bead.tsx'

export type Step = {
  id: string
  bead: BeadShape
  title: ReactNode
  /** When, who, on which device: one line each. */
  lines?: readonly ReactNode[]
  /** What follows this step is uncertain: the line to the next is dashed. */
  open?: boolean
}

/** The steps of a record from left to right; on phones from top to bottom. */
export function Timeline({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ id, bead, title, lines = [], open }) => (
        <li key={id} data-open={open || undefined}>
          <Bead shape={bead} toned />
          <div>
            <b>{title}</b>
            {lines.map((line, index) => (
              <span key={index} className="xs">
                {line}
              </span>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The history, newest first: when, what, and who on which device. */
export function History({
  label,
  entries,
}: {
  label: string
  entries: readonly { id: string; when: ReactNode; what: ReactNode; who?: ReactNode }[]
}) {
  return (
    <ol className="log" aria-label={label}>
      {entries.map(({ id, when, what, who }) => (
        <li key={id}>
          <b>{when}</b>
          <span>
            {what}
            {who && <span className="log-who">{who}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
