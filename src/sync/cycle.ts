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
import { recordingAnswers, answeredLately } from './heard.ts'
import { watchTrouble, type Trouble } from './trouble.ts'

/** The state of the connection, shared by all tabs through the database; a closed list (STYLE 18). */
export type Line = 'unknown' | 'online' | 'offline' | 'signed-out' | 'app-too-old'

/**
 * What a round needs from its surroundings: the network of one session, the server's clock (epoch ms), a lock that all
 * tabs and the worker share.
 */
export type Context = {
  readonly person: string
  readonly send: Send
  readonly now: () => number
  /** Measures how long exchanges take; default `performance.now`. */
  readonly clock?: Clock
  readonly lock: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Most entries per batch, if fewer than the server takes. */
  readonly batch?: number
  /** Called when the server has accepted the session's token in this round. */
  readonly onAccepted?: () => Promise<void>
  /** The server no longer knows the session: SPEC §8 deletes its token and nothing else. */
  readonly signedOut: () => Promise<void>
}

/**
 * One round: sends what waits, then fetches what is new (rule 87), under one lock per person, so that tabs and worker
 * take turns; a stalled round gives up the lock. The server's answer decides whether the device is online, never the
 * browser's flag.
 */
export const cycle = (db: Database, context: Context): Promise<Line> =>
  context.lock(`bedside-sync-${context.person}`, () =>
    whileAlive(context.send, (send) => round(db, { ...context, send })),
  )

async function round(
  db: Database,
  { person, send: plain, now, clock, batch, onAccepted, signedOut }: Context,
): Promise<Line> {
  const paces = pacesOf(db, clock)
  const { send, trouble } = watchTrouble(recordingAnswers(plain, db, paces.clock))
  const note = (line: Line, isHeld = false) =>
    db.facts.bulkPut([
      { name: 'line', value: line },
      // during a rest, the trouble that caused it stays
      ...(isHeld && trouble() === null ? [] : [{ name: 'trouble', value: trouble() satisfies Trouble | null }]),
    ])
  const unheard = await unheardOf(db)
  await setApart(db, now())
  // an attempt counts only if the server is there: what has surely not left the device can be undone (rule 87)
  if (!(await isOnline(db)) || (!answeredLately(db, paces.clock()) && (await waitingIn(db)) > 0)) {
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
  // files last (SYNC "blobs"): no change and no view waits for a picture
  const line = fetched === 'online' ? lineOf(await uploadAll(db, send, person, now)) : fetched
  if (line === 'signed-out') await signedOut()
  if (line === 'online') await onAccepted?.()
  await note(line, sent === 'held')
  // "last sent" means that everything was sent, not that it was tried
  if (sent === 'empty' && (await waitingIn(db)) === 0) await db.facts.put({ name: 'sentAt', value: now() })
  return line
}

const waitingIn = (db: Database) => db.outbox.filter((entry) => entry.state !== 'parked').count()

/** As the last round found it. If the browser says there is no network at all, nothing is tried. */
async function isOnline(db: Database): Promise<boolean> {
  return navigator.onLine !== false && (await db.facts.get('line'))?.value === 'online'
}

/** A restored server counts as online; the next round catches up with it. */
const lineOf = (ended: Awaited<ReturnType<typeof uploadAll>>): Line =>
  ended === 'done' || ended === 'restored' ? 'online' : ended
