import './badge.css'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { BeadShape, ChangeState, VisitState } from './bead-states.ts'
import { Bead } from './bead.tsx'

/** The badge of a visit's state. The word may be replaced ("Arrived at 10:52"), the shape may not. */
export function VisitBadge({
  state,
  plain = false,
  children,
}: {
  state: VisitState
  plain?: boolean
  children?: ReactNode
}) {
  return (
    <span className={plain ? 'badge plain' : 'badge'} data-tone={state}>
      <Bead shape={state} />
      {children ?? <StateWord state={state} />}
    </span>
  )
}

/** A square tag: where a change is. At most one per row (LOOKS "Badge, tag"). */
export function ChangeTag({ state, children }: { state: ChangeState; children?: ReactNode }) {
  const word = useStateWords()(state)
  return (
    <span className="tag" data-tone={state} title={children ? undefined : word}>
      <Bead shape={state} />
      <span>{children ?? word}</span>
    </span>
  )
}

/** The word for a state, in the reader's language. */
export const StateWord = ({ state }: { state: BeadShape }) => useStateWords()(state)

/** The same as text, for labels. */
export function useStateWords(): (state: BeadShape) => string {
  const { t } = useLingui()
  return (state) => {
    switch (state) {
      case 'waiting':
        return t({ context: 'visit', message: 'Waiting' })
      case 'arrived':
        return t({ context: 'visit', message: 'Arrived' })
      case 'completed':
        return t({ context: 'visit', message: 'Completed' })
      case 'cancelled':
        return t({ context: 'visit', message: 'Cancelled' })
      case 'no-show':
        return t({ context: 'visit', message: 'No-show' })
      case 'to-close':
        return t({ context: 'visit', message: 'To complete' })
      case 'tentative':
        return t({ context: 'visit', message: 'Tentative' })
      case 'pending':
        return t({ context: 'change', message: 'Waiting to send' })
      case 'conflict':
        return t({ context: 'change', message: 'Conflict' })
      case 'failed':
        return t({ context: 'change', message: 'Not sent' })
      case 'offline':
        return t({ context: 'change', message: 'Offline' })
      case 'saved':
        return t({ context: 'change', message: 'Saved' })
    }
  }
}
