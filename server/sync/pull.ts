import type { TableName } from '../../contract/kernel/table-names.ts'
import { MOST_ROWS, type Checksums, type PullPage } from '../../contract/sync/sync.ts'
import { kept, type Db } from '../db/pool.ts'
import { isTable } from '../db/rows.ts'
import type { Lsn } from '../db/position.ts'
import { auditRead } from '../http/audit.ts'
import type { Who } from '../identity/who.ts'
import { bucketsOf, nameOfSet, recallSet, rememberSet, tablesFor, type Wishes } from './buckets.ts'
import { topOf, writeCursor, type Cursor } from './cursor.ts'
import { judged, standingOf, type Incarnation, type Standing } from './epoch.ts'
import { rowsOf } from './page-rows.ts'
import { placeOf, readSeen } from './seen.ts'

/** Rows in the first page of a fill, for which a person waits. */
const FIRST_PAGE = 200

/**
 * One page of what has changed for this person since the cursor (SYNC "On the wire"): first the buckets that are new to
 * the device, filled record by record, then the feed. Runs in one snapshot, so that entries, rows and horizon agree.
 * For a device that holds what it may, one statement reads the feed and judges the cursor. Null as in `standingOf`.
 */
export async function pull(
  db: Db,
  who: Who,
  from: Cursor | null,
  now: number,
  {
    check = false,
    again = [],
    keep = [],
    clinics = [],
    opened = null,
    rows = MOST_ROWS,
    ip = '',
    tellsPlace = false,
  }: Asks = {},
): Promise<Pulled | null> {
  const allowed = await bucketsOf(db, who, now, { keep, clinics, opened })
  const holdsAll = from?.set === nameOfSet(allowed) && !from.filling && !again.length
  const found = holdsAll ? await readFeed(db, who, from, allowed, rows) : null
  const standing = found ? judged(from, found.now) : await standingOf(db, from)
  if (!standing) return null
  if (found && standing.from) {
    if (!found.now.is_fresh) await rememberSet(db, allowed)
    const lsn = tellsPlace ? found.now.lsn : undefined
    const cursor = { ...standing.from, epoch: standing.epoch, lsn }
    const page = await read(db, who, cursor, found.rows, allowed, rows)
    return { standing, page: check && !page.more ? { ...page, checksums: await sums(db, who, allowed) } : page }
  }
  const lsn = tellsPlace ? await lsnNow(db) : undefined
  return { standing, page: await refill(db, who, standing, allowed, { again, rows, ip, lsn }) }
}

/** What a device is sent, and how its cursor was judged. */
export type Pulled = { readonly standing: Standing; readonly page: PullPage }

/** A page for a device that does not hold what it may, or that requests some of it again. */
async function refill(
  db: Db,
  who: Who,
  { epoch, from, isRestored }: Standing,
  allowed: string[],
  { again, ...to }: Pick<Filling, 'rows' | 'ip' | 'lsn'> & { readonly again: readonly string[] },
): Promise<PullPage> {
  const aim = nameOfSet(allowed)
  if (from?.filling?.set !== aim) await rememberSet(db, allowed)
  const known = from && { ...from, epoch }
  const held = known?.set ? await recallSet(db, known.set) : null
  // an unknown set, or another life of the database: all is filled again, and what the device holds is compared with it
  if (!known || (known.set && !held))
    return fill(db, who, { epoch, xid: await placeNow(db), set: null, filling: start(aim) }, allowed, [], {
      ...to,
      anew: true,
      isRestored,
    })
  const filling =
    known.filling && known.filling.set === aim && !again.length ? known.filling : await begin(db, aim, known)
  const halves = (filling.before && (await recallSet(db, filling.before))) || []
  // buckets that the device found to differ count as missing
  const left = again.length && held ? held.filter((bucket) => !again.includes(bucket)) : (held ?? [])
  const set = again.length && held ? await rememberSet(db, left) : known.set
  return fill(db, who, { ...known, set, filling }, allowed, left, { ...to, anew: false, halves })
}

/** What a device requests besides: the sums of its buckets, or some of them again. */
export type Asks = Wishes & {
  readonly check?: boolean
  readonly again?: readonly string[]
  /** Most records in a page; the device applies a page in one transaction. */
  readonly rows?: number
  readonly ip?: string
  /** Whether the cursor includes the database's position, so that a replica can be asked with it. */
  readonly tellsPlace?: boolean
}

const start = (set: string) => ({ set, at: 0, tbl: null, id: null })

/**
 * Starts a fill for another set than the current one, of which the device may hold some: what is no longer allowed of
 * it is dropped too (I9).
 */
async function begin(db: Db, aim: string, { filling }: Cursor) {
  if (!filling) return { ...start(aim), before: undefined }
  const sets = await Promise.all([filling.set, filling.before].map((set) => (set ? recallSet(db, set) : null)))
  return { ...start(aim), before: await rememberSet(db, [...new Set(sets.flatMap((set) => set ?? []))]) }
}

type Filling = {
  readonly anew: boolean
  readonly isRestored?: boolean
  /** Buckets of which the device may hold a part. */
  readonly halves?: readonly string[]
  /** Most records in a page. */
  readonly rows: number
  readonly ip: string
  readonly lsn: Lsn | undefined
}

/**
 * Fills the buckets that the device lacks, in the order they are wanted, and drops what it may no longer hold. A record
 * of a dropped bucket that another bucket still holds is sent again: a view may show less of it to someone who has lost
 * that right (I1, I9).
 */
