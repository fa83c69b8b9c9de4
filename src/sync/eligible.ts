import type { Entry } from '../db/entry.ts'

/**
 * The entries that may be sent now, in the order they were made: no earlier unanswered entry shares a key with them (I7), also no
 * parked one, since what stands on a refused change waits with it (I10). Pure.
 */
export function eligible(entries: readonly Entry[], now: number, most: number): Entry[] {
  const blocked = new Set<string>()
  const chosen: Entry[] = []
  for (const entry of entries.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {
    const free = entry.keys.every((key) => !blocked.has(key))
    if (free && entry.state !== 'parked' && entry.nextTry <= now && chosen.length < most) chosen.push(entry)
    for (const key of entry.keys) blocked.add(key)
  }
  return chosen
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
