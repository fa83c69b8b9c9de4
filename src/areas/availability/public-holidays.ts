import { addDays } from '../../../contract/kernel/time.ts'

export type Holiday = { readonly name: string; readonly from: number; readonly to: number }

/**
 * A name in the country's language, its days, and its length: `MMDD` of every year, or the dates of the years that are
 * known.
 */
type Written = readonly [name: string, when: string | readonly number[], days?: number]

/** The years in the table, written by tools/public-holidays.ts. */
export const KNOWN_YEARS = { first: 2026, last: 2036 } as const

/**
 * The public holidays of a whole country (ISO 3166, two letters) that touch the days; null if the country is not known.
 * The table comes from the npm package `date-holidays`, whose data, gathered from Wikipedia, is under CC BY-SA 3.0, and
 * so is this table (decision 0136).
 */
export async function publicHolidays(country: string, from: number, to: number): Promise<Holiday[] | null> {
  const { default: table } = await import('./public-holidays.json')
  const holidays = (table as unknown as Readonly<Record<string, readonly Written[]>>)[country]
  return holidays ? holidaysOf(holidays, from, to) : null
}

export function holidaysOf(holidays: readonly Written[], from: number, to: number): Holiday[] {
  const years = Array.from(
    { length: Math.max(0, yearOf(to) - yearOf(from) + 2) },
    (_, n) => yearOf(from) - 1 + n,
  ).filter((year) => year >= KNOWN_YEARS.first && year <= KNOWN_YEARS.last)
  return holidays
    .flatMap(([name, when, days = 1]) => {
      const begins = typeof when === 'string' ? years.map((year) => year * 10_000 + Number(when)) : when
      return begins.map((first) => ({ name, from: first, to: addDays(first, days - 1) }))
    })
    .filter((holiday) => holiday.from <= to && holiday.to >= from)
    .toSorted((a, b) => a.from - b.from)
}

const yearOf = (date: number) => Math.floor(date / 10_000)
