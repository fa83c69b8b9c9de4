import type { Entry } from '../db/entry.ts'
import { isKnownCall, writesOf } from './known.ts'
import { LONGEST_WAIT_MS } from './verdict.ts'

/**
 * The entries that may be sent now, in the order they were made: no earlier unanswered entry shares a key with them (I7), also no
 * parked one, since what stands on a refused change waits with it (I10), nor one that this build does not know. One whose file is not there yet waits for it. Those `underWay` are
 * not sent twice, and while one of them makes a record none goes that makes another: of two that want one time the first has it, and two
 * batches keep no order between them. Pure.
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

/** The entry whose file goes next, a part at a time: the first that nothing holds up. Files go one after the other. Pure. */
export function carried(entries: readonly Entry[], now: number): Entry | null {
  const blocked = new Set<string>()
  for (const entry of entries.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {
    const free = entry.keys.every((key) => !blocked.has(key))
    if (free && isDue(entry, now) && hasBytesLeft(entry)) return entry
    for (const key of entry.keys) blocked.add(key)
  }
  return null
}

/** Whether a change makes a record: such ones keep their order among each other. */
export const makes = (entry: Entry) => writesOf(entry)?.creates === true

const isDue = ({ call, state, nextTry }: Entry, now: number) =>
  state !== 'parked' && isKnownCall(call) && (nextTry <= now || nextTry - now > LONGEST_WAIT_MS)

/** Whether not all of its file has arrived: before that the change itself does not go. */
const hasBytesLeft = ({ carry }: Entry) => carry !== undefined && carry.sent < carry.size

/** The parked change that a waiting one waits for, the first of them; null where none holds it up. Pure. */
export function heldBy(entry: Entry, entries: readonly Entry[]): Entry | null {
  const parked = entries.filter(({ state, seq }) => state === 'parked' && (seq ?? 0) < (entry.seq ?? 0))
  return (
    parked
      .toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
      .find((each) => dependants(each, entries).some(({ id }) => id === entry.id)) ?? null
  )
}

/** Entries that stand on a record this one makes: they go or stay with it. Pure. */
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
