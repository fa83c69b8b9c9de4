import { rowOf } from '../../contract/calls.ts'
import type { Entry } from '../db/entry.ts'

/**
 * The entries that may be sent now, in the order they were made: no earlier unanswered entry shares a key with them (I7), also no
 * parked one, since what stands on a refused change waits with it (I10). One whose file is not there yet waits for it. Those `underWay` are
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

const makes = ({ call }: Entry) => rowOf(call).writes?.creates === true

const isDue = (entry: Entry, now: number) => entry.state !== 'parked' && entry.nextTry <= now

/** Whether not all of its file has arrived: before that the change itself does not go. */
const hasBytesLeft = ({ carry }: Entry) => carry !== undefined && carry.sent < carry.size

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
