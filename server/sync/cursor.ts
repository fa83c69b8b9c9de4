import * as v from 'valibot'
import { text as textOf } from '../../contract/fields.ts'

/**
 * Where a device stands, in a line it does not read: the epoch of the database's life, the horizon it has seen, the set of buckets
 * it holds, and, between pages, how far the page went.
 */
export type Cursor = {
  readonly epoch: string
  /** Everything committed below this transaction id has been delivered for `set`. */
  readonly xid: string
  /** Name of the set of buckets held; null before the first. */
  readonly set: string | null
  /** Filling new buckets: the set aimed at, which of its buckets, and the last record sent. */
  readonly filling?: {
    readonly set: string
    readonly at: number
    readonly tbl: string | null
    readonly id: string | null
  }
  /** In the middle of the feed: the horizon of its first page, and the last entry sent. */
  readonly reading?: { readonly horizon: string; readonly xid: string; readonly tbl: string; readonly id: string }
}

export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** A cursor that cannot be read is none: the device starts anew and keeps its queue. */
export function readCursor(written: string | null): Cursor | null {
  if (!written) return null
  try {
    const found = v.safeParse(Schema, JSON.parse(Buffer.from(written, 'base64url').toString()))
    return found.success ? (found.output as Cursor) : null // optional keys are left out, never undefined, by JSON
  } catch {
    return null
  }
}

/** A transaction id; the largest that PostgreSQL can count to has twenty digits. */
const digits = v.pipe(v.string(), v.regex(/^\d{1,19}$/))
const place = textOf(64)
const Schema = v.object({
  epoch: place,
  xid: digits,
  set: v.nullable(place),
  filling: v.optional(
    v.object({
      set: place,
      at: v.pipe(v.number(), v.integer(), v.minValue(0)),
      tbl: v.nullable(place),
      id: v.nullable(v.pipe(v.string(), v.uuid())),
    }),
  ),
  reading: v.optional(v.object({ horizon: digits, xid: digits, tbl: place, id: v.pipe(v.string(), v.uuid()) })),
})
