import { fileRoutes, PART_BYTES } from '../../contract/file.ts'
import type { Send } from '../api/http.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { carried } from './eligible.ts'
import { targetsOf } from './fold.ts'
import { heldUntil, holdBack, endPause } from './hold.ts'
import { pacesOf } from './pace.ts'
import { pullAll } from './pull.ts'
import { sendAll } from './send.ts'
import { settle } from './settle.ts'
import { backoff } from './verdict.ts'

/** How carrying ended: all that could go has gone, or why it stopped. */
type Carried = 'done' | 'offline' | 'signed-out' | 'app-too-old' | 'restored'

/**
 * Sends the files that wait, last of all and a part at a time, each as large as the line has lately carried in a moment. What is queued meanwhile
 * goes beside a part and does not wait for its end, and what others do is fetched now and then. A part that got lost is sent again; the server
 * says where to go on, so that nothing is sent twice for long. Runs under the person's lock.
 */
export async function uploadAll(db: Database, send: Send, person: string, now: () => number): Promise<Carried> {
  if (await heldUntil(db, now())) return 'done'
  let pulledAt = now()
  // the bytes of the file that is on its way are read once for all its parts
  let [held, bytes]: [string | null, Bytes] = [null, null]
  const sendOthers = () => sendAll(db, send, person, now)
  for (;;) {
    const entry = await nextOf(db, person, now())
    if (!entry) return 'done'
    if (held !== entry.id) [held, bytes] = [entry.id, await bytesOf(db, entry)]
    const sent = await uploadPart(db, send, entry, bytes, now, sendOthers)
    if (sent !== 'part' && sent !== 'whole') return sent
    const others = await sendOthers()
    if (others !== 'empty' && others !== 'held') return others
    if (sent === 'part' && now() - pulledAt < PULL_MS) continue
    const pulled = await pullAll(db, send, now)
    if (pulled !== 'done') return pulled
    pulledAt = now()
  }
}

type Bytes = Uint8Array<ArrayBuffer> | null

/** How long a file may keep the line to itself before what others do is asked for. */
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
  sendOthers: () => Promise<unknown>,
): Promise<Carried | 'part' | 'whole'> {
  const { size, sent } = entry.carry!
  // the browser has taken them: the change stays, and its person is told
  if (!bytes) return (await settle(db, entry, LOST, now())) ?? 'part'
  const { part: pace, clock } = pacesOf(db)
  const part = bytes.slice(sent, sent + Math.min(PART_BYTES, pace.size()))
  const from = clock()
  const query = new URLSearchParams({ at: String(sent), size: String(size) })
  const onItsWay = send({
    method: 'PUT',
    url: `${fileRoutes.patientPart.path.replace(':id', targetsOf(entry)[0]!.id)}?${query}`,
    body: part,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const response = await beside(onItsWay, sendOthers)
  if (response.kind === 'none') {
    const isTooLarge = response.why === 'between' && response.status === 413
    pace.failed(isTooLarge ? Infinity : clock() - from)
    // the next one is smaller; the smallest has a name
    if (isTooLarge && part.length > pace.size()) return 'part'
    if (isTooLarge) return (await settle(db, entry, TOO_LARGE, now())) ?? 'part'
    const wait = response.why === 'between' ? await holdBack(db, now(), null) : backoff(0, null)
    await go(db, entry, sent, now() + wait)
    return 'offline'
  }
  pace.took(part.length, clock() - from)
  if (response.status !== 200)
    return (await settle(db, { ...entry, attempts: entry.attempts + 1 }, response, now())) ?? 'part'
  await endPause(db)
  const received = Math.min(size, Number(response.body['received']))
  // where the server has lost some it goes on from there, and where it stands still it is asked again in a moment
  await go(db, entry, received, received > sent ? 0 : now() + backoff(0, null))
  return received === size ? 'whole' : 'part'
}

/** Does some work again and again until an exchange is answered. The last one is over by then: a round that ends leaves none behind (I7). */
async function beside<T>(exchange: Promise<T>, work: () => Promise<unknown>): Promise<T> {
  try {
    while (!(await isOver(exchange, LOOK_MS))) await work()
  } finally {
    await exchange
  }
  return exchange
}

/** How long something queued may wait until it is seen beside a part. */
const LOOK_MS = 500

async function isOver(exchange: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Promise<false>((resolve) => (timer = setTimeout(resolve, ms, false)))
  return Promise.race([exchange.then(() => true), waiting]).finally(() => clearTimeout(timer))
}

const TOO_LARGE = { status: 413, body: { status: false, refused: 'body_too_large' } }
const LOST = { status: 400, body: { status: false, refused: 'file_error' } }

/** Notes how far a file is, unless its change has been decided otherwise meanwhile. */
const go = (db: Database, { seq, id }: Entry, sent: number, nextTry: number) =>
  db.outbox
    .where('seq')
    .equals(seq!)
    .modify((entry) => {
      if (entry.id === id && entry.carry) Object.assign(entry, { carry: { ...entry.carry, sent }, nextTry })
    })
