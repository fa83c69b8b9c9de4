import Dexie from 'dexie'
import { databaseOf } from '../db/name.ts'
import { NewerDatabase, openDatabase, openOwn, type Database, type Fact, type KeptBytes } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import type { Seal } from '../db/seal.ts'
import { keyOf, targetsOf } from './fold.ts'
import { engineTables, isTable, rebase, saveBase } from './rebase.ts'
import { isTwiceInARow, lastFailure, noteFailure, noteOpened } from './unopened.ts'
import { checkUnsent, forgetUnsent } from './unsent.ts'

/** What was saved from a database that could not be opened: the changes that waited in it, with their files. */
export type Rescued = {
  readonly person: string
  /** Epoch ms of this device's clock. */
  readonly at: number
  readonly entries: readonly Entry[]
  readonly blobs: readonly KeptBytes[]
  /** Text typed and not saved yet; older copies have none. */
  readonly drafts?: readonly Fact[]
}

/**
 * Opens a person's database. If it cannot be opened twice in a row it is rebuilt (SYNC "Storage"): waiting changes are
 * read past its indexes, stored elsewhere before anything is deleted, and put back, so that a crash in between loses
 * nothing. Rejects if waiting changes cannot be read: then nothing is deleted unless the person says so
 * (`giveUpDatabase`). A newer build's database is left as it is: `NewerDatabase`.
 */
export async function openOrRescue(
  personId: string,
  seal: Seal | null = null,
): Promise<{ readonly db: Database; readonly rescued: Rescued | null }> {
  const before = lastFailure(personId)
  const db = openDatabase(personId, seal)
  try {
    await openOwn(db)
  } catch (error) {
    if (error instanceof NewerDatabase) {
      noteOpened(personId)
      throw error
    }
    db.close({ disableAutoOpen: true })
    noteFailure(personId)
    if (!isTwiceInARow(before)) throw error
    return alone(personId, () => rebuild(personId, seal, error))
  }
  noteOpened(personId)
  const rescued = await fromShelf(db, personId, seal)
  await checkUnsent(db)
  return { db, rescued }
}

/** One tab at a time; the others find it open again. */
async function rebuild(personId: string, seal: Seal | null, error: unknown) {
  if (lastFailure(personId) === null) {
    const db = openDatabase(personId, seal)
    await openOwn(db)
    return { db, rescued: await readPutBack(db, personId, seal) }
  }
  const name = databaseOf(personId)
  const saved = await saveFrom(personId, name)
  // a copy may be left from an earlier rebuild that was interrupted
  if (saved) await withShelf((shelf) => shelf.put(saved))
  else if (!(await readRescued(personId, seal))) throw error
  await Dexie.delete(name)
  return openRebuilt(personId, seal)
}

