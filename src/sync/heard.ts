import type { Send } from '../api/http.ts'
import type { Database } from '../db/database.ts'

/** When the server last answered, by the clock of the paces (ms): as far as this tab knows. */
const heard = new WeakMap<Database, number>()

/** The same network, noting when it answers. */
export const hearing =
  (send: Send, db: Database, clock: () => number): Send =>
  async (request) => {
    const response = await send(request)
    if (response.kind === 'answer') heard.set(db, clock())
    return response
  }

/**
 * Whether the server was there a moment ago. Where it was not, it is asked for before a change leaves: one that meets nobody has left for nothing,
 * and its person could neither edit it nor take it back.
 */
export const wasHeard = (db: Database, now: number): boolean => now - (heard.get(db) ?? -Infinity) < LATELY_MS

const LATELY_MS = 15_000
