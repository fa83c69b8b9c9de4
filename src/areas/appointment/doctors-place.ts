import { MOVE_OVERRIDES, mayOverride, whyNotOverride } from '../../../contract/appointment/appointment.overrides.ts'
import { mayGive, whyNotThen, type Actor } from '../../../contract/appointment/appointment.rules.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { isInTheWay, shapeOfVisit } from '../../../contract/visittype/visittype.rules.ts'
import { meet } from './doctors-axis.ts'
import { asIso, spanOf, timesOf, type DayAsked, type DoctorTime } from './doctors-day.ts'
import { ownTimeAt } from './own-time.ts'
import type { ShownVisit } from './queries.ts'

type MoveOverride = (typeof MOVE_OVERRIDES)[number]

/** Where an appointment that is let go would stand: as before, at another time (epoch ms), or nowhere, and why. */
export type PlaceFor =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'time'
      readonly from: number
      readonly to: number
      /** The rules that it breaks, to be said yes to (decision 0138); null where the time is one that is offered. */
      readonly overrides: readonly MoveOverride[] | null
    }
  | { readonly kind: 'none'; readonly why: WhyNotHere }
export type WhyNotHere =
  | Extract<MessageCode, 'slot_taken' | 'slot_outside' | 'slot_past'>
  | 'closed'
  | 'no_hours'
  | 'stays'

/**
 * The place that is meant by an instant in a doctor's column: no one drops to the minute, so the time of the doctor's hours whose start is nearest, within
 * half of its length; away from those, for whoever may override, the time itself in steps of five minutes (rules 6, 7, 28; decisions 0131, 0138).
 */
export function placeFor(
  visit: ShownVisit,
  doctorId: string,
  at: number,
  time: DoctorTime,
  who: Actor,
  context: DayAsked,
): PlaceFor {
  const { now } = context
  if (doctorId !== visit.doctorId && !mayGive(visit, who)) return { kind: 'none', why: 'stays' }
  const hours = time.hours.filter(
    (each) => each.clinicId === visit.clinicId && (each.type === 'online') === (visit.type === 'online'),
  )
  // who was given longer than the doctor's times keeps it
  const keepsLength = mayOverride(who) && visit.overrides?.includes('longer') === true
  const shape = shapeOfVisit(visit)
  const near = keepsLength ? undefined : nearest(timesOf(hours, context, shape), at)
  const from = near?.from ?? Math.round(at / STEP) * STEP
  const to = near?.to ?? from + visit.duration * MINUTE
  if (doctorId === visit.doctorId && from === Date.parse(visit.start)) return { kind: 'same' }

  const span = { from, to }
  const isTaken = time.taken.some(
    (other) => other.id !== visit.id && other.status !== 'cancelled' && isInTheWay(other, asIso(span), shape),
  )
  const isClosed = time.busy.some(
    (busy) => (!busy.clinicId || busy.clinicId === visit.clinicId) && meet(spanOf(busy), span),
  )
  const start = new Date(from).toISOString()
  const isPast = whyNotThen({ start, end: new Date(to).toISOString() }, who, now) !== null
  if (near && !isTaken && !isClosed && !isPast) return { kind: 'time', ...span, overrides: null }
  if (!mayOverride(who))
    return {
      kind: 'none',
      why: isPast ? 'slot_past' : isTaken ? 'slot_taken' : isClosed ? 'closed' : 'slot_outside',
    }
  const wish = {
    start: from,
    minutes: (to - from) / MINUTE,
    type: visit.type,
    clinicId: visit.clinicId,
    exceptVisit: visit.id,
    chosen: shape,
  }
  const own = ownTimeAt(wish, time.hours, { visits: time.taken.filter(isLive), busy: time.busy }, now)
  if (!own) return { kind: 'none', why: 'no_hours' }
  // what remains after all is said yes to: too far in the past
  if (whyNotOverride({ start }, own.needed, own.needed, now)) return { kind: 'none', why: 'slot_past' }
  return { kind: 'time', ...span, overrides: MOVE_OVERRIDES.filter((each) => own.needed.includes(each)) }
}

function nearest<T extends { readonly from: number; readonly to: number }>(times: readonly T[], at: number) {
  const away = ({ from }: T) => Math.abs(from - at)
  return times
    .filter((time) => away(time) * 2 <= time.to - time.from)
    .reduce<T | undefined>((best, time) => (best && away(best) <= away(time) ? best : time), undefined)
}

const isLive = ({ status }: ShownVisit) => status !== 'cancelled'

const MINUTE = 60_000
const STEP = 5 * MINUTE
