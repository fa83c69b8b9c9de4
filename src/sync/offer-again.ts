import { MOST_KEYS, type UnknownKeys } from '../../contract/sync/sync.ts'
import type { Send } from '../api/http.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { answered, strike } from './ended.ts'
import { targetsOf } from './fold.ts'
import { keysOf } from './keys.ts'
import { stands } from './made.ts'
import { markAll, pullAll, type Pulled } from './pull.ts'
import { engineTables, rebase, saveBase } from './rebase.ts'
import { isRestored, noteCaughtUp, noteRestored } from './restored.ts'
import { sendAll } from './send.ts'

/**
 * Fetches what is new. Where the server turns out to have been restored from an older copy (R69), what it has comes first; then this device offers
 * again what it had been answered and the server has lost, under the keys it had, and what waits is judged by what the server has now.
 * `sendWaiting` as in `pullAll`. `unheard`: what was answered before this round and no pull has followed. The cursor is of before it, and says nothing of a
 * server that was set back to between the two: it is asked for these by name.
 */
export async function fetchAll(
  db: Database,
  send: Send,
  person: string,
  now: () => number,
  batch?: number,
  sendWaiting?: () => Promise<boolean>,
  unheard: readonly Entry[] = [],
): Promise<Pulled> {
  let pulled = await pullAll(db, send, now, sendWaiting)
  if (pulled !== 'done') return pulled
  if (unheard.length && !(await isRestored(db))) {
    const lost = await unknownOf(send, unheard)
    if (!Array.isArray(lost)) return lost
    if (lost.length) {
      await beginAnew(db)
      pulled = await pullAll(db, send, now)
    }
  }
  if (pulled !== 'done' || !(await isRestored(db))) return pulled
  const unknown = await unknownOf(send, await answered(db))
  if (!Array.isArray(unknown)) return unknown
  await takeBack(db, unknown)
  const sent = await sendAll(db, send, person, now, batch)
  // restored once more meanwhile: the next round
  if (sent === 'restored') return 'done'
  return sent === 'empty' || sent === 'held' ? pullAll(db, send, now) : sent
}

/** All of it is of another life of the server, and comes again: as `page.reset` has it. */
const beginAnew = (db: Database) =>
  db.transaction('rw', engineTables(db), async () => {
    await markAll(db)
    await db.facts.delete('cursor')
    await noteRestored(db)
  })

/** Those that the server has no outcome of. A server that cannot be asked is an older build, and has not said that it was restored. */
async function unknownOf(send: Send, entries: readonly Entry[]): Promise<Entry[] | Exclude<Pulled, 'done'>> {
  const unknown = new Set<string>()
  for (let from = 0; from < entries.length; from += MOST_KEYS) {
    const keys = entries.slice(from, from + MOST_KEYS).map(({ id }) => id)
    const answer = await send({ method: 'POST', url: '/api/sync/unknown', body: { keys } })
    if (answer.kind === 'answer' && answer.status === 404) return []
    if (answer.kind === 'answer' && answer.status === 401) return 'signed-out'
    if (answer.kind === 'answer' && answer.status === 426) return 'app-too-old'
    if (answer.kind === 'none' || answer.status !== 200) return 'offline'
    // our server's, as `http.ts` made sure
    for (const key of (answer.body as unknown as UnknownKeys).unknown) unknown.add(key)
  }
  return entries.filter(({ id }) => unknown.has(id))
}

/** Back in the queue and in their places, in one transaction with what they are judged by. */
async function takeBack(db: Database, entries: readonly Entry[]): Promise<void> {
  await db.transaction('rw', engineTables(db), async () => {
    const lost = new Set(entries.map(({ id }) => id))
    const here = new Set((await db.outbox.toArray()).map(({ id }) => id))
    for (const entry of entries.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {
      if (here.has(entry.id)) continue
      for (const { table, id } of targetsOf(entry)) await saveBase(db, table, id)
      const { seq, ...rest } = entry
      const isTaken = seq === undefined || (await db.outbox.get(seq))
      const keys = [...new Set([...entry.keys, ...(await keysOf(db, entry))])]
      const again = { ...rest, keys, state: 'ready', attempts: 0, mayHold: false, nextTry: 0, problem: null } as const
      await db.outbox.put(isTaken ? again : { ...again, seq })
    }
    await strike(db, ({ entry, end }) => end === 'sent' && lost.has(entry.id))
    // only those that ask the disk for something: a hundred awaits of nothing lose the transaction
    for (const entry of (await db.outbox.orderBy('seq').toArray()).filter(isJudged)) await judgeAnew(db, entry)
    for (const entry of entries) for (const { table, id } of targetsOf(entry)) await rebase(db, table, id)
    await noteCaughtUp(db)
  })
}

/**
 * The version a change was made on is one of another life. Where the record still shows what the person saw it is judged by the record as it is
 * now; where it does not, the server has to find that somebody else has changed it. What stands on an earlier change of the same record is
 * given its base when that is answered (`passBaseOn`).
 */
async function judgeAnew(db: Database, entry: Entry) {
  const [main] = targetsOf(entry)
  if (!main) return
  const row = (await db.base.get([main.table, main.id]))?.row
  if (!row) return
  await db.outbox.update(entry.seq!, { base: stands(entry, main.table, row) ? row.version : BEFORE_ALL })
}

/** What is judged by a version, and still to be sent. */
const isJudged = (entry: Entry) => entry.base !== null && entry.state !== 'parked' && targetsOf(entry).length > 0

/** Every fact of a record is newer. */
const BEFORE_ALL = -1
