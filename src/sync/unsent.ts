import { newId } from '../../contract/kernel/id.ts'
import type { Database } from '../db/database.ts'

/**
 * How much waits unsent in a person's database, kept outside it (I2): storage that a browser clears takes the queue along, and this is what can
 * still say so. Numbers and times only; by database, so by person, and by host, whose storage it lies in.
 */
type Unsent = {
  /** The life of the database that this counts. One that is here with the same life has lost nothing, however old the count is. */
  readonly life: string
  readonly waiting: number
  /** When the oldest of them was made, epoch ms. */
  readonly since: number
  /** What an earlier life took along and its person has not read about yet. */
  readonly lost: Lost | null
}

/** Changes that may be lost: how many waited, and since when (epoch ms). */
export type Lost = { readonly waiting: number; readonly since: number }

/** Before a change is written: a crash in between counts one too many, never one too few. */
export function countMade({ name }: Database, now: number): void {
  const kept = read(name)
  if (kept) write(name, { ...kept, waiting: kept.waiting + 1, since: kept.waiting ? kept.since : now })
}

/** After the queue has changed: what waits in it now. A change of another tab counts itself. */
export async function countUnsent(db: Database): Promise<void> {
  const kept = read(db.name)
  if (!kept) return
  const waiting = await db.outbox.count()
  const now = read(db.name)
  // made in another tab meanwhile: that count is not overwritten with an older one
  if (now && now.waiting === kept.waiting && now.waiting !== waiting) write(db.name, { ...now, waiting })
}

/**
 * Whether this database is the one that was counted. One made anew while changes were counted in another is storage that was lost; its person is
 * told (`readLost`). With every opening; `isRebuilt`: what waited in the one before was saved and is back.
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

/** What was lost with an earlier life of this database and has not been read about. */
export const readLost = ({ name }: Database): Lost | null => read(name)?.lost ?? null

/** Its person has read it. */
export function haveReadLost({ name }: Database): void {
  const kept = read(name)
  if (kept) write(name, { ...kept, lost: null })
}

/**
 * The database goes, on its person's word or with nothing in it: nothing is counted any more. The worker, which cannot reach the count, leaves word
 * that this was no loss.
 */
export async function forgetUnsent(name: string): Promise<void> {
  if (typeof localStorage !== 'undefined') return withStorage((storage) => storage.removeItem(PREFIX + name), undefined)
  if (typeof caches === 'undefined') return
  const wiped = await caches.open(WIPED)
  await wiped.put(wipedUrl(name), new Response())
}

/** Whether the worker wiped it: then its count says nothing. */
async function wasWiped(name: string): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  return (await caches.match(wipedUrl(name), { cacheName: WIPED })) !== undefined
}
const WIPED = 'bedside-wiped'
const wipedUrl = (name: string) => `/wiped/${name}`

/** Within the transaction that clears the facts and leaves what waits: it is the same database. */
export async function keepLife(db: Database): Promise<() => Promise<unknown>> {
  const life = await db.facts.get(LIFE)
  return async () => life && db.facts.put(life)
}

/** Before anybody is signed in: of databases that are no longer here, what was counted in them last. Null where that cannot be known, or is nothing. */
export async function lostOnThisDevice(): Promise<Lost | null> {
  const counted = withStorage(
    (storage) =>
      Object.keys(storage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length)),
    [],
  )
  if (counted.length === 0 || !('databases' in indexedDB)) return null
  const here = new Set((await indexedDB.databases()).map(({ name }) => name))
  const lost: Lost[] = []
  for (const name of counted) {
    const kept = read(name)
    if (!kept || kept.waiting === 0 || here.has(name) || (await wasWiped(name))) continue
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

/** The worker has none, and a browser may refuse it: then nothing is counted, and nothing fails. */
function withStorage<T>(work: (storage: Storage) => T, otherwise: T): T {
  try {
    return typeof localStorage === 'undefined' ? otherwise : work(localStorage)
  } catch {
    return otherwise
  }
}
