import { NO_SHOW_MINUTES } from '../kernel/constants.ts'
import { isOpen, isToClose, type VisitFacts } from './appointment.rules.ts'

/** What runs late on a day: someone who is here and still waits, or whom no one has seen. `minutes` past the start, whole ones. */
type Late = { readonly kind: 'waits' | 'missing'; readonly minutes: number }

/**
 * Whether an appointment runs late. Who has not come is late from the minute in which a no-show may be marked (rule 30). Who has come is late from
 * the start on; `atHand`, the first of those who wait for this doctor, may be in the room, and is late from the end on. What is over for a
 * day is to be closed (rule 29), and not late.
 */
export function lateOf(visit: Omit<VisitFacts, 'moves'>, now: number, atHand = false): Late | null {
  if (!isOpen(visit) || isToClose(visit, now)) return null
  const minutes = Math.floor((now - Date.parse(visit.start)) / MINUTE)
  if (!visit.arrivedAt) return minutes >= NO_SHOW_MINUTES ? { kind: 'missing', minutes } : null
  const from = Date.parse(atHand ? visit.end : visit.start)
  return now >= from + MINUTE ? { kind: 'waits', minutes } : null
}

const MINUTE = 60_000
