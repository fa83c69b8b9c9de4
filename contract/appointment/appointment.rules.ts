import type { Appointment } from './appointment.ts'
import type { Role } from '../kernel/call.ts'
import {
  ASK_HOURS,
  COMPLETE_EARLY_MINUTES,
  MEETING_CLOSES_MINUTES,
  MEETING_OPENS_MINUTES,
  NO_SHOW_MINUTES,
  PATIENT_MOVES,
  REOPEN_MINUTES,
  TO_CLOSE_HOURS,
} from '../kernel/constants.ts'
import type { MessageCode } from '../kernel/messages.ts'
import { wallOf } from '../kernel/time.ts'
import { SETTING_DEFAULTS, type GeneralSettings } from '../setting/setting.ts'

/**
 * Why a person may not do a thing to a visit, or null. One function for all three uses: the button shows the reason,
 * the queued command checks it, the server enforces it. `now` is epoch ms. Whose visit it is, is decided elsewhere
 * (access, row-level security).
 */
type Why<A extends unknown[] = []> = (visit: VisitFacts, who: Actor, now: number, ...more: A) => MessageCode | null

export type Actor = { readonly type: Role }
/** What the platform has set (setting `setting`), or else the defaults. */
export type BookingRules = Pick<
  GeneralSettings,
  'leadMinutes' | 'horizonDays' | 'cancelHours' | 'transferKeepHours' | 'transferEndHours' | 'transferEarliestHours'
>
export type VisitFacts = Pick<Appointment, 'status' | 'start' | 'end' | 'arrivedAt' | 'noShowAt' | 'moves'>

/** Whether the appointment still waits for someone to act. A no-show is closed by its mark (rule 25, decision 0060). */
export const isOpen = ({ status, noShowAt }: Pick<VisitFacts, 'status' | 'noShowAt'>) =>
  status === 'waiting' && !noShowAt

/** Rule 29: open a day after its end. */
export const isToClose = (visit: Pick<VisitFacts, 'status' | 'noShowAt' | 'end'>, now: number) =>
  isOpen(visit) && Date.parse(visit.end) < now - TO_CLOSE_HOURS * HOUR

/** Rule 26: not earlier than 15 minutes before start. A no-show who came after all is checked in first. */
export const whyNotComplete: Why = (visit, _who, now) =>
  closed(visit) ??
  (visit.noShowAt ? 'no_show_marked' : null) ??
  (now < Date.parse(visit.start) - COMPLETE_EARLY_MINUTES * MINUTE ? 'too_early' : null)

/**
 * Undoing a completion: by staff, within the hour, and not after the doctor's share was paid out. In SPEC §4 only
 * cancelling is final (decision 0060).
 */
export const whyNotReopen = (
  { status, completedAt, heardAt, earnStatus }: Pick<Appointment, 'status' | 'completedAt' | 'heardAt' | 'earnStatus'>,
  _who: Actor,
  now: number,
): MessageCode | null => {
  if (status === 'cancelled') return 'already_cancelled'
  if (status !== 'completed') return 'not_completed'
  if (earnStatus === 'completed') return 'earn_done'
  // one that arrived late could not be undone before the server heard of it
  const since = heardAt ?? completedAt
  return since && now <= Date.parse(since) + REOPEN_MINUTES * MINUTE ? null : 'reopen_too_late'
}

/** Rule 27: a patient until 24 hours before and never after arrival; staff any time, with a reason. */
export const whyNotCancel: Why<[reason: string | null | undefined, rules?: BookingRules]> = (
  visit,
  who,
  now,
  reason,
  rules = SETTING_DEFAULTS.setting,
) =>
  closed(visit) ??
  (who.type === 'patient' ? outsideWindow(visit, now, rules) : reason?.trim() ? null : 'reason_required')

/** Rule 28: by staff, or by the patient inside the cancel window and at most twice. */
export const whyNotMove: Why<[rules?: BookingRules]> = (visit, who, now, rules = SETTING_DEFAULTS.setting) =>
  closed(visit) ??
  (who.type !== 'patient'
    ? null
    : (outsideWindow(visit, now, rules) ?? (visit.moves >= PATIENT_MOVES ? 'move_limit' : null)))

