/** The states of a visit (LOOKS "Status language"): drawn round. */
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

/** Where a change is: drawn square. */
export type ChangeState = 'pending' | 'conflict' | 'failed' | 'offline' | 'saved'

export type BeadShape = VisitState | ChangeState
