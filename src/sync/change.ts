import * as v from 'valibot'
import { rowOf, type Input, type QueuedCall } from '../../contract/calls.ts'
import { BUILD } from '../../contract/kernel/constants.ts'
import type { Facts } from '../../contract/kernel/effect.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { coalesce, vanishing } from './coalesce.ts'
import { keyOf, targetsOf } from './fold.ts'
import { showOptimistically, type OptimisticChange } from './optimistic-change.ts'
import { keysOf } from './keys.ts'
import { noteReadable } from './known.ts'
import { baseOf, wasOf } from './made.ts'
import { engineTables, rebase, saveBase } from './rebase.ts'
import { giveUp } from './settle.ts'
import { isStorageError } from './storage.ts'
import { countMade, countUnsent } from './unsent.ts'
import { payloadOf } from './upcast.ts'

/** Who changes something, on which host, and the time by the server's clock as the device knows it (epoch ms). */
export type Maker = { readonly person: string; readonly name: string; readonly host: string; readonly now: number }

/** The change could not be written to this device: storage is full or broken. What was typed is still in the form. */
export class NotSaved extends Error {}

/**
 * The only write path (SYNC): one transaction keeps the server's row, writes the effective one and queues the change.
 * When it resolves, the change is on this device's disk. Returns the id of the entry that holds it; if a record that
 * never left this device is removed, the id of the entry that made it, which is dropped. Throws `NotSaved`, or a
 * `ValiError` for an input that the contract refuses.
 */
export async function change<N extends QueuedCall>(
  db: Database,
  maker: Maker,
  call: N,
  input: Input<N>,
  facts: Facts = {},
  /** For a record with bytes: they are kept here until all of them have arrived. */
  bytes: Uint8Array<ArrayBuffer> | null = null,
): Promise<string> {
  const parsed = v.parse(rowOf(call).input, input) as Readonly<Record<string, unknown>> // every queued input is an object
  const made = { call, input: parsed }
  const targets = targetsOf(made)
  const optimistic: OptimisticChange = {
    ...made,
    state: 'ready',
    madeAt: new Date(maker.now).toISOString(),
    by: maker.name,
    facts,
  }
  const written = showOptimistically(db, optimistic)
  countMade(db, maker.now)
  try {
    const entryId = await db.transaction('rw', engineTables(db), async () => {
      const touched = targets.map(keyOf)
      // read in parallel: a tap waits for each trip to the disk (bench "tap to painted")
      const [base, was, keys, waiting] = await Promise.all([
        baseOf(db, made),
        wasOf(db, made),
        keysOf(db, made),
        db.outbox.where('keys').anyOf(touched).distinct().toArray(),
        ...targets.map(({ table, id }) => saveBase(db, table, id)),
      ] as const)
      const undone = vanishing(waiting, made)
      if (undone) {
        await giveUp(db, undone, maker.now)
        return undone[0].id
      }
      const entry: Entry = {
        ...optimistic,
        id: newId(maker.now),
        payload: payloadOf(call),
        base,
        was,
        keys,
        attempts: 0,
        nextTry: 0,
        problem: null,
        person: maker.person,
        host: maker.host,
        build: BUILD,
        ...(bytes && { carry: { size: bytes.length, sent: 0 } }),
      }
      const melted = coalesce(waiting, entry)
      noteReadable(melted ?? entry)
      if (bytes) await db.blobs.put({ id: targets[0]!.id, bytes, keep: 0 })
      await db.outbox.put(melted ?? entry)
      await Promise.all(targets.map(({ table, id }) => rebase(db, table, id)))
      return (melted ?? entry).id
    })
    written(true)
    return entryId
  } catch (error) {
    written(false)
    await countUnsent(db).catch(() => undefined)
    if (isStorageError(error)) throw new NotSaved('not_saved', { cause: error })
    throw error
  }
}
