import { BATCH, CURSOR_HEADER, SENT_AT_HEADER, type BatchAnswer, type BatchCall } from '../../contract/sync/sync.ts'
import type { Response_, Send } from '../api/http.ts'
import type { Database } from '../db/database.ts'
import { mayHold, type Entry } from '../db/entry.ts'
import { eligible } from './eligible.ts'
import { fitting, sizeOf } from './fitting.ts'
import { parkForgotten } from './forgotten.ts'
import { heldUntil, holdBack, lastFailure, endPause } from './hold.ts'
import { isReadable } from './known.ts'
import { pacesOf, type Paces } from './pace.ts'
import { isRestored, noteRestored, placeOf } from './restored.ts'
import { lookAgain } from './set-apart.ts'
import { settle, settleAll, type Stop } from './settle.ts'
import { backoff, saysNotTaken } from './verdict.ts'

/** How a round of sending ended. `held`: what was refused or not answered lately is not tried again yet. */
export type Sent = 'empty' | 'held' | 'offline' | 'signed-out' | 'app-too-old' | 'restored'

/**
 * Sends what may be sent until nothing is left that may: independent entries travel together, each with its own key, base and
 * answer (SYNC "Eligible"). Of a long queue two batches are under way, so that the line and the server work while answers are taken; the
 * second stands on nothing in the first. A lost answer costs a repeat of the batch and nothing else. A batch is no longer than the line has
 * lately carried in a moment, and where something in between refuses it (a proxy's 413 or 403) it is made shorter until one change is found
 * out. Runs under the person's lock.
 */
export async function sendAll(
  db: Database,
  send: Send,
  person: string,
  now: () => number,
  size = BATCH,
): Promise<Sent> {
  if (await isRestored(db)) return 'restored'
  if (await heldUntil(db, now())) return 'held'
  await parkForgotten(db, person, now())
  const place = await placeOf(db)
  const headers = () => ({
    ...(place !== null && { [CURSOR_HEADER]: place }),
    [SENT_AT_HEADER]: new Date(now()).toISOString(),
  })
  const paces = pacesOf(db)
  // after a rest one change alone finds out whether the line carries again, then a few more: what fails is one upload, not a hundred changes
  const { failed, refused } = await lastFailure(db)
  let isProbe = failed
  let isRising = failed
  let most = failed ? 1 : size
  /** Changes that were refused one by one on the way, in this round. */
  const refusedNow: string[] = []
  const sendBatch = async (onTheirWay: readonly Entry[]): Promise<InFlightBatch | null> => {
    const limits = { most, bytes: paces.batch.size(), refused }
    const batch = await claimBatch(db, person, now(), limits, onTheirWay)
    if (batch.length === 0) return null
    const calls = batch.map(callOf)
    return {
      batch,
      response: timed(paces, calls, send({ method: 'POST', url: '/api/batch', headers: headers(), body: { calls } })),
    }
  }
  /** Where the disk fails meanwhile, what is under way comes down before the round ends: the next one would send it beside itself (I7). */
  const sendBatchBeside = (inFlight: InFlightBatch) =>
    sendBatch(inFlight.batch).catch(async (error: unknown) => {
      await settleBatch(db, inFlight, now())
      throw error
    })
  let inFlight = await sendBatch([])
  while (inFlight) {
    const { batch } = inFlight
    const next: InFlightBatch | null = batch.length === size ? await sendBatchBeside(inFlight) : null
    const response: Response_ = await inFlight.response
    const answers = answersOf(response)
    // undefined where the batch was not taken
    let stop: Stop | null | undefined
    try {
      if (answers) stop = await settleAll(db, paired(batch, answers), now())
    } finally {
      if (next && stop !== null) await settleBatch(db, next, now())
    }
    if (stop) return stop
    if (answers) {
      await endPause(db)
      isProbe = false
      if (isRising) most = Math.min(size, most * 4)
      inFlight = next ?? (await sendBatch([]))
    } else if (response.kind === 'answer' && response.body['refused'] === 'server_restored') {
      await putBack(db, batch, 0, true)
      await noteRestored(db)
      return 'restored'
    } else if (isRefusedOnTheWay(response) && batch.length > 1) {
      await putBack(db, batch, 0, neverCame(response))
      most = Math.ceil(batch.length / 4)
      isRising = false
      inFlight = await sendBatch([])
    } else if (isRefusedOnTheWay(response) && refusedNow.push(batch[0]!.id) < (isProbe ? 1 : MOST_REFUSED)) {
      const [entry] = batch as [Entry]
      if (response.status === 413) await settle(db, entry, TOO_LARGE, now())
      else await putBack(db, batch, now() + backoff(entry.attempts + 1, null), neverCame(response))
      inFlight = await sendBatch([])
    } else if (response.kind === 'answer' && UNREADABLE.has(response.status)) {
      // one entry that the server cannot even read must not hold up the others (I10): alone, it is found out
      const [entry] = batch
      if (entry && batch.length === 1) await settle(db, entry, response, now())
      else await putBack(db, batch, 0, true)
      most = 1
      inFlight = await sendBatch([])
    } else {
      const status = response.kind === 'answer' ? response.status : 0
      const why = status === 401 ? 'signed-out' : status === 426 ? 'app-too-old' : null
      const after = response.kind === 'answer' ? response.retryAfter : null
      // where something answers, but not for us, all that waits would be told the same; who signs in again, or has the newer app, waits for nothing
      const wait = isReached(response) && !why ? await holdBack(db, now(), after, refusedNow) : backoff(0, after)
      await putBack(db, batch, why ? 0 : now() + wait, neverCame(response))
      return why ?? 'offline'
    }
  }
  return 'empty'
}

