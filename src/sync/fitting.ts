import { rowOf } from '../../contract/calls.ts'
import type { Entry } from '../db/entry.ts'
import { makes } from './eligible.ts'

/** Length of the text that something is sent as, UTF-16 units: close enough to its bytes. */
export const sizeOf = (value: unknown): number => JSON.stringify(value).length

/**
 * Of the entries that may go, those that go together: small ones before one that would fill the line alone, which goes
 * when nothing else may. Entries in `refused`, which something on the way refused lately, go after all others. Of two
 * that may compete for the same thing, a time or a name, the earlier goes first, whatever its length. If only refused
 * ones are left, the one refused longest ago goes alone. Pure.
 */
export function fitting(entries: readonly Entry[], bytes: number, refused: readonly string[] = []): Entry[] {
  const chosen: Entry[] = []
  let left = bytes
  let isHeld = false
  for (const entry of entries) {
    const size = sizeOf(entry.input) + AROUND
    if (size > left || refused.includes(entry.id) || (isHeld && competes(entry))) isHeld ||= competes(entry)
    else {
      chosen.push(entry)
      left -= size
    }
  }
  if (chosen.length) return chosen
  return entries.toSorted((a, b) => refused.indexOf(a.id) - refused.indexOf(b.id)).slice(0, 1)
}

/** Whether a change makes a record that competes with others for a time or a name. */
const competes = (entry: Entry) =>
  makes(entry) && rowOf(entry.call).refusals.some((code) => code !== 'id_taken' && /_(taken|exists)$/.test(code))

/** Size of an entry on the wire without its input: name, key, base and time. */
const AROUND = 160
