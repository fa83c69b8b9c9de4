import { newId } from '../../contract/kernel/id.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { strike } from './ended.ts'
import { targetsOf } from './fold.ts'
import { keysOf } from './keys.ts'
import { isKnownCall } from './known.ts'
import { baseOf, wasOf } from './made.ts'
import { engineTables, rebase, saveBase } from './rebase.ts'
import { isHere } from './settle.ts'
import { countUnsent } from './unsent.ts'

/**
 * *Edit*, *keep mine* or *try again* on an entry that is still here: a new entry with a new id replaces it in one
 * transaction, since the server would only repeat the stored answer for the old id (SYNC). It is based on the record as
 * the server has it now. Returns the new id, or null if another tab has already decided, or this build does not know
 * the change.
 */
export async function tryAgain(
  db: Database,
  before: Entry,
  input: Entry['input'],
  now: number,
): Promise<string | null> {
  return db.transaction('rw', engineTables(db), async () => {
    const kept = await db.outbox.get(before.seq!)
    if (kept?.id !== before.id || !isHere(kept)) return null
    if (!isKnownCall(before.call)) return null
    const made = { call: before.call, input }
    const [base, was, keys] = [await baseOf(db, made), await wasOf(db, made), await keysOf(db, made)]
    const id = newId(now)
    await db.outbox.put({
      ...kept,
      id,
      input,
      base: base ?? kept.base,
      was,
      keys,
      state: 'ready',
      attempts: 0,
      mayHold: false,
      nextTry: 0,
      problem: null,
    })
    for (const target of targetsOf(made)) {
      await saveBase(db, target.table, target.id)
      await rebase(db, target.table, target.id)
    }
    return id
  })
}

/**
 * Restores entries that were discarded a moment ago, as they were and in their places. None of them can be on its way,
 * or `discard` would not have ended it. An entry that is already here stays as it is.
 */
export async function restore(db: Database, entries: readonly Entry[]): Promise<void> {
  await db.transaction('rw', engineTables(db), async () => {
    for (const entry of entries) {
      if (await db.outbox.get(entry.seq!)) continue
      for (const { table, id } of targetsOf(entry)) await saveBase(db, table, id)
      await db.outbox.put(entry)
      await strike(db, (each) => each.entry.id === entry.id && each.end === 'discarded')
      for (const { table, id } of targetsOf(entry)) await rebase(db, table, id)
    }
  })
  await countUnsent(db)
}
