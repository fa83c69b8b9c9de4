import type { Availability } from '../../../contract/availability/availability.ts'
import { isOn, lastEndsAt } from '../../../contract/availability/availability.rules.ts'
import { instantOf, wallOf } from '../../../contract/kernel/time.ts'
import { daysFrom } from '../availability/slot-days.ts'
import type { CalendarWindow } from './layers.ts'
import type { CalendarState } from './state.ts'

/**
 * When hours begin and their last slot ends on a day, in epoch ms; null on a day without them or if the clocks skip an
 * end.
 */
export function openOn(hours: Availability, date: number): { readonly start: number; readonly end: number } | null {
  if (!isOn(hours, date)) return null
  // two instants instead of one per slot, since a whole month is computed at once
  const start = instantOf({ date, time: hours.startTime }, hours.zone)
  const end = instantOf(lastEndsAt(hours, date), hours.zone)
  return start === null || end === null || end <= start ? null : { start, end }
}

/**
 * The minutes of the day that contain the page's visits and hours, so that nights are not drawn; a visit over midnight
 * needs the whole day.
 */
export function minutesOf(
  { visits, hours }: CalendarWindow,
  { from, to, zone }: Pick<CalendarState, 'from' | 'to' | 'zone'>,
): { readonly from: number; readonly to: number }[] {
  const instants = [
    ...visits.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })),
    ...hours.flatMap((each) => daysFrom(from, to).flatMap((day) => openOn(each, day) ?? [])),
  ]
  return instants.map(({ start, end }) => {
    const [first, last] = [wallOf(start, zone), wallOf(end, zone)]
    return first.date === last.date
      ? { from: minute(first.time), to: minute(last.time) }
      : { from: last.time === 0 ? minute(first.time) : 0, to: 24 * 60 }
  })
}

const minute = (time: number) => Math.floor(time / 100) * 60 + (time % 100)
