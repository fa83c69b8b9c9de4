/** The states of a visit (LOOKS "Status language"), drawn as round shapes. */
export const VISIT_STATES = [
  'waiting',
  'arrived',
  'completed',
  'cancelled',
  'no-show',
  'to-close',
  'tentative',
] as const
export type VisitState = (typeof VISIT_STATES)[number]

/** The states of a change, drawn as square shapes. */
export type ChangeState = 'pending' | 'conflict' | 'failed' | 'offline' | 'saved'

export type BeadShape = VisitState | ChangeState
