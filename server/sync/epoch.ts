import type pg from 'pg'
import { newId } from '../../contract/id.ts'

/**
 * The epoch names one life of the database (SYNC "Epoch"). A restore from a backup shows as another system, timeline or database, or
 * as feed entries from transactions that have not happened; then the epoch is new and every device measures itself anew.
 */
export async function epochOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ value: string }>(`select value from meta where name = 'epoch'`)
  return rows[0]?.value ?? settleEpoch(pool)
}

/** Called at start. Re-stamps the feed when the database has another life behind it. */
export async function settleEpoch(pool: pg.Pool): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; lock table meta in share row exclusive mode')
    const { rows } = await client.query<{ life: string; ahead: boolean }>(LIFE)
    const { life, ahead } = rows[0]!
    const known = await client.query<{ name: string; value: string }>(
      `select name, value from meta where name in ('life', 'epoch')`,
    )
    const meta = new Map(known.rows.map((row) => [row.name, row.value]))
    const same = meta.get('life') === life && !ahead && meta.has('epoch')
    const epoch = same ? meta.get('epoch')! : newId()
    if (!same) {
      // in its first life no device has a place in the feed yet
      if (meta.has('life') || ahead) await client.query('update feed set xid = pg_current_xact_id()')
      await client.query(
        `insert into meta values ('life', $1), ('epoch', $2) on conflict (name) do update set value = excluded.value`,
        [life, epoch],
      )
    }
    await client.query('commit')
    return epoch
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const LIFE = `select (select system_identifier from pg_control_system()) || ':' || (select timeline_id from pg_control_checkpoint())
    || ':' || (select oid from pg_database where datname = current_database()) as life,
  exists (select from feed where xid >= pg_snapshot_xmax(pg_current_snapshot())) as ahead`
