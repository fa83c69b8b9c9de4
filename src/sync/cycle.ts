import type { Send } from '../api/http.ts'
import type { Database } from '../db/database.ts'
import { carryAll } from './carry.ts'
import { pullAll } from './pull.ts'
import { sendAll } from './send.ts'

/** How the line stands, shared by all tabs through the database; the list is closed (STYLE 18). */
export type Line = 'unknown' | 'online' | 'offline' | 'signed-out' | 'app-too-old'

/** What a round needs of the world around it: the network as one session, the server's clock (epoch ms), a lock that all tabs and the worker share. */
export type Around = {
  readonly person: string
  readonly send: Send
  readonly now: () => number
  readonly lock: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Entries that travel together at most, where fewer than the server takes. */
  readonly batch?: number
  /** The server no longer knows the session; SPEC §8 deletes its token, and nothing else. */
  readonly signedOut: () => Promise<void>
}

/**
 * One round: send what waits, then fetch what is new (rule 87), under one lock a person, so that tabs and worker take turns. Being
 * online is decided by the server's answer, never by the browser's flag.
 */
export function cycle(db: Database, { person, send, now, lock, batch, signedOut }: Around): Promise<Line> {
  return lock(`bedside-sync-${person}`, async () => {
    // an attempt is only counted where the server is there: what has surely not left the device can be undone (rule 87)
    const reachable = (await isOnline(db)) || (await send({ method: 'GET', url: '/api/auth/type' })).kind === 'answer'
    if (!reachable) {
      await db.facts.put({ name: 'line', value: 'offline' })
      return 'offline'
    }
    const sent = await sendAll(db, send, person, now, batch)
    const fetched: Line = sent === 'signed-out' || sent === 'app-too-old' ? sent : lineOf(await pullAll(db, send, now))
    // files last (SYNC "blobs"): nobody's change and nobody's view waits for a picture
    const line = fetched === 'online' ? lineOf(await carryAll(db, send, person, now)) : fetched
    if (line === 'signed-out') await signedOut()
    await db.facts.bulkPut([
      { name: 'line', value: line },
      ...(sent === 'empty' ? [{ name: 'sentAt', value: now() }] : []),
    ])
    return line
  })
}

/** As the last round found it, unless the browser says there is no network at all: then nothing is tried. */
async function isOnline(db: Database): Promise<boolean> {
  return navigator.onLine !== false && (await db.facts.get('line'))?.value === 'online'
}

const lineOf = (pulled: Awaited<ReturnType<typeof pullAll>>): Line => (pulled === 'done' ? 'online' : pulled)
