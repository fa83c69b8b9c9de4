import { isOpen, whyNotComplete, whyNotNoShow, type Actor } from '../../../contract/appointment/appointment.rules.ts'
import type { ShownVisit } from './queries.ts'

/** What becomes of an appointment when the day is closed. `open`: nothing, it is looked at another time. */
export type Ending = 'complete' | 'no-show' | 'open'

/** The appointments that are over and that nobody has closed: who was checked in, and who was not. A change that waits is left to itself. */
export function dueToClose(visits: readonly ShownVisit[], who: Actor, now: number) {
  const due = visits.filter(
    (visit) =>
      isOpen(visit) && visit.pending === 'none' && Date.parse(visit.end) <= now && !whyNotComplete(visit, who, now),
  )
  return {
    arrived: due.filter(({ arrivedAt }) => arrivedAt),
    unseen: due.filter(({ arrivedAt }) => !arrivedAt),
  }
}

/** Who was checked in was here. Of the others nobody has said anything, so nothing is done with them before somebody does. */
export const proposed = ({ arrivedAt }: Pick<ShownVisit, 'arrivedAt'>): Ending => (arrivedAt ? 'complete' : 'open')

/** The endings that this one can have now. */
export const endingsOf = (visit: ShownVisit, who: Actor, now: number): readonly Ending[] =>
  whyNotNoShow(visit, who, now) ? ['complete', 'open'] : ['complete', 'no-show', 'open']
