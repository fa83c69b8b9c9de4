import { isOpen, whyNotComplete, whyNotNoShow, type Actor } from '../../../contract/appointment/appointment.rules.ts'
import type { ShownVisit } from './queries.ts'

/** How an appointment ends when the day is closed. `open`: it is left for later. */
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
 * A patient who was checked in was here. Nothing is known about the others, so they stay open until someone decides.
 */
export const proposed = ({ arrivedAt }: Pick<ShownVisit, 'arrivedAt'>): Ending => (arrivedAt ? 'complete' : 'open')

/** The endings that are possible for this visit now. */
export const endingsOf = (visit: ShownVisit, who: Actor, now: number): readonly Ending[] =>
  whyNotNoShow(visit, who, now) ? ['complete', 'open'] : ['complete', 'no-show', 'open']
