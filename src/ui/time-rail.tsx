import './time-rail.css'
import type { ReactNode } from 'react'
import type { VisitState } from './bead-states.ts'
import { Bead } from './bead.tsx'

/** A rail for days, histories and visits: time, bead, content (LOOKS, principle 1). Children are the items below. */
export function TimeRail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className="rail" aria-label={label}>
      {children}
    </ol>
  )
}

/** One visit on the rail. `time` as HH:mm, `detail` below it: "20 min". */
export function RailItem({
  time,
  detail,
  state,
  children,
}: {
  time: string
  detail?: ReactNode
  state: VisitState
  children: ReactNode
}) {
  return (
    <li>
      <div className="rail-time">
        {time}
        {detail && <small>{detail}</small>}
      </div>
      <div className="rail-at">
        <Bead shape={state} toned />
      </div>
      {children}
    </li>
  )
}

export type RailLook = 'here' | 'pending' | 'tentative' | 'done' | 'off'

/**
 * The content next to a time: the name, what matters now, the state and one act. The caller strikes out the name of one
 * that is `off`.
 */
export function RailCard({
  look,
  name,
  after,
  meta,
  side,
}: {
  look?: RailLook | undefined
  name: ReactNode
  /** Short words after the name: age and sex. */
  after?: ReactNode
  /** Facts, each with its icon. */
  meta?: readonly { icon?: ReactNode; text: ReactNode }[]
  side?: ReactNode
}) {
  return (
    <article className="visit" data-look={look}>
      <div>
        <h2 className="visit-name">
          {name} {after && <small>{after}</small>}
        </h2>
        {meta && (
          <div className="visit-meta">
            {meta.map(({ icon, text }, index) => (
              // The facts of one visit in fixed order; a fact's index is its identity.
              <span key={index}>
                {icon}
                {text}
              </span>
            ))}
          </div>
        )}
      </div>
      {side && <div className="visit-side">{side}</div>}
    </article>
  )
}

/** The current time, in red across the day. */
export function RailNow({ time, label }: { time: string; label: string }) {
  return (
    <li className="rail-now" aria-label={label}>
      <div className="rail-time">{time}</div>
      <div className="rail-at" />
      <div className="rail-line" />
    </li>
  )
}

/** Free time, named: "60 minutes free". */
export function RailGap({ time, children }: { time: string; children: ReactNode }) {
  return (
    <li className="rail-gap">
      <div className="rail-time">{time}</div>
      <div className="rail-at" />
      <div className="rail-what">{children}</div>
    </li>
  )
}
