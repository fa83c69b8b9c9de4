import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import type { DBCore, DBCoreCursor, DBCoreMutateRequest, DBCoreMutateResponse, DBCoreTable, Middleware } from 'dexie'
import { tables } from '../../contract/tables.ts'
import { databaseOf } from './name.ts'

/**
 * The encryption of a shared device's database (TRUST D17, docs/decisions/0008). `close` gives the value for the disk,
 * `open` the value for the app. What is not in `sealed` below stays readable: keys, clear columns, and when and how
 * often something was tried.
 */
export type Seal = {
  readonly close: (table: string, value: Stored) => Stored
  /** Throws `NotOpened` for a value that this key has not encrypted, or not for this place. */
  readonly open: (table: string, value: Stored) => Stored
  readonly middleware: Middleware<DBCore>
}
/** Encrypted values are JSON, except a file's bytes. */
export type Stored = Readonly<Record<string, unknown>>

export const KEY_BYTES = 32

/** The value was encrypted with another key, for another place, or has been changed. */
export class NotOpened extends Error {}

/** The seal of a person's database. Synchronous: an IndexedDB transaction ends while anything else is awaited. */
export function sealOf(person: string, key: Uint8Array): Seal {
  const database = databaseOf(person)
  const close = (table: string, value: Stored): Stored => {
    if (table === 'base')
      return {
        ...value,
        row: value['row'] && closed(key, placeOf(database, table, value), value['row'] as Stored, ROW),
      }
    const fields = fieldsOf(table)
    return fields ? closed(key, placeOf(database, table, value), value, fields) : value
  }
  const open = (table: string, value: Stored): Stored => {
    if (table === 'base')
      return { ...value, row: value['row'] && opened(key, placeOf(database, table, value), value['row'] as Stored) }
    return fieldsOf(table) ? opened(key, placeOf(database, table, value), value) : value
  }
  return { close, open, middleware: middlewareOf({ close, open }) }
}

/** Encrypts bytes with a key for one place: 24 random bytes, then the ciphertext and its tag. */
export function closeBytes(key: Uint8Array, place: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(NONCE + bytes.length + MARK)
  const nonce = crypto.getRandomValues(out.subarray(0, NONCE))
  xchacha20poly1305(key, nonce, text.encode(place)).encrypt(bytes, out.subarray(NONCE))
  return out
}

export function openBytes(key: Uint8Array, place: string, sealed: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(Math.max(0, sealed.length - NONCE - MARK))
  try {
    xchacha20poly1305(key, sealed.subarray(0, NONCE), text.encode(place)).decrypt(sealed.subarray(NONCE), out)
  } catch {
    throw new NotOpened(place)
  }
  return out
}

const NONCE = 24
const MARK = 16

/** The columns of each table that may name a patient or hold a text. */
const ROW = ['body'] as const
const ENTRY = ['input', 'was', 'facts', 'problem', 'by'] as const
const OWN: Readonly<Record<string, readonly string[]>> = {
  outbox: ENTRY,
  settled: ['entry', 'entries'],
  replies: ['reply'],
  blobs: ['bytes'],
  drafts: ['value'],
}
const fieldsOf = (table: string): readonly string[] | undefined => (Object.hasOwn(tables, table) ? ROW : OWN[table])

/**
 * Identifies where a value belongs, so that none can be moved to another's place. A record that the disk numbers has no
 * number yet when it is encrypted.
 */
function placeOf(database: string, table: string, value: Stored): string {
  const key =
    table === 'base'
      ? `${String(value['tbl'])}:${String(value['id'])}`
      : (value['id'] ?? value['key'] ?? value['name'] ?? '')
  return `${database}/${table}/${String(key)}`
}

function closed(key: Uint8Array, place: string, value: Stored, fields: readonly string[]): Stored {
  const clear: Record<string, unknown> = { ...value }
  const secret: Record<string, unknown> = {}
  for (const name of fields) {
    secret[name] = value[name]
    delete clear[name]
  }
  const { bytes } = secret
  if (bytes instanceof Uint8Array) return { ...clear, sealedBytes: closeBytes(key, place, bytes) }
  return { ...clear, sealed: closeBytes(key, place, text.encode(JSON.stringify(secret))) }
}

/** Plain values pass unchanged: a device in the middle of a conversion holds both. */
function opened(key: Uint8Array, place: string, { sealed, sealedBytes, ...clear }: Stored): Stored {
  if (sealedBytes instanceof Uint8Array) return { ...clear, bytes: openBytes(key, place, sealedBytes) }
  if (!(sealed instanceof Uint8Array)) return clear
  return { ...clear, ...(JSON.parse(words.decode(openBytes(key, place, sealed))) as Stored) }
}

const text = new TextEncoder()
const words = new TextDecoder()

/**
 * Below all of Dexie's own layers (live queries, their cache, virtual indexes): those see what the app sees, the disk
 * sees only ciphertext.
 */
const middlewareOf = ({ close, open }: Pick<Seal, 'close' | 'open'>): Middleware<DBCore> => ({
  stack: 'dbcore',
  name: 'seal',
  level: -10,
  create: (core) => ({
    table: (name) => {
      const table = core.table(name)
      const openOne = (value: unknown) => (value ? open(name, value as Stored) : value)
      return {
        ...table,
        mutate: (request) => mutate(table, request, (value) => close(name, value)),
        get: (request) => table.get(request).then(openOne),
        getMany: (request) => table.getMany(request).then((values) => values.map(openOne)),
        query: (request) =>
          table
            .query(request)
            .then((answer) => (request.values ? { ...answer, result: answer.result.map(openOne) } : answer)),
        openCursor: (request) =>
          table
            .openCursor(request)
            .then((cursor) => (cursor && request.values ? openingCursor(cursor, openOne) : cursor)),
      }
    },
  }),
})

function mutate(
  table: DBCoreTable,
  request: DBCoreMutateRequest,
  close: (value: Stored) => Stored,
): Promise<DBCoreMutateResponse> {
  if (request.type !== 'add' && request.type !== 'put') return table.mutate(request)
  return table.mutate({ ...request, values: request.values.map((value: Stored) => close(value)) })
}

/** The browser's getters work only on its own cursor. */
function openingCursor(cursor: DBCoreCursor, openOne: (value: unknown) => unknown): DBCoreCursor {
  let [raw, clear]: [unknown, unknown] = [undefined, undefined]
  return Object.create(cursor, {
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: {
      get: () => {
        const stored: unknown = cursor.value
        // read more than once at one position
        if (stored !== raw) [raw, clear] = [stored, openOne(stored)]
        return clear
      },
    },
  }) as DBCoreCursor
}