/**
 * Whether a person may give a visit to another doctor (decision 0131): a desk within its clinic, an admin within the
 * visit's. A doctor gives no one work, and a patient who wants another doctor makes a new booking. A doctor's own
 * practice has no other doctor.
 */
export const mayGive = ({ clinicId }: Pick<Appointment, 'clinicId'>, who: Actor): boolean =>
  clinicId !== null && (who.type === 'clinic' || who.type === 'admin')

/** Rule 25: arrival is a mark, which can be undone while the visit waits. */
export const whyNotArrive: Why = (visit) => closed(visit) ?? (visit.arrivedAt ? 'arrived_already' : null)
export const whyNotUnarrive: Why = (visit) => closed(visit) ?? (visit.arrivedAt ? null : 'not_arrived')

/**
 * Which marks a move keeps. The arrival stays if the new start is on the same day in the visit's zone; on another day
 * the patient has yet to come.
 */
export const marksAfterMove = (
  { start, zone, arrivedAt, heardAt }: Pick<Appointment, 'start' | 'zone' | 'arrivedAt' | 'heardAt'>,
  to: string,
) => {
  const isSameDay = wallOf(Date.parse(start), zone).date === wallOf(Date.parse(to), zone).date
  const stays = isSameDay && arrivedAt !== null
  return {
    arrivedAt: stays ? arrivedAt : null,
    heardAt: stays ? (heardAt ?? null) : null,
    noShowAt: null,
    // who said that they come said so of the time that was; another doctor at that time is no other time
    ...(Date.parse(start) !== Date.parse(to) && { confirmedAt: null, confirmedBy: null }),
  }
}

/** Decision 0149: that the patient means to come is said, and taken back, while the appointment waits; said again it is what it was. */
export const whyNotConfirm: Why = (visit) => closed(visit)

/** Whether patients are asked now to confirm: it begins within two days, still waits, and no one has come or confirmed yet. */
export const isUnconfirmed = (
  visit: Pick<Appointment, 'status' | 'start' | 'arrivedAt' | 'noShowAt' | 'confirmedAt'>,
  now: number,
): boolean =>
  isOpen(visit) &&
  !visit.arrivedAt &&
  !visit.confirmedAt &&
  now < Date.parse(visit.start) &&
  now >= Date.parse(visit.start) - ASK_HOURS * HOUR

/** Rule 30: from 15 minutes after start, by staff. */
export const whyNotNoShow: Why = (visit, _who, now) =>
  closed(visit) ??
  (visit.arrivedAt
    ? 'arrived_already'
    : now < Date.parse(visit.start) + NO_SHOW_MINUTES * MINUTE
      ? 'no_show_early'
      : null)

/**
 * The earliest moment at which a mark can have been made, epoch ms, whatever the device says: not before the visit was
 * made, nor before the mark was allowed. No one arrives more than a day early.
 */
export function momentNotBefore(
  { start, createdAt, arrivedAt }: Pick<Appointment, 'start' | 'createdAt' | 'arrivedAt'>,
  mark: 'arrived' | 'no-show' | 'completed' | 'confirmed',
): number {
  const made = Date.parse(createdAt)
  switch (mark) {
    case 'confirmed':
      return made
    case 'arrived':
      return Math.max(made, Date.parse(start) - DAY)
    case 'no-show':
      return Math.max(made, Date.parse(start) + NO_SHOW_MINUTES * MINUTE)
    case 'completed':
      return Math.max(made, Date.parse(start) - COMPLETE_EARLY_MINUTES * MINUTE, arrivedAt ? Date.parse(arrivedAt) : 0)
  }
}

/** Rule 31: when a patient may come into the meeting, epoch ms, both ends included; staff may while the visit is not cancelled. */
export const meetingWindow = ({ start, end }: Pick<Appointment, 'start' | 'end'>) => ({
  opens: Date.parse(start) - MEETING_OPENS_MINUTES * MINUTE,
  closes: Date.parse(end) + MEETING_CLOSES_MINUTES * MINUTE,
})

