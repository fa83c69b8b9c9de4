/** What is true about a visit (LOOKS "Status language"): drawn round. */
export type VisitState = 'waiting' | 'arrived' | 'completed' | 'cancelled' | 'no-show' | 'to-close' | 'tentative'

/** Where a change is: drawn square. */
export type ChangeState = 'pending' | 'conflict' | 'failed' | 'offline' | 'saved'

export type BeadShape = VisitState | ChangeState
