import type { Send } from '../api/http.ts'
import type { Database } from '../db/database.ts'

/** When the server last answered, by the clock of the paces (ms), as far as this tab knows. */
const lastAnswers = new WeakMap<Database, number>()

/** The same network; records when the server answers. */
export const recordingAnswers =
  (send: Send, db: Database, clock: () => number): Send =>
  async (request) => {
    const response = await send(request)
    if (response.kind === 'answer') lastAnswers.set(db, clock())
    return response
  }

/**
 * Whether the server answered a moment ago. If not, the device asks for it before a change leaves: otherwise the change
 * would leave in vain, and its person could neither edit nor undo it.
 */
export const answeredLately = (db: Database, now: number): boolean =>
  now - (lastAnswers.get(db) ?? -Infinity) < LATELY_MS

const LATELY_MS = 15_000
