import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { meetingWindow, whyNotJoin } from '../../../contract/appointment/appointment.rules.ts'
import type { Role } from '../../../contract/kernel/call.ts'

export type MeetingState = 'none' | 'early' | 'open' | 'over'

/**
 * Whether the visit's meeting can be joined now (rule 31), as far as this device knows. A patient's device does not
 * hold the address; the server gives it. Staff may join at any time before the end. `now` is in epoch ms.
 */
export function meetingOf(
  visit: Pick<Appointment, 'type' | 'status' | 'meetingLink' | 'start' | 'end'>,
  role: Role,
  now: number,
): MeetingState {
  if (visit.type !== 'online' || visit.status === 'cancelled' || role === 'admin') return 'none'
  if (role !== 'patient' && !isWebAddress(visit.meetingLink)) return 'none'
  if (now > meetingWindow(visit).closes) return 'over'
  return whyNotJoin(visit, { type: role }, now) === 'meeting_early' ? 'early' : 'open'
}

/** A link typed by hand may contain anything; only web addresses are opened. */
const isWebAddress = (link: string | null | undefined) => /^https?:\/\//i.test(link ?? '')
