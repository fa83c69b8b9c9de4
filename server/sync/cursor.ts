import * as v from 'valibot'
import { text as textOf } from '../../contract/kernel/fields.ts'
import { LSN, type Lsn } from '../db/position.ts'
import { PLACE, readSeen } from './seen.ts'

/**
 * A device's place, as a line that it does not read: the incarnation of the database, the horizon it has seen, the set
 * of buckets it holds, and, between pages, how far it has come.
 */
export type Cursor = {
  /** The incarnation (`epoch.ts`). */
  readonly epoch: string
  /**
   * Everything committed below this transaction id has been delivered for `set`, and above it what seen.ts decodes from
   * it.
   */
  readonly xid: string
  /** Name of the set of buckets held; null before the first. */
  readonly set: string | null
  /** While filling new buckets: the target set, the current bucket, and the last record sent. */
  readonly filling?: {
    readonly set: string
    readonly at: number
    readonly tbl: string | null
    readonly id: string | null
    /** An earlier target set that was never completed: some of it may be on the device. */
    readonly before?: string | undefined
  }
  /** The position of the database in what the device has seen; absent without replicas. */
  readonly lsn?: Lsn | undefined
  /** In the middle of the feed: the horizon of its first page, and the last entry sent. */
  readonly reading?: { readonly horizon: string; readonly xid: string; readonly tbl: string; readonly id: string }
}

export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** The device has seen nothing of the feed at or above this transaction id. */
export const topOf = ({ xid, reading }: Cursor): string => {
  const tops = [readSeen(xid).until, ...(reading ? [readSeen(reading.horizon).until, BigInt(reading.xid) + 1n] : [])]
  return String(tops.reduce((top, each) => (each > top ? each : top)))
}

/** All that the device has not seen of the feed is at or above this transaction id. */
export const bottomOf = ({ xid }: Cursor): bigint => {
  const { until, open } = readSeen(xid)
  return [until, ...open].reduce((least, each) => (each < least ? each : least))
}

/** An unreadable cursor counts as none: the device is filled again and keeps its queue. */
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
const seen = v.pipe(v.string(), v.regex(PLACE))
const place = textOf(64)
const Schema = v.object({
  epoch: place,
  xid: seen,
  set: v.nullable(place),
  filling: v.optional(
    v.object({
      set: place,
      at: v.pipe(v.number(), v.integer(), v.minValue(0)),
      tbl: v.nullable(place),
      id: v.nullable(v.pipe(v.string(), v.uuid())),
      before: v.optional(place),
    }),
  ),
  lsn: v.optional(v.pipe(v.string(), v.regex(LSN))),
  reading: v.optional(v.object({ horizon: seen, xid: digits, tbl: place, id: v.pipe(v.string(), v.uuid()) })),
})
