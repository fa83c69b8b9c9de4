import Dexie, { type Table } from 'dexie'
import { TABLE_NAMES, type TableName } from '../../contract/kernel/table-names.ts'
import { tables } from '../../contract/tables.ts'
import type { Entry, Settled } from './entry.ts'
import { databaseOf } from './name.ts'
import type { Seal } from './seal.ts'

/**
 * A synced record on the device: clear columns that may be indexed, and `body` with the rest (TRUST D17). Only `row.ts`
 * looks inside.
 */
export type StoredRow = {
  readonly id: string
  /** The buckets it is held for; a row in no bucket is removed. */
  readonly _b: readonly string[]
  readonly version: number
  /** 0: as the server has it; 1: changed here and waiting; 2: a change needs a decision; 3: a change failed. */
  readonly pending: 0 | 1 | 2 | 3
  readonly body: Readonly<Record<string, unknown>>
  readonly [clear: string]: unknown
}

/**
 * The server's own row of a record with pending changes; null if the server has none (SYNC "effective row"). `gone`:
 * the row had come and is no longer visible to this person, so a creation that still waits for its answer did arrive
 * and is not drawn again (I6).
 */
export type BaseRow = {
  readonly tbl: TableName
  readonly id: string
  readonly row: StoredRow | null
  readonly gone?: boolean
}

/** An answer that is not a record: free slots, a search on the server. `at` is when it came, epoch ms. */
export type KeptReply = { readonly key: string; readonly at: number; readonly reply: unknown }

/** The bytes of a file that waits to be sent, or that the person keeps here (`keep`). By its record's id. */
export type KeptBytes = { readonly id: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly keep: 0 | 1 }

/** Small facts that the tabs share: cursor, last pull, being online. */
export type Fact = { readonly name: string; readonly value: unknown }

export type Database = Dexie & {
  readonly outbox: Table<Entry, number>
  readonly base: Table<BaseRow, [string, string]>
  readonly settled: Table<Settled, number>
  readonly replies: Table<KeptReply, string>
  readonly blobs: Table<KeptBytes, string>
  readonly facts: Table<Fact, string>
  readonly drafts: Table<Fact, string>
}

/**
 * One database per person and host (I11): the origin is the host, the name is the person. A change counts only once it
 * is on the disk. With the `seal` of a shared device, whatever may name a patient is on the disk only encrypted.
 */
export function openDatabase(personId: string, seal: Seal | null = null): Database {
  const db = new Dexie(databaseOf(personId), { chromeTransactionDurability: 'strict' }) as Database // its tables are declared below
  if (seal) db.use(seal.middleware)
  db.version(DATABASE_VERSION).stores({
    ...Object.fromEntries(TABLE_NAMES.map((name) => [name, ['id', '*_b', ...tables[name].indexes].join(', ')])),
    outbox: '++seq, &id, *keys',
    base: '[tbl+id]',
    settled: '++n',
    replies: 'key, at',
    blobs: 'id, keep',
    facts: 'name',
    drafts: 'name',
  })
  db.on('versionchange', ({ newVersion }) => {
    if (!isNewer(newVersion ?? 0)) return undefined
    // with autoOpen Dexie would open it again at the next query, and this build would write what the newer one does not
    // know (rule 92)
    db.close({ disableAutoOpen: true })
    return false
  })
  return db
}

/** A newer build of the app made this database. */
export class NewerDatabase extends Error {}

/** Whether an IndexedDB version is of a newer build; Dexie multiplies versions by ten on the disk. */
export const isNewer = (version: number): boolean => Math.floor(version / 10) > DATABASE_VERSION

/**
 * Opens it, unless a newer build has made it (Dexie alone would open that). Then rejects with `NewerDatabase`, and the
 * database is closed.
 */
export async function openOwn(db: Database): Promise<void> {
  await db.open()
  if (!isNewer(db.backendDB().version)) return
  db.close({ disableAutoOpen: true })
  throw new NewerDatabase()
}

/** Works on a person's database without keeping it open; it is closed however the work ends. */
export async function withDatabase<T>(personId: string, work: (db: Database) => PromiseLike<T>): Promise<T> {
  const db = openDatabase(personId)
  try {
    await openOwn(db)
    return await work(db)
  } finally {
    db.close({ disableAutoOpen: true })
  }
}

/** The tables' version; `src/sync/versions.test.ts` opens every released one. */
export const DATABASE_VERSION = 4

export const rowsIn = (db: Database, table: TableName): Table<StoredRow, string> => db.table(table)
