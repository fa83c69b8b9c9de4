import './badge.css'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Bead, type BeadShape, type ChangeState, type VisitState } from './bead.tsx'

/** A pill: what is true about a visit. The word may be replaced ("Arrived at 10:52"), the shape may not. */
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

/** A square tag: where a change is. At most one in a row (LOOKS "Badge, tag"). */
export function ChangeTag({ state, children }: { state: ChangeState; children?: ReactNode }) {
  return (
    <span className="tag" data-tone={state}>
      <Bead shape={state} />
      {children ?? <StateWord state={state} />}
    </span>
  )
}

/** The one word of a state, in the reader's language. */
export function StateWord({ state }: { state: BeadShape }) {
  switch (state) {
    case 'waiting':
      return <Trans context="visit">Waiting</Trans>
    case 'arrived':
      return <Trans context="visit">Arrived</Trans>
    case 'completed':
      return <Trans context="visit">Completed</Trans>
    case 'cancelled':
      return <Trans context="visit">Cancelled</Trans>
    case 'no-show':
      return <Trans context="visit">No-show</Trans>
    case 'to-close':
      return <Trans context="visit">To close</Trans>
    case 'tentative':
      return <Trans context="visit">Tentative</Trans>
    case 'pending':
      return <Trans context="change">Waiting to send</Trans>
    case 'conflict':
      return <Trans context="change">Conflict</Trans>
    case 'failed':
      return <Trans context="change">Not sent</Trans>
    case 'offline':
      return <Trans context="change">Offline</Trans>
    case 'saved':
      return <Trans context="change">Saved</Trans>
  }
}
