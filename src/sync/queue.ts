import type { Input, QueuedCall } from '../../contract/calls.ts'
import type { Facts } from '../../contract/kernel/effect.ts'
import type { Database } from '../db/database.ts'
import { change } from './change.ts'

/**
 * Queues a change by the person at this device: on its disk when this resolves, sent soon after. Returns the entry's
 * id, so that it can be undone while it waits. Throws `NotSaved` if the device has no room; then nothing was done.
 */
export async function queueChange<N extends QueuedCall>(
  { db, person, now, kick }: Here,
  name: N,
  input: Input<N>,
  facts?: Facts,
  bytes?: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const maker = { person: person.id, name: person.name, host: location.host, now: now() }
  const id = await change(db, maker, name, input, facts, bytes)
  kick()
  return id
}

/** The device of the person signed in, with what a change needs of it; `now` in epoch ms by the server's clock. */
type Here = {
  readonly db: Database
  readonly person: { readonly id: string; readonly name: string }
  readonly now: () => number
  readonly kick: () => void
}
