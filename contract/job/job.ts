import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { instant, text } from '../kernel/fields.ts'
import { JOB_NAMES } from './job.rules.ts'

const count = v.pipe(v.number(), v.integer())
const name = v.picklist(JOB_NAMES)

/** Rows of a job that failed, by the name of their fault. Never which: they may be a private clinic's (rule 47). */
const JobFault = v.object({
  failure: text(40),
  /** Tried again by themselves. */
  waiting: count,
  /** Given up after all tries; only a person has them tried again. */
  dead: count,
  lastAt: instant,
})

/** Work on a timer as it stands, the same from whichever process it is asked. */
export const Job = v.object({
  name,
  everySeconds: count,
  dueAt: instant,
  /** Some process runs it at this moment. */
  isRunning: v.boolean(),
  pausedAt: v.nullable(instant),
  /** When a round last went well, and how long it took. */
  doneAt: v.nullable(instant),
  ms: v.nullable(count),
  /** Rounds that failed since, and the name of the newest fault. */
  tries: count,
  failure: v.nullable(text(40)),
  failedAt: v.nullable(instant),
  faults: v.array(JobFault),
})
export type Job = v.InferOutput<typeof Job>

const own = { method: 'POST', roles: ['admin'], superadmin: true, offline: 'online', refusals: [] } as const
const reply = v.object({ status: v.literal(true), jobs: v.array(Job) })

/** What runs by the clock, for superadmins (decision 0102). [+] */
export const jobCalls = {
  'job.list': { ...own, path: '/api/job/list', input: v.strictObject({}), reply },
  /** No round begins until it is resumed; the one under way ends as it would. Never a guard (`JOBS`). */
  'job.pause': {
    ...own,
    path: '/api/job/pause',
    audits: 'job',
    refusals: ['job_is_guard'],
    input: v.strictObject({ name }),
    reply,
  },
  'job.resume': { ...own, path: '/api/job/resume', audits: 'job', input: v.strictObject({ name }), reply },
  /** A round at once, with all rows that failed, those that were given up too. */
  'job.retry': { ...own, path: '/api/job/retry', audits: 'job', input: v.strictObject({ name }), reply },
} as const satisfies CallTable
