import { KEY_KEPT_DAYS } from '../../contract/sync/sync.ts'
import type { Database } from '../db/database.ts'
import { mayHold } from '../db/entry.ts'
import { settle } from './settle.ts'

/**
 * Changes that left this device so long ago that the server may have forgotten their keys are sent no more by themselves: it could do them a
 * second time. Their person looks and decides (I1, I2). Those that surely never reached it are as good as new, however old they are. Under the
 * person's lock, before anything is sent.
 */
export async function parkForgotten(db: Database, person: string, now: number): Promise<void> {
  const since = new Date(now - SENT_AGAIN_MS).toISOString()
  // in the order they were made: mostly the first alone is looked at
  const old = await db.outbox
    .toCollection()
    .until(({ madeAt }) => madeAt > since)
    .toArray()
  for (const entry of old)
    if (entry.person === person && entry.state !== 'parked' && mayHold(entry)) await settle(db, entry, FORGOTTEN, now)
}

const FORGOTTEN = { status: 409, body: { status: false, refused: 'key_forgotten' } }
/** Ten days less than the server keeps them: no clock is off by as much without being noticed. */
const SENT_AGAIN_MS = (KEY_KEPT_DAYS - 10) * 86_400_000
