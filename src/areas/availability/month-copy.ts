import { inTheWay, isOn } from '../../../contract/availability/availability.rules.ts'
import type { Availability } from '../../../contract/availability/availability.ts'
import { addDays, weekdayOf } from '../../../contract/kernel/time.ts'
import { daysOffWithin, type NewHours } from './days-off.ts'

/** Hours for the next month, with the place and price of those they are copied from. */
export type Copied = NewHours & Pick<Availability, 'doctorId' | 'clinicId' | 'price' | 'currency' | 'zone'>

/**
 * What a month's hours become in the next one: the same weekdays and times, on each day without conflicting active
 * hours. `month` is any day of the month to copy, YYYYMMDD; days off belong to their dates and are not copied.
 */
export function copyOfMonth(all: readonly Availability[], month: number): Copied[] {
  const from = daysOfMonth(month)
  const to = daysOfMonth(nextMonth(month))
  const standing = all.filter(({ status }) => status === 'active')
  const copies: Copied[] = []
  for (const hours of standing.filter((each) => from.some((day) => isOn(each, day)))) {
    const { doctorId, clinicId, price, currency, zone, startTime, endTime, period, type } = hours
    const wanted = { startTime, endTime, period, type, clinicId, zone, id: '', status: 'active' as const }
    const made = copies.map((each, n) => ({ ...each, id: String(n), status: 'active' as const }))
    const isFree = (day: number) =>
      inTheWay({ ...wanted, startDate: day, endDate: day, days: [weekdayOf(day)] }, [...standing, ...made]).length === 0
    const days = to.filter((day) => hours.days.includes(weekdayOf(day)))
    const free = days.filter(isFree)
    const [first, last] = [free[0], free.at(-1)]
    if (first === undefined || last === undefined) continue
    const taken = days.filter((day) => day > first && day < last && !free.includes(day))
    const off = daysOffWithin(
      taken.map((day) => ({ from: day, to: day })),
      first,
      last,
    )
    const weekdays = [...new Set(free.map(weekdayOf))].toSorted((a, b) => a - b)
    copies.push({
      doctorId,
      clinicId,
      price,
      currency,
      zone,
      startDate: first,
      endDate: last,
      startTime,
      endTime,
      period,
      type,
      days: weekdays,
      ...(off.length && { off }),
    })
  }
  return copies
}

/** The active hours that a month already has. */
export const heldInMonth = <H extends Availability>(all: readonly H[], month: number): H[] => {
  const days = daysOfMonth(month)
  return all.filter((each) => each.status === 'active' && days.some((day) => isOn(each, day)))
}

export const nextMonth = (day: number): number => addDays(firstOf(day), 31) - (addDays(firstOf(day), 31) % 100) + 1
const firstOf = (day: number) => day - (day % 100) + 1
const daysOfMonth = (day: number): number[] => {
  const days: number[] = []
  for (let each = firstOf(day); each < nextMonth(day); each = addDays(each, 1)) days.push(each)
  return days
}
