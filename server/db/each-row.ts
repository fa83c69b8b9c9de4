import type pg from 'pg'
import type { JobName } from '../../contract/job/job.rules.ts'
import { faultOf } from '../kernel/fault.ts'
import type { FailureLog } from '../kernel/guarded.ts'
import { isGone } from './gone.ts'

/**
 * Does a job's work row by row. A row that fails stops no other: it is noted under `idOf` and left out of the job's
 * rounds (`job_holds`) for a minute, then three times as long each time, and given up after eight attempts, about
 * twelve hours. Throws only if the database is gone, which is not a row's fault.
 */
export async function eachRow<T>(
  { pool, log }: { readonly pool: pg.Pool; readonly log: FailureLog },
  job: JobName,
  rows: readonly T[],
  idOf: (row: T) => string,
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  if (rows.length === 0) return
  const { rows: known } = await pool.query<{ item: string }>(
    'select item from job where kind = $1 and item = any ($2)',
    [job, rows.map(idOf)],
  )
  const failed = new Set(known.map(({ item }) => item))
  for (const row of rows) {
    const id = idOf(row)
    try {
      await work(row)
      if (failed.has(id)) await pool.query('delete from job where kind = $1 and item = $2', [job, id])
    } catch (error) {
      if (isGone(error)) throw error
      await pool.query(FAILED, [job, id, faultName(error), MOST_TRIES])
      log.error({ what: job, err: error }, 'failed')
    }
  }
}

/** A name from the code, never the text of an error: PostgreSQL's or Node's code, or the error's own name. */
export function faultName(error: unknown): string {
  const { name, code } = faultOf(error)
  return (code ?? name).slice(0, 40)
}

const MOST_TRIES = 8

const FAILED = `insert into job as j (kind, item, due_at, tries, failure, failed_at)
  values ($1, $2, clock_timestamp() + interval '1 min', 1, $3, clock_timestamp())
  on conflict (kind, item) do update set tries = j.tries + 1, failure = excluded.failure, failed_at = excluded.failed_at,
    due_at = clock_timestamp() + least(interval '1 min' * power(3, j.tries), interval '6 h'),
    dead_at = case when j.tries + 1 >= $4 then clock_timestamp() end`
