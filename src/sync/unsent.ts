import { newId } from '../../contract/kernel/id.ts'
import type { Database } from '../db/database.ts'

/**
 * How much waits unsent in a person's database, stored outside it (I2): if a browser clears storage, the queue is lost,
 * and this can still say so. Only numbers and times; per database, and so per person and host.
 */
type Unsent = {
  /**
   * The life of the database that this counts. A database with the same life has lost nothing, however old the count
   * is.
   */
  readonly life: string
  readonly waiting: number
  /** When the oldest of them was made, epoch ms. */
  readonly since: number
  /** What an earlier life lost, until its person has confirmed it. */
  readonly lost: Lost | null
}

/** Changes that may be lost: how many waited, and since when (epoch ms). */
export type Lost = { readonly waiting: number; readonly since: number }

/** Call before a change is written: a crash in between counts one too many, never one too few. */
export function countMade({ name }: Database, now: number): void {
  const kept = read(name)
  if (kept) write(name, { ...kept, waiting: kept.waiting + 1, since: kept.waiting ? kept.since : now })
}

/** Call after the queue has changed: counts what waits now. A change of another tab counts itself. */
export async function countUnsent(db: Database): Promise<void> {
  const kept = read(db.name)
  if (!kept) return
  const waiting = await db.outbox.count()
  const now = read(db.name)
  // made in another tab meanwhile: that count is not overwritten with an older one
  if (now && now.waiting === kept.waiting && now.waiting !== waiting) write(db.name, { ...now, waiting })
}

/**
 * Checks whether this database is the one that was counted. If it is a new one although changes were counted in
 * another, storage was lost, and its person is told (`readLost`). Call at every opening. `isRebuilt`: what waited in
 * the last one was saved and put back.
 */
export async function checkUnsent(db: Database, isRebuilt = false): Promise<void> {
  const kept = read(db.name)
  const life = (await db.facts.get(LIFE))?.value
  if (typeof life === 'string' && kept?.life === life) return countUnsent(db)
  const [waiting, first] = [await db.outbox.count(), await db.outbox.orderBy('seq').first()]
  const next = typeof life === 'string' ? life : newId()
  if (next !== life) await db.facts.put({ name: LIFE, value: next })
  const isLost = kept !== null && kept.waiting > 0 && next !== kept.life && !isRebuilt && !(await wasWiped(db.name))
  const lost = isLost ? { waiting: kept.waiting, since: kept.since } : (kept?.lost ?? null)
  write(db.name, { life: next, waiting, since: first ? Date.parse(first.madeAt) : 0, lost })
}

/** What was lost with an earlier life of this database, until it is confirmed. */
export const readLost = ({ name }: Database): Lost | null => read(name)?.lost ?? null

/** Its person has confirmed it. */
export function haveReadLost({ name }: Database): void {
  const kept = read(name)
  if (kept) write(name, { ...kept, lost: null })
}

/**
 * The database is deleted, at its person's request or with nothing in it: stops counting. The worker cannot reach the
 * count, and leaves a note that this was no loss.
 */
export async function forgetUnsent(name: string): Promise<void> {
  if (typeof localStorage !== 'undefined') return withStorage((storage) => storage.removeItem(PREFIX + name), undefined)
  if (typeof caches === 'undefined') return
  const wiped = await caches.open(WIPED)
  await wiped.put(wipedUrl(name), new Response())
}

/** Whether the worker wiped it: then its count means nothing. */
async function wasWiped(name: string): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  return (await caches.match(wipedUrl(name), { cacheName: WIPED })) !== undefined
}
const WIPED = 'bedside-wiped'
const wipedUrl = (name: string) => `/wiped/${name}`

/** Call within the transaction that clears the facts and keeps waiting changes: it stays the same database. */
export async function keepLife(db: Database): Promise<() => Promise<unknown>> {
  const life = await db.facts.get(LIFE)
  return async () => life && db.facts.put(life)
}

/**
 * Before anyone is signed in: the last count of databases that no longer exist here. Null if that cannot be known, or
 * is nothing.
 */
export async function lostOnThisDevice(): Promise<Lost | null> {
  const counted = withStorage(
    (storage) =>
      Object.keys(storage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length)),
    [],
  )
  if (counted.length === 0 || !('databases' in indexedDB)) return null
  const existing = new Set((await indexedDB.databases()).map(({ name }) => name))
  const lost: Lost[] = []
  for (const name of counted) {
    const kept = read(name)
    if (!kept || kept.waiting === 0 || existing.has(name) || (await wasWiped(name))) continue
    lost.push(kept)
  }
  if (lost.length === 0) return null
  return {
    waiting: lost.reduce((sum, { waiting }) => sum + waiting, 0),
    since: Math.min(...lost.map(({ since }) => since)),
  }
}

const LIFE = 'life'
const PREFIX = 'bedside-unsent-'

function read(name: string): Unsent | null {
  const text = withStorage((storage) => storage.getItem(PREFIX + name), null)
  try {
    return text ? (JSON.parse(text) as Unsent) : null // only this file writes it
  } catch {
    return null
  }
}

const write = (name: string, unsent: Unsent): void =>
  withStorage((storage) => storage.setItem(PREFIX + name, JSON.stringify(unsent)), undefined)

/** The worker has no localStorage, and a browser may refuse it: then nothing is counted and nothing fails. */
function withStorage<T>(work: (storage: Storage) => T, otherwise: T): T {
  try {
    return typeof localStorage === 'undefined' ? otherwise : work(localStorage)
  } catch {
    return otherwise
  }
}
