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

/** How a round of sending ended. `held`: what was refused or not answered lately waits for its next attempt. */
export type Sent = 'empty' | 'held' | 'offline' | 'signed-out' | 'app-too-old' | 'restored'

/**
 * Sends until nothing is left that may go. Independent entries travel together, each with its own key, base and answer
 * (SYNC "Eligible"). A long queue has two batches in flight, so that line and server work while answers are applied;
 * the second depends on nothing in the first. A lost answer only costs a repeat of the batch. A batch is no longer than
 * the line has lately carried in a moment. If something in between refuses it (a proxy's 413 or 403), batches get
 * shorter until the refused change is found. Runs under the person's lock.
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
  // after a rest one change alone tests whether the line works again, then a few more: what fails is one upload, not a
  // hundred changes
  const { failed, refused } = await lastFailure(db)
  let isProbe = failed
  let isRising = failed
  let most = failed ? 1 : size
  /** Changes that were refused on the way one by one in this round. */
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
  /**
   * If the disk fails meanwhile, batches in flight end before the round does: the next round would send them again
   * beside itself (I7).
   */
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
    // undefined if the batch was not accepted
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
      // an entry that the server cannot even read must not block the others (I10): sent alone, it is identified
      const [entry] = batch
      if (entry && batch.length === 1) await settle(db, entry, response, now())
      else await putBack(db, batch, 0, true)
      most = 1
      inFlight = await sendBatch([])
    } else {
      const status = response.kind === 'answer' ? response.status : 0
      const why = status === 401 ? 'signed-out' : status === 426 ? 'app-too-old' : null
      const after = response.kind === 'answer' ? response.retryAfter : null
      // if something answers in the server's place, every waiting change would meet it; after a new sign-in or an
      // update nothing waits
      const wait = isReached(response) && !why ? await holdBack(db, now(), after, refusedNow) : backoff(0, after)
      await putBack(db, batch, why ? 0 : now() + wait, neverCame(response))
      return why ?? 'offline'
    }
  }
  return 'empty'
}

/** Entries that travel together, and their response. */
type InFlightBatch = { readonly batch: readonly Entry[]; readonly response: ReturnType<Send> }

/** An entry as it is sent. */
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

/**
 * Ends a batch whose round ended for another reason: its answers are applied if there are any; otherwise it goes again
 * in the next round.
 */
async function settleBatch(db: Database, { batch, response }: InFlightBatch, now: number) {
  const answer = await response
  const answers = answersOf(answer)
  if (answers) await settleAll(db, paired(batch, answers), now)
  else await putBack(db, batch, 0, neverCame(answer))
}

/**
 * `notTaken`: the response shows that the server took none of it, so that the entries are as open as before they left.
 */
const putBack = (db: Database, batch: readonly Entry[], nextTry: number, notTaken = false) =>
  db.transaction('rw', db.outbox, async () => {
    for (const entry of batch)
      await db.outbox.update(entry.seq!, { state: 'ready', nextTry, ...(notTaken && { mayHold: mayHold(entry) }) })
  })

/**
 * Whether nothing of the request reached the server: it says so itself, or something in between refused it by the
 * request alone. Any other foreign page may replace an answer of the server.
 */
const neverCame = (response: Response_) =>
  response.kind === 'answer'
    ? saysNotTaken(response.status)
    : response.why === 'between' && response.status !== undefined && TURNED_AWAY.has(response.status)

/** 0 is a redirect, which a portal sends until someone has signed in there. */
const TURNED_AWAY = new Set([0, 407, 411, 413, 414, 431, 511])

/** Records how long a batch took, for the size of the next ones. */
async function timed(
  { batch, clock }: Paces,
  calls: readonly BatchCall[],
  response: ReturnType<Send>,
): ReturnType<Send> {
  const from = clock()
  const answer = await response
  if (answer.kind === 'answer') batch.took(sizeOf(calls), clock() - from)
  else if (answer.why !== 'between') batch.failed(clock() - from)
  return answer
}

const isReached = (response: Response_) => response.kind === 'answer' || response.why === 'between'

/** Whether something in between refuses the request, for its length, its words or anything else in it. */
const isRefusedOnTheWay = (
  response: Response_,
): response is Response_ & { readonly kind: 'none'; readonly status: number } =>
  response.kind === 'none' &&
  response.why === 'between' &&
  response.status !== undefined &&
  response.status >= 400 &&
  response.status < 500 &&
  !LINE_REFUSALS.has(response.status)

/** Refusals that concern who asks or how often, and not the content of the request. */
const LINE_REFUSALS = new Set([401, 407, 408, 429])

/** How many changes may be refused on the way one by one before the line counts as faulty. */
const MOST_REFUSED = 3

const TOO_LARGE = { status: 413, body: { status: false, refused: 'body_too_large' } }

/** Answers to a whole batch that concern its text. */
const UNREADABLE = new Set([400, 413, 422])

/** How many may go at once, their total size, and which were refused on the way lately. */
type Limits = { readonly most: number; readonly bytes: number; readonly refused: readonly string[] }

/**
 * Chooses and marks entries in one transaction: a change that merges into an entry, or undoes it, does so before it
 * leaves or not at all (I2). What was sent once is frozen. Entries `onTheirWay` block what depends on them, and are not
 * sent twice.
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
    // refused entries give way to one that was not refused
    const enough = most + refused.length
    const some = enough + onTheirWay.length
    let batch: Entry[]
    let more: Entry[]
    // read only as far as needed: most of a long queue stays where it is
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
    // written by a tab of another build since the round began
    if (entries.some((entry) => entry.state !== 'parked' && !isReadable(entry))) lookAgain(db)
    batch = fitting(batch, bytes, refused).slice(0, most)
    await db.outbox.bulkPut(
      batch.map((entry) => ({ ...entry, state: 'sending', attempts: entry.attempts + 1, mayHold: true })),
    )
    return batch
  })
}
