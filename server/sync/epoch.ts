import type pg from 'pg'
import { newId } from '../../contract/kernel/id.ts'
import { kept, type Db } from '../db/pool.ts'
import { bottomOf, topOf, type Cursor } from './cursor.ts'

/**
 * A device's place in the life of this database (SYNC "Epoch"). Each run of PostgreSQL is an incarnation, stored with
 * the transaction it began with; cursors name the one they were made in.
 */
export type Standing = {
  /** The incarnation that the next cursor names. */
  readonly epoch: string
  /**
   * The cursor as it came, or null. It is valid only if its incarnation is known, its transactions lie in it, and no
   * removal has left the feed that it has not seen (`server/jobs/forget-old.ts`).
   */
  readonly from: Cursor | null
  /** The device has seen what this database does not contain: it was restored from a copy. */
  readonly isRestored: boolean
}

/**
 * Judges a cursor within the snapshot that is read with it. Null if this run has not been stored yet, because
 * PostgreSQL started after the server, or its data was restored from a dump meanwhile: then call `settleEpoch` first.
 */
export async function standingOf(db: Db, from: Cursor | null): Promise<Standing | null> {
  const { rows } = await db.query<Incarnation>(
    kept('select id, is_settled, holds, feed_floor()::text as floor from incarnation_now($1, $2)', [
      from?.epoch ?? '',
      from ? topOf(from) : '0',
    ]),
  )
  return judged(from, rows[0])
}

/** What `incarnation_now` says about a cursor, and below which transaction removals have left the feed. */
export type Incarnation = {
  readonly id: string
  readonly is_settled: boolean
  readonly holds: boolean
  readonly floor: string
}

/** The same from a result that was read together with other data. */
export function judged(from: Cursor | null, now: Incarnation | undefined): Standing | null {
  if (!now?.is_settled) return null
  const isWhole = from !== null && now.holds && bottomOf(from) > BigInt(now.floor)
  return { epoch: now.id, from: isWhole ? from : null, isRestored: from !== null && !now.holds }
}

/**
 * Called at start: stores this run of PostgreSQL. A promoted replica continues where its primary was. If the data came
 * from a dump, or from another cluster, transaction ids have no meaning any more: the feed is stamped again, and no
 * older cursor is valid.
 */
export async function settleEpoch(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; lock table meta in share row exclusive mode')
    const { rows } = await client.query<Found>(FOUND)
    const { system, known, newest, genuine, current, ahead } = rows[0]!
    const isOther = ahead || (known !== null && known !== system) || (newest !== null && !genuine)
    if (isOther) {
      await client.query('delete from incarnation')
      await client.query('update feed set xid = pg_current_xact_id()')
      await client.query(`delete from meta where name = 'feed_floor'`)
    }
    if (isOther || !current) await client.query('insert into incarnation (id) values ($1)', [newId()])
    if (known !== system)
      await client.query(
        `insert into meta values ('system', $1) on conflict (name) do update set value = excluded.value`,
        [system],
      )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

type Found = {
  readonly system: string
  readonly known: string | null
  readonly newest: string | null
  /** It was written here: another transaction writes what is restored from a dump. */
  readonly genuine: boolean
  /** It belongs to this run of PostgreSQL. */
  readonly current: boolean
  /** The feed names transactions that have not happened here. */
  readonly ahead: boolean
}

const FOUND = `with newest as (
    select id, xmin = from_xid::xid as genuine, postgres_started = pg_postmaster_start_time() as current
      from incarnation order by from_xid desc limit 1)
  select (select system_identifier from pg_control_system()) || ':' || (select oid from pg_database where datname = current_database()) as system,
    (select value from meta where name = 'system') as known,
    (select id from newest) as newest, (select genuine from newest) as genuine, coalesce((select current from newest), false) as current,
    exists (select from feed where xid >= pg_snapshot_xmax(pg_current_snapshot())) as ahead`
