import { KEY_KEPT_DAYS } from '../../contract/sync/sync.ts'
import type { Database } from '../db/database.ts'
import { mayHold } from '../db/entry.ts'
import { settle } from './settle.ts'

/**
 * Parks changes that left this device so long ago that the server may have forgotten their keys: it could do them a
 * second time. Their person looks and decides (I1, I2). A change that surely never reached the server is as good as
 * new, however old it is. Runs under the person's lock, before anything is sent.
 */
export async function parkForgotten(db: Database, person: string, now: number): Promise<void> {
  const since = new Date(now - SENT_AGAIN_MS).toISOString()
  // oldest first: usually only the first is examined
  const old = await db.outbox
    .toCollection()
    .until(({ madeAt }) => madeAt > since)
    .toArray()
  for (const entry of old)
    if (entry.person === person && entry.state !== 'parked' && mayHold(entry)) await settle(db, entry, FORGOTTEN, now)
}

const FORGOTTEN = { status: 409, body: { status: false, refused: 'key_forgotten' } }
/** Ten days less than the server keeps keys: a clock that wrong is noticed. */
const SENT_AGAIN_MS = (KEY_KEPT_DAYS - 10) * 86_400_000
