import { BATCH, type BatchAnswer, type BatchCall } from '../../contract/sync.ts'
import type { Send } from '../api/http.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { eligible } from './eligible.ts'
import { settle, settleAll } from './settle.ts'
import { backoff } from './verdict.ts'

/** How a round of sending ended. */
export type Sent = 'empty' | 'offline' | 'signed-out' | 'app-too-old'

/**
 * Sends what may be sent until nothing is left that may: independent entries travel together, each with its own key, base and
 * answer (SYNC "Eligible"). A lost answer costs a repeat of the batch and nothing else. Runs under the person's lock.
 */
export async function sendAll(db: Database, send: Send, person: string, now: () => number): Promise<Sent> {
  let most = BATCH
  for (;;) {
    const batch = await take(db, person, now(), most)
    if (batch.length === 0) return 'empty'
    const calls: BatchCall[] = batch.map(({ call, id, base, madeAt, input }) => ({
      call,
      key: id,
      base,
      madeAt,
      input,
    }))
    const response = await send({ method: 'POST', url: '/api/batch', body: { calls } })
    const answers =
      response.kind === 'answer' && response.status === 200
        ? (response.body['answers'] as readonly BatchAnswer[])
        : null // our server's, as `http.ts` made sure
    if (!answers) {
      const status = response.kind === 'answer' ? response.status : 0
      // one entry that the server cannot even read must not hold up the others (I10): alone, it is found out
      if (UNREADABLE.has(status) && response.kind === 'answer') {
        most = 1
        for (const entry of batch)
          if (batch.length === 1) await settle(db, entry, { status, body: response.body }, now())
          else await db.outbox.update(entry.seq!, { state: 'ready' })
        continue
      }
      const wait = backoff(0, response.kind === 'answer' ? response.retryAfter : null)
      await db.transaction('rw', db.outbox, async () => {
        for (const entry of batch)
          await db.outbox.update(entry.seq!, {
            state: 'ready',
            nextTry: status === 401 || status === 426 ? 0 : now() + wait,
          })
      })
      return status === 401 ? 'signed-out' : status === 426 ? 'app-too-old' : 'offline'
    }
    const stop = await settleAll(
      db,
      batch.map((entry, i) => [{ ...entry, attempts: entry.attempts + 1 }, answers[i] ?? { status: 503, body: null }]),
      now(),
    )
    if (stop) return stop
  }
}

/** Answers to a whole batch that say something of its text. */
const UNREADABLE = new Set([400, 413, 422])

/**
 * Chosen and marked in one transaction: a change that melts into an entry, or takes it back, does so before it leaves or not at all
 * (I2). What was sent once is frozen.
 */
async function take(db: Database, person: string, now: number, most: number): Promise<Entry[]> {
  // most rounds find nothing, and a transaction that may write waits for the others
  if ((await db.outbox.count()) === 0) return []
  return db.transaction('rw', db.outbox, async () => {
    const entries = (await db.outbox.orderBy('seq').toArray()).filter((entry) => entry.person === person)
    const batch = eligible(entries, now, most)
    await db.outbox.bulkPut(batch.map((entry) => ({ ...entry, state: 'sending', attempts: entry.attempts + 1 })))
    return batch
  })
}
