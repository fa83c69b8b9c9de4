import { rowOf } from '../../contract/calls.ts'
import type { Entry } from '../db/entry.ts'
import { makes } from './eligible.ts'

/** UTF-16 units of the text something is sent as: near enough to its bytes. */
export const sizeOf = (value: unknown): number => JSON.stringify(value).length

/**
 * Of the entries that may go, those that go together: small ones before one that would fill the line by itself, which goes when nothing else
 * may. Those `refused` on the way lately go after all others too. Of two that may want the same thing, a time or a name, the earlier one goes
 * first, whatever its length. Where none is left, the one that was refused longest ago goes by itself. Pure.
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

/** Whether a change makes a record that there can be but one of. */
const competes = (entry: Entry) =>
  makes(entry) && rowOf(entry.call).refusals.some((code) => code !== 'id_taken' && /_(taken|exists)$/.test(code))

/** Of an entry on the wire what is not its input: name, key, base and time. */
const AROUND = 160
