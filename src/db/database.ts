import Dexie, { type Table } from 'dexie'
import { TABLE_NAMES, type TableName } from '../../contract/kernel/table-names.ts'
import { tables } from '../../contract/tables.ts'
import type { Entry, Settled } from './entry.ts'
import { databaseOf } from './name.ts'
import type { Seal } from './seal.ts'

/**
 * A synced record on the device: clear columns that may be indexed, and `body`, all the rest (TRUST D17). `row.ts` is the only
 * code that looks inside.
 */
export type StoredRow = {
  readonly id: string
  /** The buckets it is held for; a row in none is removed. */
  readonly _b: readonly string[]
  readonly version: number
  /** 0 as the server has it, 1 changed here and waiting, 2 a change needs a decision, 3 a change failed. */
  readonly pending: 0 | 1 | 2 | 3
  readonly body: Readonly<Record<string, unknown>>
  readonly [clear: string]: unknown
}

/**
 * The server's own row of a record with pending changes; null when the server has none (SYNC "effective row"). `gone`: it had come, and has left
 * this person's sight, so that a making which still waits for its answer has arrived and is not drawn again (I6).
 */
export type BaseRow = {
  readonly tbl: TableName
  readonly id: string
  readonly row: StoredRow | null
  readonly gone?: boolean
}

/** An answer that is no record: free slots, a search on the server. `at` is when it came, epoch ms. */
export type KeptReply = { readonly key: string; readonly at: number; readonly reply: unknown }

/** The bytes of a file: of one that waits to be sent, or that is kept here by the person's wish (`keep`). By its record's id. */
export type KeptBytes = { readonly id: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly keep: 0 | 1 }

/** Small facts the tabs share: cursor, last pull, being online. */
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
 * One database a person and host (I11): the origin is the host, the name is the person. Changes are on disk before they count. With a
 * `seal`, of a shared device, what names a patient is on the disk only sealed.
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
    // Dexie's own way opens it again with the next query, and this build would write what the newer one does not know (rule 92)
    db.close({ disableAutoOpen: true })
    return false
  })
  return db
}

/** The database was made by a newer build of the app than this one. */
export class NewerDatabase extends Error {}

/** Whether an IndexedDB version is of a build after this one; Dexie counts in tenths on the disk. */
export const isNewer = (version: number): boolean => Math.floor(version / 10) > DATABASE_VERSION

/** Opens it, unless a newer build has made it: Dexie would open that all the same. Rejects with `NewerDatabase` then, and the database is closed. */
export async function openOwn(db: Database): Promise<void> {
  await db.open()
  if (!isNewer(db.backendDB().version)) return
  db.close({ disableAutoOpen: true })
  throw new NewerDatabase()
}

/** Does something on a person's database without keeping it open; closed however it ends. */
export async function withDatabase<T>(personId: string, work: (db: Database) => PromiseLike<T>): Promise<T> {
  const db = openDatabase(personId)
  try {
    await openOwn(db)
    return await work(db)
  } finally {
    db.close({ disableAutoOpen: true })
  }
}

/** The tables' version; every shipped one is opened by `src/sync/versions.test.ts`. */
export const DATABASE_VERSION = 2

export const rowsIn = (db: Database, table: TableName): Table<StoredRow, string> => db.table(table)
