import { propertyOf, textOf, type Component, type Property } from './lines.ts'
import { isRule } from './rule.ts'
import { parseDateTime, parseDuration } from './values.ts'
import { UTC, type Zone } from './zones.ts'

/** A moment as an event gives it: a wall time, and the zone that places it. */
export type Moment = { readonly wall: number; readonly isDay: boolean; readonly zone: Zone }
/** How long an event is: whole days, then exact time, from the wall time of its start. */
type Length = { readonly days: number; readonly ms: number }

/** A VEVENT, read as far as it matters for when it blocks time. */
export type Event = {
  /** Null if the file gives none: such an event belongs to no series. */
  readonly uid: string | null
  readonly title: string | null
  readonly busy: boolean
  readonly cancelled: boolean
  readonly sequence: number
  readonly start: Moment
  readonly length: Length
  /** For a changed instance: which one, and whether all following ones change with it. */
  readonly instance: Moment | null
  readonly andFuture: boolean
  readonly rules: readonly string[]
  readonly more: readonly { readonly at: Moment; readonly length: Length | null }[]
  readonly except: readonly Moment[]
  /**
   * What could not be read and must be reported: where it is or how long, if it is within the window; or when it
   * repeats, which may be anywhere.
   */
  readonly doubt: 'place' | 'repeats' | null
}

/** How zone names are read in this file; `floating` is for times without one. */
export type Zones = { readonly of: (tzid: string) => Zone | null; readonly floating: Zone }

/** Null for an event without a start, or with one that does not exist: no one can say when it is. */
export function eventOf(component: Component, zones: Zones): Event | null {
  const startProperty = propertyOf(component, 'DTSTART')
  const start = startProperty && momentOf(startProperty, startProperty.value, zones)
  const length = start && lengthOf(component, start, zones)
  const at = propertyOf(component, 'RECURRENCE-ID')
  const instance = at ? momentOf(at, at.value, zones) : null
  if (!start || !length || (at && !instance)) return null
  const propertiesNamed = (name: string) => component.properties.filter((each) => each.name === name)
  const status = propertyOf(component, 'STATUS')?.value.trim().toUpperCase()
  const cancelled = status === 'CANCELLED'
  const more = propertiesNamed('RDATE').flatMap((property) =>
    listOf(property).map((value) => rdateOf(property, value, zones)),
  )
  const rules = propertiesNamed('RRULE').flatMap(({ value }) => (value.trim() === '' ? [] : [value]))
  const placed = ['DTSTART', 'DTEND', 'RDATE'].flatMap(propertiesNamed)
  const unread = more.includes(null) || !rules.every(isRule)
  const unplaced = placed.some((each) => isUnknown(each, zones)) || endsNowhere(component, zones)
  return {
    uid: propertyOf(component, 'UID')?.value.trim() || null,
    title: textOf(propertyOf(component, 'SUMMARY')?.value ?? '') || null,
    busy: !cancelled && propertyOf(component, 'TRANSP')?.value.trim().toUpperCase() !== 'TRANSPARENT',
    cancelled,
    sequence: Number(propertyOf(component, 'SEQUENCE')?.value) || 0,
    start,
    length,
    instance,
    andFuture: at?.params['RANGE']?.toUpperCase() === 'THISANDFUTURE',
    rules,
    more: more.filter((each) => each !== null),
    except: propertiesNamed('EXDATE').flatMap((property) =>
      listOf(property).flatMap((value) => momentOf(property, value, zones) ?? []),
    ),
    doubt: unread ? 'repeats' : unplaced ? 'place' : null,
  }
}

/** The instant at which an event that begins at `wall` ends; a whole day ends with its last midnight. */
export function endOf(wall: number, zone: Zone, { days, ms }: Length): number {
  return zone.instantOf(wall + days * DAY) + ms
}

const DAY = 86_400_000
const listOf = ({ value }: Property) => value.split(',').filter((each) => each.trim() !== '')

/** A `Z` means UTC whatever the TZID says; an unknown name is read as if it were absent (RFC 5545 3.3.5). */
function momentOf({ params }: Property, value: string, zones: Zones): Moment | null {
  const written = parseDateTime(value)
  if (!written) return null
  const tzid = params['TZID']
  const named = !written.isUtc && !written.isDay && tzid !== undefined ? zones.of(tzid) : null
  return { wall: written.wall, isDay: written.isDay, zone: written.isUtc ? UTC : (named ?? zones.floating) }
}

/**
 * With DTEND, the exact time between the two (RFC 5545 3.8.5.3); with DURATION, days as wall time and the rest exactly;
 * with neither, a whole day, or no time at all. An end before the start counts as none. An unreadable duration makes
 * the event unreadable.
 */
function lengthOf(component: Component, start: Moment, zones: Zones): Length | null {
  const endProperty = propertyOf(component, 'DTEND')
  const end = endProperty && momentOf(endProperty, endProperty.value, zones)
  if (end?.isDay && start.isDay) {
    const days = Math.ceil((end.wall - start.wall) / DAY)
    return { days: days > 0 ? days : 1, ms: 0 }
  }
  if (end) return { days: 0, ms: Math.max(0, end.zone.instantOf(end.wall) - start.zone.instantOf(start.wall)) }
  const duration = propertyOf(component, 'DURATION')
  if (!duration) return { days: start.isDay ? 1 : 0, ms: 0 }
  const length = parseDuration(duration.value)
  // "PT86400S" of a whole day is a day
  return length && start.isDay ? { days: Math.max(1, length.days + Math.ceil(length.ms / DAY)), ms: 0 } : length
}

/** A wall time in an unknown zone. */
const isUnknown = ({ params, value }: Property, zones: Zones) =>
  Boolean(params['TZID']?.trim()) && /T\d{6}(?!Z)/i.test(value) && !zones.of(params['TZID'] ?? '')

/** Whether it has an unreadable end, and nothing else that gives its length. */
function endsNowhere(component: Component, zones: Zones): boolean {
  const end = propertyOf(component, 'DTEND')
  return Boolean(end && !momentOf(end, end.value, zones) && !propertyOf(component, 'DURATION'))
}

/** A date of RDATE: another start, or a period with its own end; null if it cannot be read. */
function rdateOf(property: Property, value: string, zones: Zones): Event['more'][number] | null {
  const [from = '', to] = value.split('/')
  const at = momentOf(property, from, zones)
  if (!at) return null
  if (to === undefined) return { at, length: null }
  const end = momentOf(property, to, zones)
  const length = end
    ? { days: 0, ms: Math.max(0, end.zone.instantOf(end.wall) - at.zone.instantOf(at.wall)) }
    : parseDuration(to)
  return { at, length }
}
