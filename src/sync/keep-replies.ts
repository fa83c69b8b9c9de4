import type { Database, KeptReply } from '../db/database.ts'
import { isStorageError } from './storage.ts'

/**
 * Stores answers that are not records, each replacing the last under its key. If the device is full, or its database
 * has closed meanwhile, they are not stored and nothing fails: the caller has the answer, and can ask again (R76).
 */
export async function keepReplies(db: Database, replies: readonly KeptReply[]): Promise<void> {
  try {
    // in a transaction of its own making Dexie would report a failure twice, the second time unhandled
    await db.transaction('rw', db.replies, () => db.replies.bulkPut(replies))
  } catch (error) {
    if (!isStorageError(error)) throw error
  }
}
