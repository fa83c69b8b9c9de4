import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { componentsOf, propertyOf, textOf, type Component } from './lines.ts'
import { ruleOf } from './rule.ts'
import { parseDateTime } from './values.ts'

/**
 * What a calendar needs of a zone. Wall times are the clock's reading as if it were UTC, epoch ms; so are all times in
 * this folder that are not called instants.
 */
export type Zone = {
  /**
   * The instant of a wall time: the first of a repeated one; a skipped one is read with the offset before (RFC 5545
   * 3.3.5).
   */
  readonly instantOf: (wall: number) => number
  readonly wallOf: (instant: number) => number
}

export const UTC: Zone = { instantOf: (wall) => wall, wallOf: (instant) => instant }

/**
 * The zones of one file, by TZID: the zone of that IANA name; otherwise the file's own VTIMEZONE (RFC 5545 3.2.19);
 * otherwise Windows' name, an offset, or any of these at the end of a longer name; otherwise the same without a
 * trailing number, which Outlook adds to zones that occur twice. Null for an unknown name. `until` is the last instant
 * that matters.
 */
export function zonesOf(calendar: Component, until: number): (tzid: string) => Zone | null {
  const own = new Map(
    componentsOf(calendar, 'VTIMEZONE').flatMap((each) => {
      const tzid = propertyOf(each, 'TZID')?.value
      return tzid === undefined ? [] : [[plain(tzid), each] as const]
    }),
  )
  const zoneOf = (name: string) => {
    const written = own.get(name)
    return ianaZone(name) ?? (written ? writtenZone(written, until) : null) ?? firstOf(endsOf(name), namedZone)
  }
  const known = new Map<string, Zone | null>()
  return (tzid) => {
    let zone = known.get(tzid)
    if (zone === undefined) {
      const name = plain(tzid)
      zone = firstOf([name, name.replace(/\s\(?\d{1,3}\)?$/, '')], zoneOf)
      known.set(tzid, zone)
    }
    return zone
  }
}

function firstOf<T>(names: readonly string[], find: (name: string) => T | null): T | null {
  for (const name of names) {
    const found = find(name)
    if (found) return found
  }
  return null
}

/** A zone that a name identifies by itself, in any file. */
const namedZone = (name: string): Zone | null =>
  ianaZone(name.replaceAll(' ', '_')) ?? windowsZone(name) ?? offsetZone(name) ?? cityZone(name)

/**
 * A name and its suffixes, longest first: Evolution and others write
 * "/softwarestudio.org/Olson_20011030_5/America/New_York", and a zone itself may have three parts.
 */
function endsOf(name: string): string[] {
  const parts = name.split('/').slice(-MOST_PARTS)
  return [name, ...parts.map((_, i) => parts.slice(i).join('/'))]
}
const MOST_PARTS = 8

/** "GMT+0300", "UTC-3", "+05:30": that offset from UTC. Not IANA's "Etc/GMT+3", which is read before and lies west. */
function offsetZone(name: string): Zone | null {
  const offset = awayOf(/^\(?((?:utc|gmt)?\s?[+\u2212-][\d:]+)\)?$/.exec(name)?.[1] ?? '')
  return offset === null ? null : { instantOf: (wall) => wall - offset, wallOf: (instant) => instant + offset }
}

/**
 * "(UTC+03:00) Istanbul", in a form that no table has: the zone of a city it names, if its offset fits this winter or
 * summer.
 */
function cityZone(name: string): Zone | null {
  const [, away = '', cities = ''] = /^\(([^)]+)\) (.+)$/.exec(name) ?? []
  const offset = awayOf(away)
  if (offset === null) return null
  return firstOf(cities.split(/[,/]/), (city) => {
    const zone = ianaZone(cityNames().get(city.trim().replaceAll(' ', '_')) ?? '')
    return zone && SEASONS.some((at) => zone.wallOf(at) - at === offset) ? zone : null
  })
}
const SEASONS = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]

let cities: ReadonlyMap<string, string> | null = null
const cityNames = () =>
  (cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [zone.slice(zone.lastIndexOf('/') + 1).toLowerCase(), zone]),
  ))

