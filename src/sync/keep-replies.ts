import type { Database, KeptReply } from '../db/database.ts'
import { isStorageError } from './storage.ts'

/**
 * Keeps answers that are no records, each in place of the last under its key. On a device that is full, or whose database has closed meanwhile, they
 * are not kept and nothing fails: what was asked is known, and can be asked again (R76).
 */
export async function keepReplies(db: Database, replies: readonly KeptReply[]): Promise<void> {
  try {
    // of a transaction that Dexie makes by itself it hears a failure twice, the second time nobody can
    await db.transaction('rw', db.replies, () => db.replies.bulkPut(replies))
  } catch (error) {
    if (!isStorageError(error)) throw error
  }
}
