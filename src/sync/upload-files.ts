import { fileRoutes, PART_BYTES } from '../../contract/file.ts'
import type { Response_, Send } from '../api/http.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { carried } from './eligible.ts'
import { targetsOf } from './fold.ts'
import { heldUntil, holdBack, endPause } from './hold.ts'
import { pacesOf } from './pace.ts'
import { pullAll } from './pull.ts'
import { sendAll, type Sent } from './send.ts'
import { settle } from './settle.ts'
import { backoff } from './verdict.ts'

/** How uploading ended: all that could go has gone, or why it stopped. */
type Carried = 'done' | 'offline' | 'signed-out' | 'app-too-old' | 'restored'

/**
 * Sends the waiting files, last of all and in parts, each as large as the line has lately carried in a moment. Newer
 * changes are sent beside a part and do not wait for its end, and other people's changes are fetched now and then. A
 * lost part is sent again; the server says where to continue, so that little is sent twice. Runs under the person's
 * lock.
 */
export async function uploadAll(db: Database, send: Send, person: string, now: () => number): Promise<Carried> {
  if (await heldUntil(db, now())) return 'done'
  let pulledAt = now()
  // the bytes of the current file are read once for all its parts
  let [held, bytes]: [string | null, Bytes] = [null, null]
  const sendOthers = () => sendAll(db, send, person, now)
  for (;;) {
    const entry = await nextOf(db, person, now())
    if (!entry) return 'done'
    if (held !== entry.id) [held, bytes] = [entry.id, await bytesOf(db, entry)]
    const sent = await uploadPart(db, send, entry, bytes, now, sendOthers)
    if (sent !== 'part' && sent !== 'whole') return sent
    const others = await sendOthers()
    // if something on the way refuses changes and lets parts pass, the file continues
    if (isOver(others) || (others === 'offline' && !(await heldUntil(db, now())))) return others
    if (sent === 'part' && now() - pulledAt < PULL_MS) continue
    const pulled = await pullAll(db, send, now)
    if (pulled !== 'done') return pulled
    pulledAt = now()
  }
}

type Bytes = Uint8Array<ArrayBuffer> | null

/** How long a file may occupy the line before other people's changes are fetched. */
const PULL_MS = 20_000

async function nextOf(db: Database, person: string, now: number): Promise<Entry | null> {
  if ((await db.outbox.count()) === 0) return null
  return carried(
    (await db.outbox.orderBy('seq').toArray()).filter((entry) => entry.person === person),
    now,
  )
}

async function bytesOf(db: Database, entry: Entry): Promise<Bytes> {
  return (await db.blobs.get(targetsOf(entry)[0]!.id))?.bytes ?? null
}

async function uploadPart(
  db: Database,
  send: Send,
  entry: Entry,
  bytes: Bytes,
  now: () => number,
  sendOthers: () => Promise<Sent>,
): Promise<Carried | 'part' | 'whole'> {
  const { size, sent } = entry.carry!
  // the browser has deleted the bytes: the change stays, and its person is told
  if (!bytes) return (await settle(db, entry, LOST, now())) ?? 'part'
  const { part: pace, clock } = pacesOf(db)
  const part = bytes.slice(sent, sent + Math.min(PART_BYTES, pace.size()))
  const [from, since] = [clock(), now()]
  const query = new URLSearchParams({ at: String(sent), size: String(size) })
  let took = 0
  const onItsWay = send({
    method: 'PUT',
    url: `${fileRoutes.patientPart.path.replace(':id', targetsOf(entry)[0]!.id)}?${query}`,
    body: part,
    headers: { 'content-type': 'application/octet-stream' },
  }).finally(() => (took = clock() - from)) // what goes beside it may end later
  const fault = await beside(onItsWay, sendOthers)
  // over by now or awaited: a round that ends leaves nothing in flight (I7), and keeps its answer
  const ended = await takeAnswer(await onItsWay)
  if (fault) throw fault.error
  return ended

  async function takeAnswer(response: Response_): Promise<Carried | 'part' | 'whole'> {
    if (response.kind === 'none') {
      const isTooLarge = response.why === 'between' && response.status === 413
      pace.failed(isTooLarge ? Infinity : took)
      // the next part is smaller; the smallest is reported by name
      if (isTooLarge && part.length > pace.size()) return 'part'
      if (isTooLarge) return (await settle(db, entry, TOO_LARGE, now())) ?? 'part'
      const wait = response.why === 'between' ? await holdBack(db, now(), null) : backoff(0, null)
      await go(db, entry, sent, now() + wait)
      return 'offline'
    }
    pace.took(part.length, took)
    if (response.status !== 200)
      return (await settle(db, { ...entry, attempts: entry.attempts + 1 }, response, now())) ?? 'part'
    // not the rest that the changes beside it caused
    await endPause(db, since)
    const received = Math.min(size, Number(response.body['received']))
    // if the server has lost some, continue from there; if there is no progress, ask again in a moment
    await go(db, entry, received, received > sent ? 0 : now() + backoff(0, null))
    return received === size ? 'whole' : 'part'
  }
}

/**
 * Repeats some work until an exchange is answered, or until the work finds that nothing more can go. Never rejects: the
 * work's failure is returned, to be handled after the exchange's answer.
 */
async function beside(
  exchange: Promise<unknown>,
  work: () => Promise<Sent>,
): Promise<{ readonly error: unknown } | null> {
  try {
    while (!(await isAnswered(exchange, LOOK_MS))) if (isOver(await work())) break
    return null
  } catch (error) {
    return { error }
  }
}

/** Nothing more can be sent in this round. */
const isOver = (sent: Sent): sent is 'signed-out' | 'app-too-old' | 'restored' =>
  sent === 'signed-out' || sent === 'app-too-old' || sent === 'restored'

/** How long a queued change may wait until it is noticed beside a part. */
const LOOK_MS = 500

async function isAnswered(exchange: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Promise<false>((resolve) => (timer = setTimeout(resolve, ms, false)))
  return Promise.race([exchange.then(() => true), waiting]).finally(() => clearTimeout(timer))
}

const TOO_LARGE = { status: 413, body: { status: false, refused: 'body_too_large' } }
const LOST = { status: 400, body: { status: false, refused: 'file_error' } }

/** Records how far a file is, unless its change has been decided otherwise meanwhile. */
const go = (db: Database, { seq, id }: Entry, sent: number, nextTry: number) =>
  db.outbox
    .where('seq')
    .equals(seq!)
    .modify((entry) => {
      if (entry.id === id && entry.carry) Object.assign(entry, { carry: { ...entry.carry, sent }, nextTry })
    })