function awayOf(text: string): number | null {
  const [, sign, hours, minutes = 0] = /^(?:utc|gmt)?\s?([+\u2212-])(\d{1,2})(?::?([0-5]\d))?$/.exec(text) ?? []
  if (!sign || Number(hours) > 14) return null
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** The zone of an IANA name; null if there is none. */
export function ianaZone(name: string): Zone | null {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return null
  const known = iana.get(name)
  if (known !== undefined) return known
  const zone = makeIana(name)
  iana.set(name, zone)
  return zone
}

const iana = new Map<string, Zone | null>()

function makeIana(name: string): Zone | null {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23', ...PARTS })
  } catch {
    return null
  }
  const offsets = new Map<number, number>()
  const offset = (instant: number) => {
    // no zone changes its offset twice within a quarter of an hour of its own clock; each quarter is looked up once
    const quarter = Math.floor(instant / QUARTER)
    const found = offsets.get(quarter)
    if (found !== undefined) return found
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(quarter * QUARTER)) part[type] = Number(value)
    const wall = Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second'])
    offsets.set(quarter, wall - quarter * QUARTER)
    return wall - quarter * QUARTER
  }
  return {
    wallOf: (instant) => instant + offset(instant),
    instantOf: (wall) => {
      const before = offset(wall - DAY)
      if (offset(wall - before) === before) return wall - before
      const after = offset(wall + DAY)
      return offset(wall - after) === after ? wall - after : wall - before
    },
  }
}

const PARTS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const
const QUARTER = 15 * 60_000
const DAY = 86_400_000

type Change = { readonly at: number; readonly from: number; readonly to: number }

/** The zone that a VTIMEZONE describes, from 1970 on; null if it describes none. */
function writtenZone(component: Component, until: number): Zone | null {
  const changes = component.components.flatMap((each) => changesOf(each, until)).toSorted((a, b) => a.at - b.at)
  const first = changes[0]
  if (!first) return null
  return {
    instantOf: (wall) => {
      const last = changes.findLast(({ at, from, to }) => wall >= at + Math.max(from, to))
      return wall - (last ? last.to : first.from)
    },
    wallOf: (instant) => instant + (changes.findLast(({ at }) => instant >= at)?.to ?? first.from),
  }
}

/** When STANDARD or DAYLIGHT begins, each time. */
function changesOf(component: Component, until: number): Change[] {
  const from = offsetOf(propertyOf(component, 'TZOFFSETFROM')?.value)
  const to = offsetOf(propertyOf(component, 'TZOFFSETTO')?.value)
  const start = parseDateTime(propertyOf(component, 'DTSTART')?.value ?? '')
  if (from === null || to === null || !start) return []
  const walls = new Set([start.wall])
  for (const { name, value } of component.properties) {
    if (name === 'RDATE') for (const each of value.split(',')) walls.add(parseDateTime(each)?.wall ?? start.wall)
    if (name !== 'RRULE') continue
    const rule = ruleOf(value, start.wall, (instant) => instant + from)
    for (const wall of rule?.between(Math.max(start.wall, 0), until + 400 * DAY) ?? []) walls.add(wall)
  }
  return [...walls].map((wall) => ({ at: wall - from, from, to }))
}

function offsetOf(value: string | undefined): number | null {
  const parts = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(value?.trim() ?? '')
  if (!parts) return null
  const [, sign, hours, minutes, seconds] = parts
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000
}

type WindowsZones = Readonly<Record<string, { readonly iana: readonly string[] }>>
let windows: ReadonlyMap<string, string> | null = null

/** Windows' own names and its display names ("(UTC+03:00) Istanbul"), from the table in node-ical. */
function windowsZone(name: string): Zone | null {
  windows ??= readWindowsZones()
  // before Vista the display names began with GMT
  const found = windows.get(name.replace(/^\(gmt/, '(utc'))
  return found ? ianaZone(found) : null
}

function readWindowsZones(): ReadonlyMap<string, string> {
  const folder = dirname(createRequire(import.meta.url).resolve('node-ical/package.json'))
  const table = JSON.parse(readFileSync(join(folder, 'windowsZones.json'), 'utf8')) as WindowsZones // the package's own file
  return new Map(
    Object.entries(table).flatMap(
      ([
        name,
        {
          iana: [zone],
        },
      ]) => (zone ? [[plain(name), zone]] : []),
    ),
  )
}

/** A name in comparable form: a TZID is text and may be escaped (RFC 5545 3.8.3.1), as a parameter it is not. */
const plain = (name: string) => textOf(name).replaceAll('"', '').trim().toLowerCase()
