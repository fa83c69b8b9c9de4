import type pg from 'pg'
import type { BackupFigures, JobFigures, MessageFigures } from './metrics.ts'

/** Mails and SMS that wait and that were given up, across all clinics: only numbers. `now` is epoch ms. */
export async function messageFigures(pool: pg.Pool, now: number): Promise<MessageFigures> {
  const { rows } = await pool.query<MessageFigures>(
    `select count(*) filter (where state = 'queued')::int as waiting, count(*) filter (where state = 'dead' and given_up_at is null)::int as dead,
            coalesce(extract(epoch from $1 - min(next_try_at) filter (where state = 'queued' and next_try_at <= $1)), 0)::float8 as "oldestSeconds"
       from message where state <> 'sent'`,
    [new Date(now)],
  )
  return rows[0]!
}

/**
 * When a backup and a drill last succeeded, Unix time, and the figures of the newest backup. A kind that never
 * succeeded is left out.
 */
export async function backupFigures(pool: pg.Pool): Promise<BackupFigures> {
  const { rows } = await pool.query<BackupFigures[number]>(
    `select distinct on (kind) kind, extract(epoch from ended_at)::float8 as at, extract(epoch from ended_at - began_at)::float8 as seconds, bytes
       from backup where fault is null order by kind, ended_at desc`,
  )
  return rows
}

/** Scheduled work, the same from every process. */
export async function jobFigures(pool: pg.Pool): Promise<JobFigures[]> {
  const { rows } = await pool.query<JobFigures>(
    `select j.kind as job, extract(epoch from j.done_at)::float8 as "doneAt", j.tries as failures, j.paused_at is not null as "isPaused",
            case when j.paused_at is null and j.leased_until is null
              then greatest(extract(epoch from clock_timestamp() - j.due_at), 0) else 0 end::float8 as "overdueSeconds",
            (select count(*) from job f where f.kind = j.kind and f.item <> '' and f.dead_at is null)::int as waiting,
            (select count(*) from job f where f.kind = j.kind and f.item <> '' and f.dead_at is not null)::int as dead
       from job j where j.item = ''`,
  )
  return rows
}
