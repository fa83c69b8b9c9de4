import type { Entry } from '../db/entry.ts'
import { isKnownCall, writesOf } from './known.ts'
import { LONGEST_WAIT_MS } from './verdict.ts'

/**
 * The entries that may be sent now, oldest first. An entry waits for every earlier unanswered entry that shares a key
 * with it (I7): also for a parked one, since what depends on a refused change waits with it (I10), and for one that
 * this build does not know. It also waits for its file. Entries `underWay` are not sent twice. While one of them makes
 * a record, no other entry that makes one goes: if two want the same time the first gets it, and two batches keep no
 * order between them. Pure.
 */
export function eligible(
  entries: readonly Entry[],
  now: number,
  most: number,
  underWay: readonly Entry[] = [],
): Entry[] {
  const gone = new Set(underWay.map(({ id }) => id))
  const isMaking = underWay.some(makes)
  const blocked = new Set<string>()
  const chosen: Entry[] = []
  for (const entry of entries.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {
    const free = entry.keys.every((key) => !blocked.has(key)) && !gone.has(entry.id) && !(isMaking && makes(entry))
    if (free && isDue(entry, now) && !hasBytesLeft(entry) && chosen.length < most) chosen.push(entry)
    for (const key of entry.keys) blocked.add(key)
  }
  return chosen
}

/**
 * The entry whose file is sent next, part by part: the first that nothing blocks. Files go one after the other. Pure.
 */
export function carried(entries: readonly Entry[], now: number): Entry | null {
  const blocked = new Set<string>()
  for (const entry of entries.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {
    const free = entry.keys.every((key) => !blocked.has(key))
    if (free && isDue(entry, now) && hasBytesLeft(entry)) return entry
    for (const key of entry.keys) blocked.add(key)
  }
  return null
}

/** Whether a change makes a record: such changes keep their order among each other. */
export const makes = (entry: Entry) => writesOf(entry)?.creates === true

const isDue = ({ call, state, nextTry }: Entry, now: number) =>
  state !== 'parked' && isKnownCall(call) && (nextTry <= now || nextTry - now > LONGEST_WAIT_MS)

/** Whether part of its file has not arrived: the change itself goes after it. */
const hasBytesLeft = ({ carry }: Entry) => carry !== undefined && carry.sent < carry.size

/** The first parked change that a waiting one waits for; null if none blocks it. Pure. */
export function heldBy(entry: Entry, entries: readonly Entry[]): Entry | null {
  const parked = entries.filter(({ state, seq }) => state === 'parked' && (seq ?? 0) < (entry.seq ?? 0))
  return (
    parked
      .toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
      .find((each) => dependants(each, entries).some(({ id }) => id === entry.id)) ?? null
  )
}

/** Entries that depend on a record this one makes: they go or stay with it. Pure. */
export function dependants(entry: Entry, entries: readonly Entry[]): Entry[] {
  const keys = new Set(entry.keys)
  const found: Entry[] = []
  for (const other of entries.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {
    if ((other.seq ?? 0) <= (entry.seq ?? 0) || !other.keys.some((key) => keys.has(key))) continue
    found.push(other)
    for (const key of other.keys) keys.add(key)
  }
  return found
}
