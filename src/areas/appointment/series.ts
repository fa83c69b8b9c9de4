import type { Slot } from '../../../contract/appointment/appointment.ts'
import { addDays, instantOf, wallOf } from '../../../contract/kernel/time.ts'
import { overlaps } from '../availability/slot-days.ts'

/** Repeat visits: each is a separate visit, at the same wall time every few weeks (SCREENS B1). */
export type Repeat = {
  readonly weeks: 1 | 2 | 4
  /** The total, including the first. */
  readonly count: number
  /** The choice for a day (YYYYMMDD): the start of another time, or null to leave the day out. */
  readonly choices: Readonly<Record<number, string | null>>
}
export const REPEAT_WEEKS = [1, 2, 4] as const
export const REPEAT_MOST = 12

/**
 * One day of the series. `free`: the wanted time is available; `clash`: it is, but the patient is elsewhere then;
 * `taken`: it is booked, or there are no hours; `skipped`: the clocks skip it (rule 5); `unknown`: only the server can
 * tell.
 */
export type SeriesDay = {
  readonly date: number
  readonly state: 'free' | 'clash' | 'taken' | 'skipped' | 'unknown'
  readonly wanted: Slot | null
  /** Other free times of that day, those nearest to the wanted one first. */
  readonly others: readonly Slot[]
  /** What would be booked now: null if the day is left out, undefined while a choice is missing. */
  readonly slot: Slot | null | undefined
  /** Staff have seen the patient's other visit at that time and book anyway (rule 15). */
  readonly overlapSeen: boolean
}

/**
 * The dates of the further visits and the instants of the same wall time on them, also across clock changes; null if
 * there is none.
 */
export function seriesStarts(
  { start, zone }: Pick<Slot, 'start' | 'zone'>,
  { weeks, count }: Pick<Repeat, 'weeks' | 'count'>,
): { readonly date: number; readonly start: string | null }[] {
  const { date, time } = wallOf(Date.parse(start), zone)
  return Array.from({ length: count - 1 }, (_, n) => {
    const day = addDays(date, (n + 1) * weeks * 7)
    const at = instantOf({ date: day, time }, zone)
    return { date: day, start: at === null ? null : new Date(at).toISOString() }
  })
}

/**
 * The state of each further day. `free` are the doctor's free times on the known days, `own` the patient's live visits.
 */
export function seriesDays(
  first: Slot,
  repeat: Repeat,
  known: { readonly days: ReadonlySet<number>; readonly free: readonly Slot[] },
  own: readonly { readonly start: string; readonly end: string }[],
): SeriesDay[] {
  const length = Date.parse(first.end) - Date.parse(first.start)
  return seriesStarts(first, repeat).map(({ date, start }): SeriesDay => {
    const freeThen = known.free.filter(
      (slot) => slot.clinicId === first.clinicId && wallOf(Date.parse(slot.start), first.zone).date === date,
    )
    const drawn = start === null ? null : { ...first, start, end: new Date(Date.parse(start) + length).toISOString() }
    const offered = freeThen.find((slot) => slot.start === start)
    const wanted = known.days.has(date) ? (offered ?? null) : drawn
    const isClash = (slot: Slot) => own.some((visit) => overlaps(visit, slot))
    const state = !drawn
      ? 'skipped'
      : !wanted
        ? 'taken'
        : isClash(wanted)
          ? 'clash'
          : known.days.has(date)
            ? 'free'
            : 'unknown'
    const near = Date.parse(start ?? first.start)
    const others = freeThen
      .filter((slot) => slot.start !== start && !isClash(slot))
      .toSorted((a, b) => Math.abs(Date.parse(a.start) - near) - Math.abs(Date.parse(b.start) - near))
    const chosen = repeat.choices[date]
    const slot =
      chosen === null
        ? null
        : chosen !== undefined
          ? [wanted, ...others].find((each) => each?.start === chosen)
          : state === 'free' || state === 'unknown'
            ? wanted
            : undefined
    return { date, state, wanted, others, slot, overlapSeen: state === 'clash' && chosen === wanted?.start }
  })
}
