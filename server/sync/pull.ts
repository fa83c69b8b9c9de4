import { tables, type TableName } from '../../contract/tables.ts'
import { visible } from '../../contract/wire.ts'
import type { Checksums, PullPage } from '../../contract/sync.ts'
import type { Db } from '../db/pool.ts'
import { isTable, readRows } from '../db/rows.ts'
import { auditRead } from '../http/audit.ts'
import type { Who } from '../http/handler.ts'
import { bucketsOf, recallSet, rememberSet, tablesFor } from './buckets.ts'
import { writeCursor, type Cursor } from './cursor.ts'

/** Records in a page at most; a page is applied in one transaction on the device. */
const PAGE = 500

/** In the first page of a fill, for which a person waits. */
const FIRST_PAGE = 200

/**
 * One page of what has changed for this person since the cursor (SYNC "On the wire"): first the buckets that are new to the device,
 * filled record by record, then the feed. Runs in one read-only snapshot, so that entries, rows and horizon agree.
 */
export async function pull(
  db: Db,
  who: Who,
  from: Cursor | null,
  epoch: string,
  now: number,
  { check = false, again = [], keep = [], ip = '' }: Asks = {},
): Promise<PullPage> {
  const allowed = await bucketsOf(db, who, now, keep)
  const aim = await rememberSet(db, allowed)
  const known = from?.epoch === epoch ? from : null
  const held = known?.set ? await recallSet(db, known.set) : null
  // a set nobody remembers, or another life of the database: all is filled anew, and what the device holds is measured against it
  if (!known || (known.set && !held))
    return fill(db, who, { epoch, xid: await horizon(db), set: null, filling: start(aim) }, allowed, [], {
      anew: true,
      ip,
    })
  if (held && again.length) {
    // what the device found to differ is as if it did not have it
    const kept = held.filter((bucket) => !again.includes(bucket))
    const set = await rememberSet(db, kept)
    return fill(db, who, { ...known, set, filling: start(aim) }, allowed, kept, { anew: false, ip })
  }
  if (known.set !== aim) {
    const filling = known.filling?.set === aim ? known.filling : start(aim)
    return fill(db, who, { ...known, filling }, allowed, held ?? [], { anew: false, ip })
  }
  const page = await read(db, who, known, allowed)
  return check && !page.more ? { ...page, checksums: await sums(db, who, allowed) } : page
}

/** What a device asks for besides: to hold its buckets against ours, or to be sent some anew. */
export type Asks = {
  readonly check?: boolean
  readonly again?: readonly string[]
  /** Months beyond the window that its person keeps on it. */
  readonly keep?: readonly string[]
  readonly ip?: string
}

const start = (set: string) => ({ set, at: 0, tbl: null, id: null })

/**
 * The buckets the device does not hold yet, in the order they are wanted; what it holds and may not any more is dropped. What was in a
 * dropped one and is still in sight by another comes again: a view may say less of it to whoever has lost that right (I1, I9).
 */
async function fill(
  db: Db,
  who: Who,
  cursor: Cursor & { readonly filling: NonNullable<Cursor['filling']> },
  allowed: string[],
  held: string[],
  { anew, ip }: { readonly anew: boolean; readonly ip: string },
): Promise<PullPage> {
  const mine = new Set(held)
  const missing = allowed.filter((bucket) => !mine.has(bucket))
  const may = new Set(allowed)
  const drop = held.filter((bucket) => !may.has(bucket))
  const walked = [...missing, ...drop]
  let { at, tbl, id } = cursor.filling
  if (at === 0 && tbl === null) await logFill(db, who, missing, ip)
  const most = at === 0 && tbl === null ? FIRST_PAGE : PAGE
  const found: { tbl: string; id: string }[] = []
  while (at < walked.length && found.length < most) {
    const want = most - found.length
    const { rows } = await db.query<{ tbl: string; id: string }>('select * from snapshot_page($1, $2, $3, $4, $5)', [
      walked[at],
      tablesFor(who.type),
      tbl,
      id,
      want,
    ])
    found.push(...rows)
    if (rows.length < want) [at, tbl, id] = [at + 1, null, null]
    else [tbl, id] = [rows.at(-1)!.tbl, rows.at(-1)!.id]
  }
  const done = at >= walked.length
  const next: Cursor = done
    ? { epoch: cursor.epoch, xid: cursor.xid, set: cursor.filling.set }
    : { ...cursor, filling: { set: cursor.filling.set, at, tbl, id } }
  return {
    status: true,
    cursor: writeCursor(next),
    // what was committed while the buckets were filled comes with the next page, from the feed
    more: true,
    gone: {},
    rows: await rowsOf(db, who, found, allowed),
    ...(drop.length && { drop }),
    ...(anew && { reset: true }),
    progress: { done: at, of: walked.length },
  }
}

