/**
 * Writes src/areas/availability/public-holidays.json: the public holidays that countries keep as a whole, by the npm package `date-holidays` (ISC,
 * its data CC BY-SA 3.0, decision 0136), which is far too large for a device. Asks for the folder the package is installed in:
 *
 *   npm install --prefix FOLDER date-holidays && node tools/public-holidays.ts FOLDER
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const FIRST = 2026
const LAST = 2036
/** Countries with the app's currencies and languages, and their neighbours. */
const COUNTRIES =
  'AE AL AM AT AU AZ BA BE BG BH BR BY CA CH CN CY CZ DE DK DZ EE EG ES FI FR GB GE GR HR HU IE IL IN IQ IR IS IT JO JP KG KR KW KZ LB LI LT LU LV LY MA MC MD ME MK MT NL NO NZ OM PL PT QA RO RS RU SA SE SI SK TN TR UA US UZ XK'

type Found = {
  readonly date: string
  readonly start: Date
  readonly end: Date
  readonly name: string
  readonly type: string
}
type Library = new (country: string) => { getHolidays: (year: number) => Found[] | false }

const folder = process.argv[2]
if (!folder) throw new Error('say in which folder date-holidays is installed')
const load = createRequire(join(resolve(folder), 'x.js'))
const Holidays = load('date-holidays') as Library // the package's own constructor
const lines = COUNTRIES.split(' ').map((country) => `  "${country}": ${JSON.stringify(entriesOf(country))}`)
writeFileSync(
  new URL('../src/areas/availability/public-holidays.json', import.meta.url),
  `{\n${lines.join(',\n')}\n}\n`,
)

/**
 * `[name, "MMDD"]` for holidays on the same day each year, `[name, [YYYYMMDD, …]]` for others, each with its number of
 * days if more than one.
 */
function entriesOf(country: string) {
  const holidays = new Holidays(country)
  const found = new Map<string, { name: string; days: number; dates: number[] }>()
  for (let year = FIRST; year <= LAST; year++)
    for (const { date, start, end, name, type } of holidays.getHolidays(year) || []) {
      if (type !== 'public') continue
      // a feast by the moon begins the evening before and ends at noon: only whole days count
      const days = Math.max(1, Math.floor((end.getTime() - start.getTime()) / 86_400_000))
      const holiday = found.get(`${name} ${days}`) ?? { name, days, dates: [] }
      holiday.dates.push(Number(date.slice(0, 10).replaceAll('-', '')))
      found.set(`${name} ${days}`, holiday)
    }
  return [...found.values()].map(({ name, days, dates }) => {
    const sameDay = dates.length === LAST - FIRST + 1 && new Set(dates.map((date) => date % 10_000)).size === 1
    const when = sameDay ? String(dates[0]! % 10_000).padStart(4, '0') : dates
    return days === 1 ? [name, when] : [name, when, days]
  })
}