const alone = <T>(personId: string, work: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && navigator.locks
    ? navigator.locks.request(`bedside-rescue-${personId}`, work)
    : work()

/** What was saved from this person's database, until they confirm that they have seen it; encrypted as it was. */
export const readRescued = (personId: string, seal: Seal | null = null): Promise<Rescued | null> =>
  withShelf(async (shelf) => {
    const kept = await shelf.get(personId)
    return kept ? (seal ? sealedBy(kept, seal.open) : kept) : null
  })

/** Writes the copy again in the form its database now has: encrypted, decrypted, or under another key. */
export const resealRescued = (personId: string, from: Seal | null, to: Seal | null): Promise<void> =>
  withShelf(async (shelf) => {
    const kept = await shelf.get(personId)
    if (!kept) return
    const clear = from ? sealedBy(kept, from.open) : kept
    await shelf.put(to ? sealedBy(clear, to.close) : clear)
  })

const sealedBy = (kept: Rescued, turn: Seal['open']): Rescued => ({
  ...kept,
  entries: kept.entries.map((entry) => turn('outbox', entry) as unknown as Entry), // a seal gives back what it was given
  blobs: kept.blobs.map((blob) => turn('blobs', blob) as unknown as KeptBytes),
  ...(kept.drafts && { drafts: kept.drafts.map((draft) => turn('drafts', draft) as unknown as Fact) }),
})

/** What was put back into this database and its person has not confirmed yet. */
export const readPutBack = async (db: Database, personId: string, seal: Seal | null): Promise<Rescued | null> =>
  typeof (await db.facts.get(BACK))?.value === 'number' ? readRescued(personId, seal) : null

/** The person has confirmed it; deletes the copy. */
export async function haveRead(db: Database, personId: string): Promise<void> {
  await forgetRescued(personId)
  await db.facts.put({ name: BACK, value: null })
}

/** Deletes the copy when a person is removed from the device. */
export const forgetRescued = (personId: string): Promise<void> => withShelf((shelf) => shelf.delete(personId))

/**
 * Deletes a database that can neither be opened nor read, at the person's request: waiting changes are lost, the server
 * has the rest.
 */
export async function giveUpDatabase(personId: string): Promise<void> {
  await Dexie.delete(databaseOf(personId))
  await forgetUnsent(databaseOf(personId))
  noteOpened(personId)
}

async function openRebuilt(personId: string, seal: Seal | null) {
  const db = openDatabase(personId, seal)
  await db.open()
  noteOpened(personId)
  const rescued = await readRescued(personId, seal)
  if (rescued) await putBack(db, rescued)
  await checkUnsent(db, true)
  return { db, rescued }
}

/**
 * Finishes a rebuild that ended between saving and putting back. Once in the life of a database: opening the shelf
 * takes as long as drawing a screen, and every start waits for this.
 */
async function fromShelf(db: Database, personId: string, seal: Seal | null): Promise<Rescued | null> {
  if ((await db.facts.get(BACK))?.value === null) return null
  // undefined: what cannot be read is tried again at the next start
  const rescued = await readRescued(personId, seal).catch(() => undefined)
  if (rescued) return putBack(db, rescued)
  // a full device starts all the same
  if (rescued === null) await db.facts.put({ name: BACK, value: null }).catch(() => undefined)
  return null
}

/**
 * Puts back what is missing; a change that has been decided since is not made again, since its copy is deleted when
 * read.
 */
async function putBack(db: Database, rescued: Rescued): Promise<Rescued> {
  await db.transaction('rw', [...engineTables(db), db.drafts], async () => {
    if (await db.facts.get(BACK)) return
    for (const entry of rescued.entries) {
      const targets = targetsOf(entry).filter(({ table }) => isTable(table))
      for (const { table, id } of targets) await saveBase(db, table, id)
      // no one knows whether one that was on its way has arrived: its key will tell
      await db.outbox.put({ ...entry, state: entry.state === 'sending' ? 'ready' : entry.state })
      for (const { table, id } of targets) await rebase(db, table, id)
    }
    await db.blobs.bulkPut([...rescued.blobs])
    await db.drafts.bulkPut([...(rescued.drafts ?? [])])
    await db.facts.put({ name: BACK, value: rescued.at })
  })
  return rescued
}

/**
 * Time of the copy that was put back, written with it in one transaction; null if the shelf has nothing for this
 * database.
 */
const BACK = 'rescuedAt'

/**
 * Reads past the schema; null if waiting changes cannot be read. Files that cannot be read are missing, and their
 * changes will say so.
 */
async function saveFrom(personId: string, name: string): Promise<Rescued | null> {
  const raw = await openRaw(name).catch(() => null)
  if (!raw) return null
  try {
    const entries = (await readAll(raw, 'outbox').catch(() => null)) as readonly Entry[] | null // only the engine writes there
    if (!entries) return null
    // by its keys, which are never sealed
    const files = new Set(entries.flatMap((entry) => (entry.carry ? entry.keys : [])))
    const blobs = (await readAll(raw, 'blobs').catch(() => [])) as readonly KeptBytes[]
    return {
      person: personId,
      at: Date.now(),
      entries,
      blobs: blobs.filter(({ id }) => files.has(keyOf({ table: 'patient_file', id }))),
      drafts: (await readAll(raw, 'drafts').catch(() => [])) as readonly Fact[], // only drafts are written there
    }
  } finally {
    raw.close()
  }
}

const openRaw = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = Dexie.dependencies.indexedDB.open(name)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
    opening.onblocked = () => reject(new Error('blocked'))
  })

const readAll = (raw: IDBDatabase, store: string): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    const idbRequest = raw.transaction(store).objectStore(store).getAll()
    idbRequest.onsuccess = () => resolve(idbRequest.result)
    idbRequest.onerror = () => reject(idbRequest.error)
  })

type Shelf = {
  get: (person: string) => PromiseLike<Rescued | undefined>
  put: (value: Rescued) => PromiseLike<unknown>
  delete: (person: string) => PromiseLike<void>
}

/** A separate database of so simple a shape that nothing of the app's can break it. */
async function withShelf<T>(work: (shelf: Shelf) => PromiseLike<T>): Promise<T> {
  const db = new Dexie('bedside-rescue', { chromeTransactionDurability: 'strict' })
  db.version(1).stores({ copies: 'person' })
  try {
    return await work(db.table<Rescued, string>('copies'))
  } finally {
    db.close({ disableAutoOpen: true })
  }
}
