import { endOf, eventOf, type Event, type Moment } from './event.ts'
import { componentsOf, parseComponents } from './lines.ts'
import { ruleOf, TooMany } from './rule.ts'
import { ianaZone, UTC, zonesOf } from './zones.ts'

/** The requested span of time, instants in epoch ms, and the IANA zone for whole days and floating times. */
export type Window = { readonly from: number; readonly to: number; readonly zone: string }

/** One time of an event. `busy` is false if it is free or cancelled; without length it blocks no time. */
export type Occurrence = {
  readonly uid: string | null
  readonly start: number
  readonly end: number
  readonly allDay: boolean
  readonly busy: boolean
  readonly title: string | null
}

export type Reading = {
  readonly occurrences: readonly Occurrence[]
  /** Events that could not be read, or only in part: the readable part blocks its time, and they are reported. */
  readonly skipped: number
}

/** It is no calendar, or one larger than any person's. */
export class NotReadable extends Error {}

/**
 * Every time of every event of an iCalendar text within a window, whoever wrote it and whatever this machine's zone is.
 * Series, exceptions, changed instances and zones follow RFC 5545; where a file violates it, what its maker means.
 * Throws NotReadable. Run it with limits (run.ts): the text is untrusted.
 */
export function readCalendar(bytes: Uint8Array, window: Window): Reading {
  const calendar = parseComponents(bytes)
  if (!calendar) throw new NotReadable('no calendar')
  const components = componentsOf(calendar, 'VEVENT')
  if (components.length > MOST_EVENTS) throw new NotReadable('too many events')
  const zones = { of: zonesOf(calendar, window.to), floating: ianaZone(window.zone) ?? UTC }
  const events = components.map((each) => eventOf(each, zones))
  const known = events.filter((event) => event !== null)
  const occurrences: Occurrence[] = []
  let skipped = events.length - known.length
  for (const series of seriesOf(known)) {
    const before = occurrences.length
    try {
      for (const each of occurrencesOf(series, window)) {
        occurrences.push(each)
        if (occurrences.length > MOST_OCCURRENCES) throw new NotReadable('too much')
      }
      if (isInDoubt(series, occurrences.length > before)) skipped++
    } catch (error) {
      if (error instanceof NotReadable) throw error
      // a rule that cannot be computed costs one event, not the calendar
      if (
        !(error instanceof TooMany || error instanceof RangeError || error instanceof TypeError || isRuleError(error))
      )
        throw error
      skipped++
    }
  }
  return { occurrences, skipped }
}

const MOST_EVENTS = 5000
const MOST_OCCURRENCES = 20_000
const DAY = 86_400_000

/** rrule-temporal throws plain errors for what it cannot compute or gives up on. */
const isRuleError = (error: unknown) => error instanceof Error && error.constructor === Error

/** A series: its master, if the file has one, and the changed instances. */
type Series = { readonly master: Event | null; readonly changed: readonly Event[] }

/** Whether a part that blocks time could not be read: far from the window only its repetition matters. */
const isInDoubt = ({ master, changed }: Series, isHere: boolean) =>
  [master, ...changed].some(
    (event) => event?.busy && (event.doubt === 'repeats' || (event.doubt === 'place' && isHere)),
  )

/** By UID; of repeated entries the higher SEQUENCE counts, and among equals the later line. */
function seriesOf(events: readonly Event[]): Series[] {
  const single = events.filter(({ uid }) => uid === null).map((master) => ({ master, changed: [] }))
  const named = Map.groupBy(
    events.filter(({ uid }) => uid !== null),
    ({ uid }) => uid,
  )
  return [
    ...single,
    ...[...named.values()].map((group) => {
      const masters = group.filter(({ instance }) => !instance)
      const changed = new Map<string, Event>()
      for (const event of group) {
        if (!event.instance) continue
        const key = `${keyOf(event.instance, event.start.isDay)} ${event.andFuture}`
        const before = changed.get(key)
        if (!before || before.sequence <= event.sequence) changed.set(key, event)
      }
      return { master: masters.reduce<Event | null>(higher, null), changed: [...changed.values()] }
    }),
  ]
}

const higher = (one: Event | null, other: Event) => (one && one.sequence > other.sequence ? one : other)

/** The key of an instance: an instant, or a day for a series of whole days. */
const keyOf = ({ wall, isDay, zone }: Moment, ofDays: boolean) =>
  ofDays || isDay ? `day ${Math.floor(wall / DAY)}` : `${zone.instantOf(wall)}`

function* occurrencesOf({ master, changed }: Series, window: Window): Generator<Occurrence> {
  for (const event of changed) yield* within(window, event, event.start.wall, event.length)
  if (!master) return
  const { start } = master
  const dayOf = (wall: number) => `day ${Math.floor(wall / DAY)}`
  const gone = new Set([
    ...master.except.map((each) => keyOf(each, start.isDay)),
    ...changed.map(({ instance }) => keyOf(instance!, start.isDay)), // all of them have one
  ])
  const following = changed.filter(({ andFuture }) => andFuture).toSorted((a, b) => instanceAt(a) - instanceAt(b))
  const farthest = Math.max(0, ...following.map((each) => Math.abs(each.start.wall - each.instance!.wall)))
  for (const { wall, length } of startsOf(master, window, farthest)) {
    const at = start.zone.instantOf(wall)
    if (gone.has(start.isDay ? dayOf(wall) : `${at}`) || (!start.isDay && gone.has(dayOf(wall)))) continue
    const now = following.findLast((each) => instanceAt(each) < at)
    if (now) yield* within(window, now, wall + (now.start.wall - now.instance!.wall), now.length)
    else yield* within(window, master, wall, length ?? master.length)
  }
}

const instanceAt = ({ instance }: Event) => instance!.zone.instantOf(instance!.wall)

type Start = { readonly wall: number; readonly length: Event['length'] | null }

/**
 * The wall times at which a series begins, each once: its start, its rules, its dates; for rules only those that can
 * touch the window.
 */
function startsOf(event: Event, window: Window, shifted: number): Iterable<Start> {
  const { start, length, rules, more } = event
  const longest = Math.max(
    length.days * DAY + length.ms,
    ...more.map((each) => (each.length?.ms ?? 0) + (each.length?.days ?? 0) * DAY),
  )
  const from = start.zone.wallOf(window.from) - longest - DAY - shifted
  const to = start.zone.wallOf(window.to) + DAY + shifted
  const starts = new Map<number, Start>([[start.wall, { wall: start.wall, length: null }]])
  for (const value of rules) {
    // for whole days, an UNTIL in UTC is the day it names
    const rule = ruleOf(value, start.wall, start.isDay ? UTC.wallOf : start.zone.wallOf)
    for (const wall of rule?.between(from, to) ?? []) {
      // a time that the clocks skip is no instance (RFC 5545 3.3.10)
      if (start.zone.wallOf(start.zone.instantOf(wall)) === wall) starts.set(wall, { wall, length: null })
    }
  }
  for (const { at, length: ownLength } of more) {
    const wall = start.isDay ? at.wall - (at.wall % DAY) : start.zone.wallOf(at.zone.instantOf(at.wall))
    starts.set(wall, { wall, length: ownLength })
  }
  return starts.values()
}

function* within(window: Window, event: Event, wall: number, length: Event['length']): Generator<Occurrence> {
  const { zone, isDay } = event.start
  const start = zone.instantOf(wall)
  const end = endOf(wall, zone, length)
  if (start >= window.to || (end <= window.from && !(end === start && start >= window.from))) return
  yield { uid: event.uid, start, end, allDay: isDay, busy: event.busy, title: event.title }
}
