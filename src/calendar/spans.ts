import { slotsOn } from '../../contract/availability.rules.ts'
import { wallOf } from '../../contract/time.ts'
import { daysFrom } from '../appointment/slot-days.ts'
import type { CalendarWindow } from './layers.ts'
import type { CalendarState } from './state.ts'

/** The minutes of the wall that visits and hours of the page stand in, so that no night is drawn; one over midnight needs the whole day. */
export function minutesOf(
  { visits, hours }: CalendarWindow,
  { from, to, zone }: Pick<CalendarState, 'from' | 'to' | 'zone'>,
  zoneOf: (clinicId: string | null) => string,
): { readonly from: number; readonly to: number }[] {
  const instants = [
    ...visits.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })),
    ...hours.flatMap((each) =>
      daysFrom(from, to).flatMap((day) => {
        const slots = slotsOn(each, day, zoneOf(each.clinicId))
        const [first, last] = [slots[0], slots.at(-1)]
        return first && last ? [{ start: first.start, end: last.end }] : []
      }),
    ),
  ]
  return instants.map(({ start, end }) => {
    const [first, last] = [wallOf(start, zone), wallOf(end, zone)]
    const minute = (time: number) => Math.floor(time / 100) * 60 + (time % 100)
    return first.date === last.date
      ? { from: minute(first.time), to: minute(last.time) }
      : { from: last.time === 0 ? minute(first.time) : 0, to: 24 * 60 }
  })
}
