import type { QueuedCall } from '../../contract/calls.ts'
import type { Entry } from '../db/entry.ts'

/** What an older build has queued, as the next shape of the contract has it. Pure, from what is stored alone; may answer another call's name. */
export type Upcaster = (input: Entry['input']) => Pick<Entry, 'call' | 'payload' | 'input'>

/**
 * By the call and the payload's version that they read: `'appointment.move 1'`. A queued call mostly only grows, by fields that may be left out,
 * and needs none; a new name or another meaning of a field has one here, as long as a device may hold such an entry
 * (docs/decisions/0079-changes-of-other-versions.md).
 */
const UPCASTERS: Readonly<Record<string, Upcaster>> = {}

/** The payload's version that this build writes: one after the last that something here reads. */
export function payloadOf(call: QueuedCall, upcasters = UPCASTERS): number {
  let payload = 1
  while (Object.hasOwn(upcasters, `${call} ${payload}`)) payload++
  return payload
}

/** The entry in today's shape; itself where it has that already, or where nothing here reads it. */
export function upcast(entry: Entry, upcasters = UPCASTERS): Entry {
  const name = `${entry.call} ${entry.payload}`
  const step = Object.hasOwn(upcasters, name) ? upcasters[name] : undefined
  return step ? upcast({ ...entry, ...step(entry.input) }, upcasters) : entry
}
