import type { QueuedCall } from '../../contract/calls.ts'
import type { Entry } from '../db/entry.ts'

/**
 * Converts a change queued by an older build to the contract's next shape. Pure, from the stored entry alone; may
 * return another call's name.
 */
export type Upcaster = (input: Entry['input']) => Pick<Entry, 'call' | 'payload' | 'input'>

/**
 * By the call and the payload version that they read: `'appointment.move 1'`. A queued call mostly only grows by
 * optional fields, and needs none. A new name, or another meaning of a field, has one here for as long as a device may
 * hold such an entry (docs/decisions/0079-changes-of-other-versions.md).
 */
const UPCASTERS: Readonly<Record<string, Upcaster>> = {}

/** The payload version that this build writes: one after the last that an upcaster reads. */
export function payloadOf(call: QueuedCall, upcasters = UPCASTERS): number {
  let payload = 1
  while (Object.hasOwn(upcasters, `${call} ${payload}`)) payload++
  return payload
}

/** The entry in today's shape; unchanged if it has that already, or if no upcaster reads it. */
export function upcast(entry: Entry, upcasters = UPCASTERS): Entry {
  const name = `${entry.call} ${entry.payload}`
  const step = Object.hasOwn(upcasters, name) ? upcasters[name] : undefined
  return step ? upcast({ ...entry, ...step(entry.input) }, upcasters) : entry
}
