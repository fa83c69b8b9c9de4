import type { Send } from '../api/http.ts'
import type { Database } from '../db/database.ts'
import { whileAlive } from './alive.ts'
import { uploadAll } from './upload-files.ts'
import { endRest } from './hold.ts'
import { fetchAll } from './offer-again.ts'
import { pacesOf, type Clock } from './pace.ts'
import { sendAll } from './send.ts'
import { setApart } from './set-apart.ts'
import { unheardOf } from './ended.ts'
import { hearing, wasHeard } from './heard.ts'
import { watchTrouble, type Trouble } from './trouble.ts'

/** How the line stands, shared by all tabs through the database; the list is closed (STYLE 18). */
export type Line = 'unknown' | 'online' | 'offline' | 'signed-out' | 'app-too-old'

/** What a round needs of the world around it: the network as one session, the server's clock (epoch ms), a lock that all tabs and the worker share. */
export type Context = {
  readonly person: string
  readonly send: Send
  readonly now: () => number
  /** How long exchanges take is measured by it; `performance.now` where it is not given. */
  readonly clock?: Clock
  readonly lock: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Entries that travel together at most, where fewer than the server takes. */
  readonly batch?: number
  /** The server has taken the session's token in this round. */
  readonly heard?: () => Promise<void>
  /** The server no longer knows the session; SPEC §8 deletes its token, and nothing else. */
  readonly signedOut: () => Promise<void>
}

/**
 * One round: send what waits, then fetch what is new (rule 87), under one lock a person, so that tabs and worker take turns; one that stands still
 * gives its turn up. Being online is decided by the server's answer, never by the browser's flag.
 */
export const cycle = (db: Database, context: Context): Promise<Line> =>
  context.lock(`bedside-sync-${context.person}`, () =>
    whileAlive(context.send, (send) => round(db, { ...context, send })),
  )

async function round(
  db: Database,
  { person, send: plain, now, clock, batch, heard, signedOut }: Context,
): Promise<Line> {
  const paces = pacesOf(db, clock)
  const { send, trouble } = watchTrouble(hearing(plain, db, paces.clock))
  const note = (line: Line, isHeld = false) =>
    db.facts.bulkPut([
      { name: 'line', value: line },
      // what rests does so for what it met before
      ...(isHeld && trouble() === null ? [] : [{ name: 'trouble', value: trouble() satisfies Trouble | null }]),
    ])
  const unheard = await unheardOf(db)
  await setApart(db, now())
  // an attempt is only counted where the server is there: what has surely not left the device can be undone (rule 87)
  if (!(await isOnline(db)) || (!wasHeard(db, paces.clock()) && (await waitingIn(db)) > 0)) {
    if ((await send({ method: 'GET', url: '/api/auth/type' })).kind === 'none') {
      await note('offline')
      return 'offline'
    }
    await endRest(db)
  }
  const sendWaiting = async () => {
    let isSent = false
    const noting: Send = (request) => ((isSent = true), send(request))
    await sendAll(db, noting, person, now, batch)
    return isSent
  }
  const sent = await sendAll(db, send, person, now, batch)
  const fetched: Line =
    sent === 'signed-out' || sent === 'app-too-old'
      ? sent
      : lineOf(await fetchAll(db, send, person, now, batch, sendWaiting, unheard))
  // files last (SYNC "blobs"): nobody's change and nobody's view waits for a picture
  const line = fetched === 'online' ? lineOf(await uploadAll(db, send, person, now)) : fetched
  if (line === 'signed-out') await signedOut()
  if (line === 'online') await heard?.()
  await note(line, sent === 'held')
  // "last sent" is when all had been sent, not when it was tried
  if (sent === 'empty' && (await waitingIn(db)) === 0) await db.facts.put({ name: 'sentAt', value: now() })
  return line
}

const waitingIn = (db: Database) => db.outbox.filter((entry) => entry.state !== 'parked').count()

/** As the last round found it, unless the browser says there is no network at all: then nothing is tried. */
async function isOnline(db: Database): Promise<boolean> {
  return navigator.onLine !== false && (await db.facts.get('line'))?.value === 'online'
}

/** A server that turns out to be restored is there; the next round catches up with it. */
const lineOf = (ended: Awaited<ReturnType<typeof uploadAll>>): Line =>
  ended === 'done' || ended === 'restored' ? 'online' : ended