/** Rule 31. Also for a visit that was completed while both were still talking; never for a cancelled one. */
export function whyNotJoin(
  visit: Pick<Appointment, 'type' | 'status' | 'start' | 'end'>,
  who: Actor,
  now: number,
): MessageCode | null {
  if (visit.status === 'cancelled') return 'already_cancelled'
  if (visit.type !== 'online') return 'meeting_none'
  if (who.type !== 'patient') return null
  const { opens, closes } = meetingWindow(visit)
  return now < opens ? 'meeting_early' : now > closes ? 'meeting_over' : null
}

/**
 * Staff may add notes to a completed visit, never to a cancelled one. The patient may edit their own words only while
 * it waits.
 */
export const whyNotEdit: Why = (visit, who) =>
  visit.status === 'cancelled'
    ? 'already_cancelled'
    : who.type === 'patient' && visit.status === 'completed'
      ? 'permission_denied'
      : null

/**
 * Rules 9 and 7: when a slot may be taken, and by whom. Staff may book a slot already running; no one may book one that
 * has ended.
 */
export function whyNotThen(
  slot: { readonly start: string; readonly end: string },
  who: Actor,
  now: number,
  rules: BookingRules = SETTING_DEFAULTS.setting,
): MessageCode | null {
  const start = Date.parse(slot.start)
  if (who.type !== 'patient') return now >= Date.parse(slot.end) ? 'slot_past' : null
  if (start <= now) return 'slot_past'
  if (start < now + rules.leadMinutes * MINUTE) return 'slot_too_soon'
  return start > now + rules.horizonDays * DAY ? 'slot_too_far' : null
}

/** Rule 18: a transfer takes days; not for a visit within four hours (setting). */
export const whyNotTransfer = (
  start: string,
  now: number,
  rules: BookingRules = SETTING_DEFAULTS.setting,
): MessageCode | null => (Date.parse(start) < now + rules.transferEarliestHours * HOUR ? 'transfer_too_late' : null)

/**
 * Rule 18: the slot is held until the earlier of 48 hours from now and 2 hours before start (settings). ISO instant.
 */
export const transferDeadline = (start: string, now: number, rules: BookingRules = SETTING_DEFAULTS.setting): string =>
  new Date(
    Math.min(now + rules.transferKeepHours * HOUR, Date.parse(start) - rules.transferEndHours * HOUR),
  ).toISOString()

/** What a person sees of a visit's state: one word, one shape (LOOKS "Status language"). */
export type VisitState = 'waiting' | 'arrived' | 'completed' | 'cancelled' | 'no-show' | 'to-close'

export function stateOf(visit: Omit<VisitFacts, 'moves' | 'start'>, now: number): VisitState {
  if (visit.status !== 'waiting') return visit.status
  if (visit.noShowAt) return 'no-show'
  if (isToClose(visit, now)) return 'to-close'
  return visit.arrivedAt ? 'arrived' : 'waiting'
}

/** Rule 33, minor units, rounded half up: what the platform keeps and what the doctor earns. */
export function shareOf(
  price: number,
  commission: { readonly type: 'ratio' | 'amount' | null; readonly value: number },
) {
  const kept =
    commission.type === 'ratio'
      ? Math.floor((price * commission.value) / 100 + 0.5)
      : commission.type === 'amount'
        ? commission.value
        : 0
  const taken = Math.min(kept, price)
  return { commission: taken, earn: price - taken }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const closed = ({ status }: VisitFacts): MessageCode | null =>
  status === 'completed' ? 'already_completed' : status === 'cancelled' ? 'already_cancelled' : null

const outsideWindow = (visit: VisitFacts, now: number, { cancelHours }: BookingRules): MessageCode | null =>
  visit.arrivedAt ? 'arrived_already' : now > Date.parse(visit.start) - cancelHours * HOUR ? 'cancel_window' : null
