import { RRuleTemporal } from 'rrule-temporal'
import { parseDateTime } from './values.ts'

/**
 * A recurrence rule in wall time: `between` returns its times in a window in order, both ends included, and DTSTART
 * only if the rule produces it.
 */
export type Rule = { readonly between: (from: number, to: number) => number[] }

/** A rule that produces more than any real calendar: its event is left out. */
export class TooMany extends Error {}

/**
 * The rule of an RRULE's value from `start` on; null if it contains none. Unknown parts and blanks are ignored, as
 * Google and Exchange write them. `wallOf` converts an UNTIL in UTC to the series' wall time.
 *
 * It is computed as if in UTC, where no clock changes, and placed in its zone afterwards. So zones of every origin work
 * alike, and the machine's own zone has no influence.
 */
export function ruleOf(value: string, start: number, wallOf: (instant: number) => number): Rule | null {
  const parts = partsOf(value)
  if (!parts.has('FREQ')) return null
  const until = untilOf(parts.get('UNTIL'), wallOf)
  if (until === null && parts.has('UNTIL')) return null
  if (until !== null && until < start) return { between: () => [] }
  if (until !== null) parts.set('UNTIL', stamp(until))
  const text = [...parts].map(([name, given]) => `${name}=${given}`).join(';')
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${stamp(start)}\nRRULE:${text}`,
    tzid: 'UTC',
    maxIterations: 20_000,
    maxCandidateEvaluations: 200_000,
    cache: false,
  })
  return {
    between: (from, to) => {
      if (to < from) return []
      const walls = rule.between(new Date(from), new Date(to), true).map((each) => each.epochMilliseconds)
      if (walls.length > MOST) throw new TooMany()
      return walls
    },
  }
}

/** Whether a rule says when an event repeats. */
export function isRule(value: string): boolean {
  const parts = partsOf(value)
  return parts.has('FREQ') && (!parts.has('UNTIL') || parseDateTime(parts.get('UNTIL')!) !== null)
}

function partsOf(value: string): Map<string, string> {
  const parts = new Map<string, string>()
  for (const part of value.toUpperCase().split(';')) {
    const [name = '', rawValue = ''] = part.split('=').map((each) => each.replaceAll(/\s/g, ''))
    if (PARTS[name]?.test(rawValue)) parts.set(name, rawValue)
  }
  return parts
}

/** For one rule in one window: a year of every hour. */
const MOST = 366 * 24

const number = /^[+-]?\d{1,3}(,[+-]?\d{1,3})*$/
const PARTS: Readonly<Record<string, RegExp>> = {
  // no one is busy every minute; such rules are used to make a calendar explode (TRUST D8)
  FREQ: /^(HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,4}$/,
  COUNT: /^[1-9]\d{0,4}$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  BYDAY: /^[+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU)(,[+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU))*$/,
  BYMONTH: number,
  BYMONTHDAY: number,
  BYYEARDAY: number,
  BYWEEKNO: number,
  BYSETPOS: number,
  BYHOUR: number,
  BYMINUTE: number,
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
}

/** The last wall time: an UNTIL that is a day includes all of it. */
function untilOf(value: string | undefined, wallOf: (instant: number) => number): number | null {
  const until = value === undefined ? null : parseDateTime(value)
  if (!until) return null
  if (until.isDay) return until.wall + DAY - 1000
  return until.isUtc ? wallOf(until.wall) : until.wall
}

const DAY = 86_400_000
const stamp = (wall: number) => new Date(wall).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
