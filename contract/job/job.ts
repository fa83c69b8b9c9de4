import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { instant, text } from '../kernel/fields.ts'
import { JOB_NAMES } from './job.rules.ts'

const count = v.pipe(v.number(), v.integer())
const name = v.picklist(JOB_NAMES)

/** Rows of a job that failed, counted by fault. Never which rows: they may belong to a private clinic (rule 47). */
const JobFault = v.object({
  failure: text(40),
  /** Retried automatically. */
  waiting: count,
  /** Given up after all attempts; only a person can retry them. */
  dead: count,
  lastAt: instant,
})

/** The state of scheduled work, the same whichever process answers. */
export const Job = v.object({
  name,
  everySeconds: count,
  dueAt: instant,
  /** A process is running it now. */
  isRunning: v.boolean(),
  pausedAt: v.nullable(instant),
  /** When a round last succeeded, and how long it took. */
  doneAt: v.nullable(instant),
  ms: v.nullable(count),
  /** Failed rounds since then, and the name of the newest fault. */
  tries: count,
  failure: v.nullable(text(40)),
  failedAt: v.nullable(instant),
  faults: v.array(JobFault),
})
export type Job = v.InferOutput<typeof Job>

const own = { method: 'POST', roles: ['admin'], superadmin: true, offline: 'online', refusals: [] } as const
const reply = v.object({ status: v.literal(true), jobs: v.array(Job) })

/** Scheduled work, for superadmins (decision 0102). [+] */
export const jobCalls = {
  'job.list': { ...own, path: '/api/job/list', input: v.strictObject({}), reply },
  /** No round starts until it is resumed; the current one finishes. Never a guard (`JOBS`). */
  'job.pause': {
    ...own,
    path: '/api/job/pause',
    audits: 'job',
    refusals: ['job_is_guard'],
    input: v.strictObject({ name }),
    reply,
  },
  'job.resume': { ...own, path: '/api/job/resume', audits: 'job', input: v.strictObject({ name }), reply },
  /** Runs a round at once, with all failed rows, including those given up. */
  'job.retry': { ...own, path: '/api/job/retry', audits: 'job', input: v.strictObject({ name }), reply },
} as const satisfies CallTable