/**
 * A device of the staff comes to hold what it had not: one line, with the kinds of buckets and how many (TRUST D15). Once where it begins, and
 * again with each month that comes into the window, is when a reader's sight widens; what flows into a bucket later was logged by whoever
 * wrote it, and a line for each pull would bury the others.
 */
async function logFill(db: Db, who: Who, missing: readonly string[], ip: string) {
  const theirs = missing.filter((bucket) => /^(?:clinic|doctor):/.test(bucket))
  if (who.type === 'patient' || theirs.length === 0) return
  const fields = [...new Set(theirs.map((bucket) => bucket.split(':')[0]!))]
  const object = { table: 'patient', id: null }
  await auditRead(db, who, { call: 'sync.fill', object, fields, records: theirs.length, ip })
}

async function read(db: Db, who: Who, cursor: Cursor, allowed: string[]): Promise<PullPage> {
  const at = cursor.reading
  const { rows } = await db.query<{
    xid: string | null
    tbl: string
    id: string
    puts: string[]
    removes: string[]
    horizon: string
  }>('select * from feed_page($1, $2, $3, $4, $5, $6, $7)', [
    allowed,
    tablesFor(who.type),
    cursor.xid,
    at?.xid ?? null,
    at?.tbl ?? null,
    at?.id ?? null,
    PAGE,
  ])
  const entries = rows.filter((entry) => entry.xid !== null)
  const horizonNow = at?.horizon ?? rows[0]?.horizon ?? cursor.xid
  const last = entries.at(-1)
  const more = entries.length === PAGE
  const gone: Partial<Record<TableName, [string, string][]>> = {}
  for (const { tbl, id, removes } of entries)
    for (const bucket of removes) if (isTable(tbl)) (gone[tbl] ??= []).push([bucket, id])
  const next: Cursor =
    more && last
      ? { ...cursor, reading: { horizon: horizonNow, xid: last.xid!, tbl: last.tbl, id: last.id } }
      : { epoch: cursor.epoch, xid: horizonNow, set: cursor.set }
  return {
    status: true,
    cursor: writeCursor(next),
    more,
    gone,
    rows: await rowsOf(
      db,
      who,
      entries.filter((entry) => entry.puts.length),
      allowed,
    ),
  }
}

/** The records as this person may see them, each with the buckets of theirs it is in. One query a table. */
async function rowsOf(
  db: Db,
  who: Who,
  found: readonly { tbl: string; id: string }[],
  allowed: string[],
): Promise<PullPage['rows']> {
  const made: Record<string, unknown[]> = {}
  for (const [table, its] of Map.groupBy(found, (entry) => entry.tbl)) {
    if (!isTable(table)) continue
    const ids = [...new Set(its.map((entry) => entry.id))]
    const held = await db.query<{ id: string; buckets: string[] }>('select * from buckets_held($1, $2, $3)', [
      table,
      ids,
      allowed,
    ])
    const buckets = new Map(held.rows.map((row) => [row.id, row.buckets]))
    const schema = tables[table].schema
    made[table] = (await readRows(db, table, ids)).flatMap((row) => {
      const in_ = buckets.get(row.id)
      return in_ ? [{ ...(visible(schema, row, who.type) as object), _b: in_ }] : [] // a row's schema makes an object
    })
  }
  return made
}

/** In the same snapshot as the page it goes with. */
async function sums(db: Db, who: Who, allowed: string[]): Promise<Checksums> {
  const { rows } = await db.query<{ bucket: string; n: number; sum: number }>('select * from bucket_sums($1, $2)', [
    allowed,
    tablesFor(who.type),
  ])
  return Object.fromEntries(rows.map(({ bucket, n, sum }) => [bucket, [n, sum]]))
}

async function horizon(db: Db): Promise<string> {
  const { rows } = await db.query<{ x: string }>('select feed_horizon() as x')
  return rows[0]!.x
}
