import type { Job } from '../../../contract/job/job.ts'
import { JOB_NAMES, whyNotPause } from '../../../contract/job/job.rules.ts'
import type { Db } from '../../db/pool.ts'
import type { Area } from '../../http/handler.ts'
import { Refused } from '../../kernel/refused.ts'

/** Scheduled jobs, for superadmins: their state, pausing, resuming, retrying (decision 0102). */
export const jobHandlers: Area<'job'> = {
  'job.list': async (_, { db }) => ({ status: true, jobs: await jobs(db) }),

  'job.pause': async ({ name }, { db }) => {
    const whyNot = whyNotPause(name)
    if (whyNot) throw new Refused(whyNot)
    await db.query(`update job set paused_at = clock_timestamp() where kind = $1 and item = '' and paused_at is null`, [
      name,
    ])
    return { status: true, jobs: await jobs(db) }
  },

  'job.resume': async ({ name }, { db }) => {
    await db.query(`update job set paused_at = null where kind = $1 and item = ''`, [name])
    return { status: true, jobs: await jobs(db) }
  },

  'job.retry': async ({ name }, { db }) => {
    await db.query(
      `update job set due_at = clock_timestamp(), dead_at = null, tries = case item when '' then tries else 0 end where kind = $1`,
      [name],
    )
    return { status: true, jobs: await jobs(db) }
  },
}

/** In their listed order, without jobs of other builds. */
async function jobs(db: Db): Promise<Job[]> {
  const { rows } = await db.query<Job>(ALL)
  return JOB_NAMES.flatMap((name) => rows.find((row) => row.name === name) ?? [])
}

const ALL = `select j.kind as name, j.every_s as "everySeconds", iso(j.due_at) as "dueAt",
    j.leased_until is not null and j.leased_until > clock_timestamp() as "isRunning",
    iso(j.paused_at) as "pausedAt", iso(j.done_at) as "doneAt", j.ms, j.tries, j.failure, iso(j.failed_at) as "failedAt",
    coalesce((select jsonb_agg(to_jsonb(f) order by f."lastAt" desc) from (
      select failure, count(*) filter (where dead_at is null)::int as waiting, count(*) filter (where dead_at is not null)::int as dead,
             iso(max(failed_at)) as "lastAt"
        from job where kind = j.kind and item <> '' group by failure order by max(failed_at) desc limit 20) f), '[]') as faults
  from job j where j.item = ''`
