import type { Appointment } from '../../contract/appointment.ts'
import type { Role } from '../../contract/call.ts'

/** Rule 31: minutes before the start and after the end between which a patient sees the meeting link. */
const MEETING_OPENS_MINUTES = 15
const MEETING_CLOSES_MINUTES = 30

export type MeetingState = 'none' | 'early' | 'open' | 'over'

/** Whether the visit's meeting can be joined now (rule 31); staff may at any time while it is not cancelled. `now` epoch ms. */
export function meetingOf(
  { type, status, meetingLink, start, end }: Pick<Appointment, 'type' | 'status' | 'meetingLink' | 'start' | 'end'>,
  role: Role,
  now: number,
): MeetingState {
  if (type !== 'online' || status === 'cancelled' || !meetingLink || !isWebAddress(meetingLink)) return 'none'
  if (role !== 'patient') return 'open'
  if (now < Date.parse(start) - MEETING_OPENS_MINUTES * 60_000) return 'early'
  return now > Date.parse(end) + MEETING_CLOSES_MINUTES * 60_000 ? 'over' : 'open'
}

/** Opens the meeting beside the app; the other side learns nothing of where it was opened from. */
export const joinMeeting = (link: string) => void window.open(link, '_blank', 'noopener,noreferrer')

/** A link typed by hand may hold anything; only the web is opened. */
const isWebAddress = (link: string) => /^https?:\/\//i.test(link)
