import { inTheWay, whyNotHours, type Hours } from '../../../contract/availability/availability.rules.ts'
import { minutesOf, timeOf } from '../../../contract/availability/day-minutes.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import { daysOffWithin, type DaysOff, type NewHours } from './days-off.ts'

/** A typed block of one weekday's hours; times are HHmm, null while invalid. */
export type Block = { readonly startTime: number | null; readonly endTime: number | null }
/** A repeating week while it is edited: `blocks` by weekday, Monday first. */
export type WeekDraft = {
  readonly blocks: readonly (readonly Block[])[]
  readonly startDate: number | null
  readonly endDate: number | null
  readonly period: number | null
  readonly type: Hours['type']
  readonly off: readonly { readonly from: number | null; readonly to: number | null }[]
}

/** The initial draft: hours to be copied, a template, or an empty week that is valid for a year from today. */
export const beginWeek = (from: Partial<Hours>, today: number): WeekDraft => ({
  blocks: Array.from({ length: 7 }, (_, n) =>
    from.days?.includes(n + 1) ? [{ startTime: from.startTime ?? 900, endTime: from.endTime ?? 1700 }] : [],
  ),
  startDate: from.startDate ?? today,
  endDate: from.endDate ?? addDays(today, 365),
  period: from.period ?? 20,
  type: from.type ?? 'physical',
  off: from.off ?? [],
})

/** Adds a block to a weekday (0 is Monday): after the last one and an hour's break, otherwise the usual day. */
export function addBlock(draft: WeekDraft, day: number): WeekDraft {
  const last = draft.blocks[day]?.at(-1)?.endTime ?? null
  const from = last === null ? 540 : minutesOf(last) + 60
  const to = last === null ? 1020 : from + 240
  const block = to > 1440 ? { startTime: null, endTime: null } : { startTime: timeOf(from), endTime: timeOf(to) }
  return setDay(draft, day, [...(draft.blocks[day] ?? []), block])
}

export const setBlock = (draft: WeekDraft, day: number, at: number, patch: Partial<Block>): WeekDraft =>
  setDay(
    draft,
    day,
    (draft.blocks[day] ?? []).map((block, n) => (n === at ? { ...block, ...patch } : block)),
  )
export const removeBlock = (draft: WeekDraft, day: number, at: number): WeekDraft =>
  setDay(
    draft,
    day,
    (draft.blocks[day] ?? []).filter((_, n) => n !== at),
  )
/** Replaces the blocks of other weekdays by this day's. */
export const copyDay = (draft: WeekDraft, day: number, onto: readonly number[]): WeekDraft => ({
  ...draft,
  blocks: draft.blocks.map((blocks, n) => (onto.includes(n) ? (draft.blocks[day] ?? []) : blocks)),
})

const setDay = (draft: WeekDraft, day: number, blocks: readonly Block[]): WeekDraft => ({
  ...draft,
  blocks: draft.blocks.map((ofDay, n) => (n === day ? blocks : ofDay)),
})

/**
 * The records for the week, one for each block with all weekdays that have it, or null while something is missing.
 * `more` are days off besides the draft's own, such as public holidays.
 */
export function hoursOfWeek(
  { blocks, startDate, endDate, period, type, off }: WeekDraft,
  more: readonly DaysOff[],
): NewHours[] | null {
  if (startDate === null || endDate === null || period === null) return null
  const days = new Map<string, { startTime: number; endTime: number; days: number[] }>()
  for (const [n, ofDay] of blocks.entries())
    for (const { startTime, endTime } of ofDay) {
      if (startTime === null || endTime === null) return null
      const same = days.get(`${startTime} ${endTime}`)
      // the same block twice on one day is one mistake, shown as overlapping hours
      if (same && !same.days.includes(n + 1)) same.days.push(n + 1)
      else
        days.set(same ? `${startTime} ${endTime} ${n}` : `${startTime} ${endTime}`, {
          startTime,
          endTime,
          days: [n + 1],
        })
    }
  const known: DaysOff[] = []
  for (const { from, to } of off) {
    if (from === null || to === null) return null
    known.push({ from, to })
  }
  const without = daysOffWithin([...known, ...more], startDate, endDate)
  return days.size === 0
    ? null
    : [...days.values()].map((each) => ({
        startDate,
        endDate,
        period,
        type,
        ...each,
        ...(without.length && { off: without }),
      }))
}

/** Whether a block is valid: it fits a period, and past midnight it is no longer than a night. */
export const isBlock = ({ startTime, endTime }: Block, period: number | null) =>
  startTime !== null &&
  endTime !== null &&
  whyNotHours({ startDate: 0, endDate: 0, startTime, endTime, period: period ?? 5, type: 'physical', days: [] }) ===
    null

/** Whether two blocks of the week overlap, also an evening's with the next morning's. */
export function meetsItself(hours: readonly Hours[], zone: string): boolean {
  const owned = hours.map((each, n) => ({ ...each, id: String(n), clinicId: null, status: 'active' as const, zone }))
  return owned.some((each) => inTheWay(each, owned).length > 0)
}
