import type { Role } from '../kernel/call.ts'
import type { MessageCode } from '../kernel/messages.ts'

/**
 * Rules of times that the staff of a clinic may break knowingly (decision 0138): outside the doctor's hours, longer
 * than their step, at the same time as another appointment, in the past, or for a walk-in. The record keeps which of
 * them it breaks.
 */
export const OVERRIDES = ['off_hours', 'longer', 'squeeze_in', 'past', 'walk_in'] as const
export type Override = (typeof OVERRIDES)[number]
/** A walk-in is booked, never moved. */
export const MOVE_OVERRIDES = ['off_hours', 'longer', 'squeeze_in', 'past'] as const

/** How many days back an appointment may be entered. What is older belongs in notes. */
export const PAST_DAYS = 31
/** How far, in minutes, a walk-in's start may be from the moment it is entered. */
const WALK_IN_MINUTES = 15

/** What is known of a doctor's time. */
export type TimeFacts = {
  /** An appointment overlaps it, or someone is choosing it just now. */
  readonly taken: boolean
  /** The doctor's active hours of this kind and place cover all of it, and none of it is closed. */
  readonly open: boolean
  /** The step of those hours, minutes. */
  readonly period: number
}
type Span = { readonly start: string; readonly end: string }

/** Which rules a time breaks, in the order in which people are told. `now` is when it is entered, epoch ms. */
export function overridesFor({ start, end }: Span, { taken, open, period }: TimeFacts, now: number): Override[] {
  const minutes = (Date.parse(end) - Date.parse(start)) / MINUTE
  return [
    ...(now >= Date.parse(end) ? (['past'] as const) : []),
    ...(taken ? (['squeeze_in'] as const) : []),
    ...(open ? (minutes > period ? (['longer'] as const) : []) : (['off_hours'] as const)),
  ]
}

/** Whether a booking of this time can be a walk-in. */
export const isNow = ({ start }: Pick<Span, 'start'>, now: number) =>
  Math.abs(Date.parse(start) - now) <= WALK_IN_MINUTES * MINUTE

/**
 * The staff of the clinic and the doctor. Which clinic and which doctor is decided elsewhere (access, the database's
 * `appointment_override`).
 */
export const mayOverride = ({ type }: { readonly type: Role }) => type === 'clinic' || type === 'doctor'

/** Why a time may not be taken, given the overrides that were confirmed; null if they cover all. */
export function whyNotOverride(
  { start }: Pick<Span, 'start'>,
  needed: readonly Override[],
  confirmed: readonly Override[],
  now: number,
): MessageCode | null {
  if (now - Date.parse(start) > PAST_DAYS * DAY) return 'slot_past'
  const missing = needed.find((each) => !confirmed.includes(each))
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
