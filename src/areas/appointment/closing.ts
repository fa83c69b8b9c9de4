import { isOpen, whyNotComplete, whyNotNoShow, type Actor } from '../../../contract/appointment/appointment.rules.ts'
import type { ShownVisit } from './queries.ts'

/** What becomes of an appointment when the day is closed. `open`: nothing, it is left for later. */
export type Ending = 'complete' | 'no-show' | 'open'

/**
 * The past appointments that no one has closed: checked in, and not checked in. One with a waiting change is left out.
 */
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

/**
 * A patient who was checked in was here. Nothing is known about the others, so nothing is done with them until someone
 * decides.
 */
export const proposed = ({ arrivedAt }: Pick<ShownVisit, 'arrivedAt'>): Ending => (arrivedAt ? 'complete' : 'open')

/** The endings that this one can have now. */
export const endingsOf = (visit: ShownVisit, who: Actor, now: number): readonly Ending[] =>
  whyNotNoShow(visit, who, now) ? ['complete', 'open'] : ['complete', 'no-show', 'open']
