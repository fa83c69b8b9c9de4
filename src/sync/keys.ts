import { rowOf } from '../../contract/calls.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { keyOf, targetsOf } from './fold.ts'

/**
 * What orders an entry in the queue: the records it touches, and those it stands on that are themselves only on this device yet
 * (SYNC "Outbox entry"). A record the server knows holds nothing up.
 */
export async function keysOf(db: Database, made: Pick<Entry, 'call' | 'input'>): Promise<string[]> {
  const keys = new Set(targetsOf(made).map(keyOf))
  for (const field of rowOf(made.call).writes?.needs ?? []) {
    const key = `${field.replace(/Id$/, '')}:${String(made.input[field])}`
    const waiting = await db.outbox.where('keys').equals(key).toArray()
    if (waiting.some((entry) => rowOf(entry.call).writes?.creates)) keys.add(key)
  }
  return [...keys]
}