/** Entries that travel together, and what comes of it. */
type InFlightBatch = { readonly batch: readonly Entry[]; readonly response: ReturnType<Send> }

/** An entry as it travels. */
export const callOf = ({ call, id, base, madeAt, input }: Entry): BatchCall => ({ call, key: id, base, madeAt, input })

const answersOf = (response: Response_) =>
  response.kind === 'answer' && response.status === 200
    ? (response.body['answers'] as readonly BatchAnswer[]) // our server's, as `http.ts` made sure
    : null

const paired = (batch: readonly Entry[], answers: readonly BatchAnswer[]) =>
  batch.map(
    (entry, i) =>
      [
        { ...entry, attempts: entry.attempts + 1, mayHold: mayHold(entry) },
        answers[i] ?? { status: 503, body: null },
      ] as const,
  )

/** The end of a flight whose round something else has ended: it is taken if it was answered, or goes again in the next round. */
async function settleBatch(db: Database, { batch, response }: InFlightBatch, now: number) {
  const its = await response
  const answers = answersOf(its)
  if (answers) await settleAll(db, paired(batch, answers), now)
  else await putBack(db, batch, 0, neverCame(its))
}

/** `notTaken`: what came back says that none of it was taken, so that they are as open as they were before they left. */
const putBack = (db: Database, batch: readonly Entry[], nextTry: number, notTaken = false) =>
  db.transaction('rw', db.outbox, async () => {
    for (const entry of batch)
      await db.outbox.update(entry.seq!, { state: 'ready', nextTry, ...(notTaken && { mayHold: mayHold(entry) }) })
  })

/**
 * Whether nothing of the request came to the server: it says so itself, or what stands between sends back by the request alone. Any other page of a
 * stranger may stand for an answer of the server that it held back.
 */
const neverCame = (response: Response_) =>
  response.kind === 'answer'
    ? saysNotTaken(response.status)
    : response.why === 'between' && response.status !== undefined && TURNED_AWAY.has(response.status)

/** 0 is a redirect, as a portal answers before anyone has signed in there. */
const TURNED_AWAY = new Set([0, 407, 411, 413, 414, 431, 511])

/** Notes how long a batch was on its way, for the length of the next ones. */
async function timed(
  { batch, clock }: Paces,
  calls: readonly BatchCall[],
  response: ReturnType<Send>,
): ReturnType<Send> {
  const from = clock()
  const its = await response
  if (its.kind === 'answer') batch.took(sizeOf(calls), clock() - from)
  else if (its.why !== 'between') batch.failed(clock() - from)
  return its
}

const isReached = (response: Response_) => response.kind === 'answer' || response.why === 'between'

/** Something in between takes the request and refuses it, by its length, its words or whatever it holds against them. */
const isRefusedOnTheWay = (
  response: Response_,
): response is Response_ & { readonly kind: 'none'; readonly status: number } =>
  response.kind === 'none' &&
  response.why === 'between' &&
  response.status !== undefined &&
  response.status >= 400 &&
  response.status < 500 &&
  !LINE_REFUSALS.has(response.status)

/** Refusals that speak of who asks or how often, and not of what is in the request. */
const LINE_REFUSALS = new Set([401, 407, 408, 429])

/** Changes that may be refused on the way one by one before it is the line that is held to be at fault. */
const MOST_REFUSED = 3

const TOO_LARGE = { status: 413, body: { status: false, refused: 'body_too_large' } }

/** Answers to a whole batch that say something of its text. */
const UNREADABLE = new Set([400, 413, 422])

/** How many may go at once, how long they may be together, and which were refused on the way lately. */
type Limits = { readonly most: number; readonly bytes: number; readonly refused: readonly string[] }

/**
 * Chosen and marked in one transaction: a change that melts into an entry, or takes it back, does so before it leaves or not at all
 * (I2). What was sent once is frozen. What is `onTheirWay` holds up what stands on it, and is not sent twice.
 */
async function claimBatch(
  db: Database,
  person: string,
  now: number,
  { most, bytes, refused }: Limits,
  onTheirWay: readonly Entry[],
): Promise<Entry[]> {
  // most rounds find nothing, and a transaction that may write waits for the others
  if ((await db.outbox.count()) === 0) return []
  return db.transaction('rw', db.outbox, async () => {
    const entries: Entry[] = []
    // those that were refused stand aside for one that was not
    const enough = most + refused.length
    const some = enough + onTheirWay.length
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
        enough,
        onTheirWay,
      )
    } while (batch.length < enough && more.length === some)
    // written in place by a tab of another build since the round began
    if (entries.some((entry) => entry.state !== 'parked' && !isReadable(entry))) lookAgain(db)
    batch = fitting(batch, bytes, refused).slice(0, most)
    await db.outbox.bulkPut(
      batch.map((entry) => ({ ...entry, state: 'sending', attempts: entry.attempts + 1, mayHold: true })),
    )
    return batch
  })
}
