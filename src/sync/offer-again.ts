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
 * Fetches what is new. If the server turns out to have been restored from an older copy (R69), its rows come first.
 * Then this device offers again what was answered and the server has lost, under the same keys, and waiting changes are
 * judged against what the server has now. `sendWaiting` as in `pullAll`. `unheard`: changes answered before this round
 * that no pull has followed. The cursor is older than they are, and does not reveal a server that was set back to
 * between the two: so the device asks about them by name.
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
  // restored once more meanwhile: left to the next round
  if (sent === 'restored') return 'done'
  return sent === 'empty' || sent === 'held' ? pullAll(db, send, now) : sent
}

/** All rows are from another life of the server and will come again, as with `page.reset`. */
const beginAnew = (db: Database) =>
  db.transaction('rw', engineTables(db), async () => {
    await markAll(db)
    await db.facts.delete('cursor')
    await noteRestored(db)
  })

/**
 * The entries whose outcome the server does not know. A server that cannot be asked is an older build, which never says
 * that it was restored.
 */
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

/** Puts them back into the queue in their places, in one transaction with their new bases. */
async function takeBack(db: Database, entries: readonly Entry[]): Promise<void> {
  await db.transaction('rw', engineTables(db), async () => {
    const lost = new Set(entries.map(({ id }) => id))
    const waitingIds = new Set((await db.outbox.toArray()).map(({ id }) => id))
    for (const entry of entries.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {
      if (waitingIds.has(entry.id)) continue
      for (const { table, id } of targetsOf(entry)) await saveBase(db, table, id)
      const { seq, ...rest } = entry
      const isTaken = seq === undefined || (await db.outbox.get(seq))
      const keys = [...new Set([...entry.keys, ...(await keysOf(db, entry))])]
      const again = { ...rest, keys, state: 'ready', attempts: 0, mayHold: false, nextTry: 0, problem: null } as const
      await db.outbox.put(isTaken ? again : { ...again, seq })
    }
    await strike(db, ({ entry, end }) => end === 'sent' && lost.has(entry.id))
    // only those that read from the disk: a hundred awaits without a read lose the transaction
    for (const entry of (await db.outbox.orderBy('seq').toArray()).filter(isJudged)) await judgeAnew(db, entry)
    for (const entry of entries) for (const { table, id } of targetsOf(entry)) await rebase(db, table, id)
    await noteCaughtUp(db)
  })
}

/**
 * Replaces a base version from another life. If the record still shows what the person saw, the change is judged
 * against the record as it is now; if not, the server must find that someone else has changed it. A change that follows
 * another of the same record gets its base when that one is answered (`passBaseOn`).
 */
async function judgeAnew(db: Database, entry: Entry) {
  const [main] = targetsOf(entry)
  if (!main) return
  const row = (await db.base.get([main.table, main.id]))?.row
  if (!row) return
  await db.outbox.update(entry.seq!, { base: stands(entry, main.table, row) ? row.version : BEFORE_ALL })
}

/** Whether it is judged by a version and still to be sent. */
const isJudged = (entry: Entry) => entry.base !== null && entry.state !== 'parked' && targetsOf(entry).length > 0

/** Makes every fact of a record count as newer. */
const BEFORE_ALL = -1
