import { JOB_NAMES, JOBS, type JobName } from '../../contract/job/job.rules.ts'
import { newId } from '../../contract/kernel/id.ts'
import { faultName } from '../db/each-row.ts'
import type { Deps } from '../http/handler.ts'
import { guarded } from '../kernel/guarded.ts'

export type Work = Readonly<Record<JobName, () => unknown>>
type Needs = Pick<Deps, 'pool' | 'log' | 'databaseIsUp'> & {
  /** Called for each round that ended here. */
  readonly count: (job: JobName, wentWell: boolean, seconds: number) => void
}

/**
 * Runs what is due, shared with all other processes on this database: one process leases a round and confirms every
 * twenty seconds that it still runs it; another takes over a minute after it has fallen silent. A failed round is
 * retried, later each time. Nothing runs in the first seconds.
 */
export function runJobs(needs: Needs, work: Work): { readonly stop: () => Promise<unknown> } {
  const { pool, log, databaseIsUp, count } = needs
  const holder = newId()
  const running = new Map<JobName, Promise<void>>()
  let isStopping = false
  let isKnown = false
  let isMore = false
  let looking: Promise<unknown> = Promise.resolve()

  const look = async () => {
    if (!isKnown) await pool.query(KNOW, [JOB_NAMES, JOB_NAMES.map((name) => JOBS[name].everySeconds)])
    isKnown = true
    const free = MOST_AT_ONCE - running.size
    const names = JOB_NAMES.filter((name) => !running.has(name))
    if (free <= 0 || isStopping) return
    const { rows } = await pool.query<{ kind: JobName; due: string }>(CLAIM, [names, holder, LEASE_S, free])
    isMore = rows.length === free
    for (const { kind, due } of rows) running.set(kind, round(kind, due))
  }
  const round = async (kind: JobName, due: string) => {
    const from = performance.now()
    const failure: { name: string | null } = { name: null }
    await guarded(log, kind, async () => {
      try {
        await work[kind]()
      } catch (error) {
        failure.name = faultName(error)
        throw error
      }
    })
    const ms = Math.round(performance.now() - from)
    count(kind, failure.name === null, ms / 1000)
    // a lease that cannot be returned expires
    await guarded(log, kind, () => pool.query(END, [kind, holder, failure.name, ms, due]))
    running.delete(kind)
    if (isMore) tick()
  }
  const tick = () => {
    if (isStopping) return
    // the database that returns may be an older copy
    if (!databaseIsUp()) isKnown = false
    else looking = guarded(log, 'jobs', look)
  }

  let timer = setTimeout(again, TICK_MS)
  function again() {
    // not all processes at the same moment
    timer = setTimeout(again, TICK_MS * (0.8 + Math.random() * 0.4))
    tick()
  }
  const keeping = setInterval(() => {
    if (running.size) void guarded(log, 'jobs', () => pool.query(KEEP, [[...running.keys()], holder, LEASE_S]))
  }, KEEP_MS)
  return {
    /** Starts no further round, and waits for the current ones. */
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await looking
      await Promise.all(running.values())
      clearInterval(keeping)
    },
  }
}

const TICK_MS = 5_000
const LEASE_S = 60
const KEEP_MS = 20_000
/** Their lane has two connections. */
const MOST_AT_ONCE = 4

const KNOW = `insert into job (kind, due_at, every_s)
  select kind, clock_timestamp() + every_s * interval '1 s', every_s from unnest($1::text[], $2::int[]) as its (kind, every_s) order by kind
  on conflict (kind, item) do update set every_s = excluded.every_s where job.every_s <> excluded.every_s`

const CLAIM = `with due as materialized (
    select kind from job
     where item = '' and kind = any ($1) and due_at <= clock_timestamp() and paused_at is null
       and (leased_until is null or leased_until < clock_timestamp())
     order by due_at for update skip locked limit $4)
  update job j set holder = $2, leased_until = clock_timestamp() + $3 * interval '1 s' from due
   where j.kind = due.kind and j.item = '' returning j.kind, j.due_at::text as due`

const KEEP = `update job set leased_until = clock_timestamp() + $3 * interval '1 s' where kind = any ($1) and item = '' and holder = $2`

/**
 * The next round is due on schedule. After a failure it is due twice as late each time, at most a quarter of an hour
 * for a job that runs every minute; at once if someone requested it during this round.
 */
const END = `update job set holder = null, leased_until = null, ms = $4,
    done_at = case when $3::text is null then clock_timestamp() else done_at end,
    tries = case when $3::text is null then 0 else tries + 1 end,
    failure = case when $3::text is null then failure else $3 end,
    failed_at = case when $3::text is null then failed_at else clock_timestamp() end,
    due_at = case when due_at <> $5::timestamptz then due_at
      when $3::text is null
      then due_at + every_s * interval '1 s' * (1 + floor(greatest(extract(epoch from clock_timestamp() - due_at), 0) / every_s))
      else clock_timestamp() + least(every_s * power(2, least(tries, 10)), greatest(every_s, 900)) * interval '1 s' end
  where kind = $1 and item = '' and holder = $2`