async function fill(
  db: Db,
  who: Who,
  cursor: Cursor & { readonly filling: NonNullable<Cursor['filling']> },
  allowed: string[],
  held: string[],
  { anew, isRestored = false, halves = [], rows: page, ip, lsn }: Filling,
): Promise<PullPage> {
  const mine = new Set(held)
  const missing = allowed.filter((bucket) => !mine.has(bucket))
  const may = new Set(allowed)
  const drop = [...new Set([...held, ...halves])].filter((bucket) => !may.has(bucket))
  const walked = [...missing, ...drop]
  let { at, tbl, id } = cursor.filling
  if (at === 0 && tbl === null) await logFill(db, who, missing, ip)
  const most = at === 0 && tbl === null ? Math.min(FIRST_PAGE, page) : page
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
    : { ...cursor, filling: { ...cursor.filling, at, tbl, id } }
  return {
    status: true,
    cursor: writeCursor({ ...next, lsn }),
    // the next page brings, from the feed, what was committed during the fill
    more: true,
    gone: {},
    rows: await rowsOf(db, who, found, allowed),
    ...(drop.length && { drop }),
    ...(anew && { reset: true }),
    ...(isRestored && { restored: true }),
    cards: may.has('all') ? 'all' : 'known',
    progress: { done: at, of: walked.length },
  }
}

/**
 * A staff device gets buckets it did not have: one line, with the kinds of buckets and how many (TRUST D15). That
 * happens at its first fill and whenever a month enters the window, and it is when a reader's visibility widens. What
 * enters a bucket later was logged by whoever wrote it, and a line for each pull would bury the others.
 */
async function logFill(db: Db, who: Who, missing: readonly string[], ip: string) {
  const theirs = missing.filter((bucket) => /^(?:clinic|doctor):/.test(bucket))
  if (who.type === 'patient' || theirs.length === 0) return
  const fields = [...new Set(theirs.map((bucket) => bucket.split(':')[0]!))]
  const object = { table: 'patient', id: null }
  await auditRead(db, who, { call: 'sync.fill', object, fields, records: theirs.length, ip })
}

/** Entries of the feed since a cursor, in the snapshot that judges it, together with the judgement of the cursor. */
async function readFeed(db: Db, who: Who, cursor: Cursor, allowed: string[], most: number): Promise<Feed> {
  const at = cursor.reading
  const horizon = readSeen(cursor.xid)
  const { rows } = await db.query<Entry & FeedNow & { readonly incarnation: string }>(
    kept(FEED, [
      cursor.epoch,
      topOf(cursor),
      cursor.set,
      allowed,
      tablesFor(who.type),
      String(horizon.until),
      horizon.open.map(String),
      at?.xid ?? null,
      at?.tbl ?? null,
      at?.id ?? null,
      most,
    ]),
  )
  return { now: { ...rows[0]!, id: rows[0]!.incarnation }, rows }
}

/**
 * No row of the feed that is visible in this snapshot lies beyond it: its commit is seen once it is on the disk. The set
 * of buckets may lie beyond it, committed with a line of the audit; a replica without it leaves the pull to the primary.
 */
const HERE = `case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end::text`

async function lsnNow(db: Db): Promise<Lsn> {
  const { rows } = await db.query<{ lsn: Lsn }>(`select ${HERE} as lsn`)
  return rows[0]!.lsn
}

const FEED = `select n.id as incarnation, n.is_settled, n.holds, feed_floor()::text as floor, bucket_set_is_fresh($3) as is_fresh, ${HERE} as lsn, f.*
  from incarnation_now($1, $2) n left join lateral feed_since($4, $5, $6, $7, $8, $9, $10, $11) f on true`

type FeedNow = Incarnation & { readonly is_fresh: boolean; readonly lsn: Lsn }
type Entry = {
  readonly xid: string | null
  readonly tbl: string
  readonly id: string
  readonly puts: string[]
  readonly removes: string[]
  readonly snapshot: string
}
type Feed = { readonly now: FeedNow; readonly rows: readonly Entry[] }

async function read(
  db: Db,
  who: Who,
  cursor: Cursor,
  rows: readonly Entry[],
  allowed: string[],
  most: number,
): Promise<PullPage> {
  const at = cursor.reading
  const entries = rows.filter((entry) => entry.xid !== null)
  const horizonNow = at?.horizon ?? placeOf(rows[0]!.snapshot)
  const last = entries.at(-1)
  const more = entries.length === most
  const gone: Partial<Record<TableName, [string, string][]>> = {}
  for (const { tbl, id, removes } of entries)
    for (const bucket of removes) if (isTable(tbl)) (gone[tbl] ??= []).push([bucket, id])
  const next: Cursor =
    more && last
      ? { ...cursor, reading: { horizon: horizonNow, xid: last.xid!, tbl: last.tbl, id: last.id } }
      : { epoch: cursor.epoch, xid: horizonNow, set: cursor.set }
  return {
    status: true,
    cursor: writeCursor({ ...next, lsn: cursor.lsn }),
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

/** In the same snapshot as its page. */
async function sums(db: Db, who: Who, allowed: string[]): Promise<Checksums> {
  const { rows } = await db.query<{ bucket: string; n: number; sum: number }>('select * from bucket_sums($1, $2)', [
    allowed,
    tablesFor(who.type),
  ])
  return Object.fromEntries(rows.map(({ bucket, n, sum }) => [bucket, [n, sum]]))
}

/** Where an empty device begins: its fill includes everything committed by now. */
async function placeNow(db: Db): Promise<string> {
  const { rows } = await db.query<{ snapshot: string }>('select feed_snapshot() as snapshot')
  return placeOf(rows[0]!.snapshot)
}
