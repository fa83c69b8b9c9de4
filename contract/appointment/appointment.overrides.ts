import type { Role } from '../kernel/call.ts'
import type { MessageCode } from '../kernel/messages.ts'

/**
 * What the people of a clinic may book knowing that it breaks a rule of times (decision 0138): outside the doctor's hours, longer than their
 * hours' step, beside somebody else's appointment, in the past, or somebody who stands there now. The record keeps which of them it is.
 */
export const OVERRIDES = ['off_hours', 'longer', 'squeeze_in', 'past', 'walk_in'] as const
export type Override = (typeof OVERRIDES)[number]
/** Somebody who stands there now is booked, never moved. */
export const MOVE_OVERRIDES = ['off_hours', 'longer', 'squeeze_in', 'past'] as const

/** So many days back may an appointment be entered; what is older belongs into notes. */
export const PAST_DAYS = 31
/** So far from the moment in which it is entered may the start of somebody who stands there be, minutes. */
const WALK_IN_MINUTES = 15

/** How a time stands with its doctor. */
export type TimeFacts = {
  /** Somebody's appointment, or a time that somebody is choosing just now, is in it. */
  readonly taken: boolean
  /** The doctor's active hours of this kind and place hold all of it, and none of it is closed. */
  readonly open: boolean
  /** The step of those hours, minutes. */
  readonly period: number
}
type Span = { readonly start: string; readonly end: string }

/** Which rules a time breaks, in the order in which they are told. `now`: when it is entered, epoch ms. */
export function overridesFor({ start, end }: Span, { taken, open, period }: TimeFacts, now: number): Override[] {
  const minutes = (Date.parse(end) - Date.parse(start)) / MINUTE
  return [
    ...(now >= Date.parse(end) ? (['past'] as const) : []),
    ...(taken ? (['squeeze_in'] as const) : []),
    ...(open ? (minutes > period ? (['longer'] as const) : []) : (['off_hours'] as const)),
  ]
}

/** Whether somebody who stands there now can be meant. */
export const isNow = ({ start }: Pick<Span, 'start'>, now: number) =>
  Math.abs(Date.parse(start) - now) <= WALK_IN_MINUTES * MINUTE

/** The staff of the clinic and the doctor; whose clinic and which doctor is decided elsewhere (access, the database's `appointment_override`). */
export const mayOverride = ({ type }: { readonly type: Role }) => type === 'clinic' || type === 'doctor'

/** Why a time may not be taken, given what was said yes to; null where all is said. */
export function whyNotOverride(
  { start }: Pick<Span, 'start'>,
  needed: readonly Override[],
  given: readonly Override[],
  now: number,
): MessageCode | null {
  if (now - Date.parse(start) > PAST_DAYS * DAY) return 'slot_past'
  const missing = needed.find((each) => !given.includes(each))
  return missing ? REFUSALS[missing] : null
}

const REFUSALS = {
  past: 'slot_past',
  squeeze_in: 'slot_taken',
  off_hours: 'slot_outside',
  longer: 'slot_outside',
  walk_in: 'slot_outside',
} as const satisfies Record<Override, MessageCode>

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
