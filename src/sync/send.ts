import { BATCH, type BatchAnswer, type BatchCall } from '../../contract/sync.ts'
import type { Response_, Send } from '../api/http.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { eligible } from './eligible.ts'
import { settle, settleAll, type Stop } from './settle.ts'
import { backoff } from './verdict.ts'

/** How a round of sending ended. */
export type Sent = 'empty' | 'offline' | 'signed-out' | 'app-too-old'

/**
 * Sends what may be sent until nothing is left that may: independent entries travel together, each with its own key, base and
 * answer (SYNC "Eligible"). Of a long queue two batches are under way, so that the line and the server work while answers are taken; the
 * second stands on nothing in the first. A lost answer costs a repeat of the batch and nothing else. Runs under the person's lock.
 */
export async function sendAll(
  db: Database,
  send: Send,
  person: string,
  now: () => number,
  size = BATCH,
): Promise<Sent> {
  let most = size
  const depart = async (onTheirWay: readonly Entry[]): Promise<Flight | null> => {
    const batch = await take(db, person, now(), most, onTheirWay)
    if (batch.length === 0) return null
    return { batch, response: send({ method: 'POST', url: '/api/batch', body: { calls: batch.map(callOf) } }) }
  }
  /** Where the disk fails meanwhile, what is under way comes down before the round ends: the next one would send it beside itself (I7). */
  const departBeside = (flight: Flight) =>
    depart(flight.batch).catch(async (error: unknown) => {
      await land(db, flight, now())
      throw error
    })
  let flight = await depart([])
  while (flight) {
    const { batch } = flight
    const next: Flight | null = batch.length === size ? await departBeside(flight) : null
    const response: Response_ = await flight.response
    const answers = answersOf(response)
    // undefined where the batch was not taken
    let stop: Stop | null | undefined
    try {
      if (answers) stop = await settleAll(db, paired(batch, answers), now())
    } finally {
      if (next && stop !== null) await land(db, next, now())
    }
    if (stop) return stop
    if (answers) flight = next ?? (await depart([]))
    else if (response.kind === 'answer' && UNREADABLE.has(response.status)) {
      // one entry that the server cannot even read must not hold up the others (I10): alone, it is found out
      const [entry] = batch
      if (entry && batch.length === 1) await settle(db, entry, response, now())
      else await putBack(db, batch, 0)
      most = 1
      flight = await depart([])
    } else {
      const status = response.kind === 'answer' ? response.status : 0
      const why = status === 401 ? 'signed-out' : status === 426 ? 'app-too-old' : null
      const wait = backoff(0, response.kind === 'answer' ? response.retryAfter : null)
      await putBack(db, batch, why ? 0 : now() + wait)
      return why ?? 'offline'
    }
  }
  return 'empty'
}

/** Entries that travel together, and what comes of it. */
type Flight = { readonly batch: readonly Entry[]; readonly response: ReturnType<Send> }

const callOf = ({ call, id, base, madeAt, input }: Entry): BatchCall => ({ call, key: id, base, madeAt, input })

const answersOf = (response: Response_) =>
  response.kind === 'answer' && response.status === 200
    ? (response.body['answers'] as readonly BatchAnswer[]) // our server's, as `http.ts` made sure
    : null

const paired = (batch: readonly Entry[], answers: readonly BatchAnswer[]) =>
  batch.map(
    (entry, i) => [{ ...entry, attempts: entry.attempts + 1 }, answers[i] ?? { status: 503, body: null }] as const,
  )

/** The end of a flight whose round something else has ended: it is taken if it was answered, or goes again in the next round. */
async function land(db: Database, { batch, response }: Flight, now: number) {
  const answers = answersOf(await response)
  if (answers) await settleAll(db, paired(batch, answers), now)
  else await putBack(db, batch, 0)
}

const putBack = (db: Database, batch: readonly Entry[], nextTry: number) =>
  db.transaction('rw', db.outbox, async () => {
    for (const entry of batch) await db.outbox.update(entry.seq!, { state: 'ready', nextTry })
  })

/** Answers to a whole batch that say something of its text. */
const UNREADABLE = new Set([400, 413, 422])

/**
 * Chosen and marked in one transaction: a change that melts into an entry, or takes it back, does so before it leaves or not at all
 * (I2). What was sent once is frozen. What is `onTheirWay` holds up what stands on it, and is not sent twice.
 */
async function take(
  db: Database,
  person: string,
  now: number,
  most: number,
  onTheirWay: readonly Entry[],
): Promise<Entry[]> {
  // most rounds find nothing, and a transaction that may write waits for the others
  if ((await db.outbox.count()) === 0) return []
  return db.transaction('rw', db.outbox, async () => {
    const entries: Entry[] = []
    const some = most + onTheirWay.length
    let batch: Entry[]
    let more: Entry[]
    // no further than it fills: of a long queue most stays where it is
    do {
      more = await db.outbox
        .where('seq')
        .above(entries.at(-1)?.seq ?? 0)
        .limit(some)
        .toArray()
      entries.push(...more)
      batch = eligible(
        entries.filter((entry) => entry.person === person),
        now,
        most,
        onTheirWay,
      )
    } while (batch.length < most && more.length === some)
    await db.outbox.bulkPut(batch.map((entry) => ({ ...entry, state: 'sending', attempts: entry.attempts + 1 })))
    return batch
  })
}
