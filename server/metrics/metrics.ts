import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type OpenMetricsContentType } from 'prom-client'
import { BUILD } from '../../contract/kernel/constants.ts'
import type { Lanes } from '../db/lanes.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What is looked up when somebody asks, and not kept in step. */
export type Sources = {
  readonly lanes: Lanes
  readonly databaseIsUp: () => boolean
  readonly sockets: () => number
  /** Messages by state, and how long the oldest that waits has waited, seconds. */
  readonly messages: () => Promise<MessageFigures>
  readonly backups: () => Promise<BackupFigures>
  readonly jobs: () => Promise<readonly JobFigures[]>
}
/** A job on all processes together. `doneAt`: Unix time it last went well; rows of it that failed wait or are dead. */
export type JobFigures = {
  readonly job: string
  readonly doneAt: number | null
  readonly failures: number
  readonly isPaused: boolean
  readonly overdueSeconds: number
  readonly waiting: number
  readonly dead: number
}
export type MessageFigures = { readonly waiting: number; readonly dead: number; readonly oldestSeconds: number }
/** The last that went well of each kind: when (Unix time), how long it took, and its bytes before they were packed. */
export type BackupFigures = readonly {
  readonly kind: 'backup' | 'drill'
  readonly at: number
  readonly seconds: number
  readonly bytes: number
}[]

/**
 * What an operator sees from outside (issue 29.15), in OpenMetrics. Labels are routes, lanes, jobs and states, all of them named in the code: no
 * address, no person and no clinic stands in a metric. Times are seconds.
 */
export function createMetrics({ lanes, databaseIsUp, sockets, messages, backups, jobs: jobsNow }: Sources) {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'bedside_request_seconds',
    help: 'Requests by route, method and status, from their head to their last byte.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers,
  })
  const sent = new Counter({
    name: 'bedside_response_bytes_total',
    help: 'Bytes sent in answers, as they went over the line.',
    labelNames: ['route'] as const,
    registers,
  })
  const jobs = new Histogram({
    name: 'bedside_job_seconds',
    help: 'Rounds of work on a timer, by name and whether they went well.',
    labelNames: ['job', 'result'] as const,
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  })
  const jobDone = new Gauge({
    name: 'bedside_job_last_success_timestamp_seconds',
    help: 'When a job last went well on any process, Unix time.',
    labelNames: ['job'] as const,
    registers,
  })
  const jobFailures = new Gauge({
    name: 'bedside_job_failures',
    help: 'Rounds of a job that failed since it last went well.',
    labelNames: ['job'] as const,
    registers,
  })
  const jobPaused = new Gauge({
    name: 'bedside_job_paused',
    help: '1 while a job is paused by a person.',
    labelNames: ['job'] as const,
    registers,
  })
  const jobOverdue = new Gauge({
    name: 'bedside_job_overdue_seconds',
    help: 'How long a job that is neither paused nor running has been due.',
    labelNames: ['job'] as const,
    registers,
  })
  const jobRows = new Gauge({
    name: 'bedside_job_rows',
    help: 'Rows of a job that failed: those that are tried again, and those that were given up.',
    labelNames: ['job', 'state'] as const,
    registers,
  })
  const horizon = new Gauge({
    name: 'bedside_open_transaction_seconds',
    help: 'How long the oldest open transaction of this PostgreSQL has held the feed’s horizon.',
    registers,
  })
  const auditFaults = new Gauge({
    name: 'bedside_audit_faults',
    help: 'Places of the audit that were changed, removed or inserted beside the server, as its last walk found them.',
    registers,
  })
  const auditLines = new Gauge({
    name: 'bedside_audit_lines',
    help: 'Lines of the audit that the last walk along its chain has passed. It only grows.',
    registers,
  })
  const connections = new Gauge({
    name: 'bedside_connections',
    help: 'Connections to the database by lane: in use, idle, and callers that wait for one.',
    labelNames: ['lane', 'state'] as const,
    registers,
  })
  const up = new Gauge({
    name: 'bedside_database_up',
    help: '1 while the database answers.',
    registers,
  })
  const open = new Gauge({
    name: 'bedside_sockets',
    help: 'Devices that hear at once when there is something to fetch.',
    registers,
  })
  new Gauge({
    name: 'bedside_build',
    help: 'The build that runs.',
    labelNames: ['build'] as const,
    registers,
  }).set({ build: String(BUILD) }, 1)
  const oldest = new Gauge({
    name: 'bedside_message_oldest_seconds',
    help: 'How long the oldest mail or SMS that is due has waited.',
    registers,
  })
  const letters = new Gauge({
    name: 'bedside_messages',
    help: 'Mails and SMS that wait, and those that were given up after all tries.',
    labelNames: ['state'] as const,
    registers,
  })
  const backedUp = new Gauge({
    name: 'bedside_backup_last_success_timestamp_seconds',
    help: 'When a backup, and a drill of one, last went well, Unix time; none where none ever did.',
    labelNames: ['kind'] as const,
    registers,
  })
  const backupSeconds = new Gauge({
    name: 'bedside_backup_seconds',
    help: 'How long the last that went well took.',
    labelNames: ['kind'] as const,
    registers,
  })
  const backupBytes = new Gauge({
    name: 'bedside_backup_bytes',
    help: 'Bytes of rows and files in it, before they were packed.',
    labelNames: ['kind'] as const,
    registers,
  })
  return {
    contentType: registry.contentType,
    /** As it is at this moment. Where the database does not answer, its figures are not told rather than told as none. */
    text: async () => {
      for (const [lane, pool] of Object.entries(lanes)) {
        connections.set({ lane, state: 'used' }, pool.totalCount - pool.idleCount)
        connections.set({ lane, state: 'idle' }, pool.idleCount)
        connections.set({ lane, state: 'waiting' }, pool.waitingCount)
      }
      up.set(databaseIsUp() ? 1 : 0)
      open.set(sockets())
      const found = databaseIsUp() ? await messages().catch(() => null) : null
      letters.reset()
      if (found) {
        letters.set({ state: 'waiting' }, found.waiting)
        letters.set({ state: 'dead' }, found.dead)
      }
      oldest.set(found?.oldestSeconds ?? NaN)
      for (const gauge of [backedUp, backupSeconds, backupBytes]) gauge.reset()
      for (const { kind, at, seconds, bytes } of databaseIsUp() ? await backups().catch(() => []) : []) {
        backedUp.set({ kind }, at)
        backupSeconds.set({ kind }, seconds)
        backupBytes.set({ kind }, bytes)
      }
      for (const gauge of [jobDone, jobFailures, jobPaused, jobOverdue, jobRows]) gauge.reset()
      for (const its of databaseIsUp() ? await jobsNow().catch(() => []) : []) {
        const { job } = its
        if (its.doneAt !== null) jobDone.set({ job }, its.doneAt)
        jobFailures.set({ job }, its.failures)
        jobPaused.set({ job }, its.isPaused ? 1 : 0)
        jobOverdue.set({ job }, its.overdueSeconds)
        jobRows.set({ job, state: 'waiting' }, its.waiting)
        jobRows.set({ job, state: 'dead' }, its.dead)
      }
      return registry.metrics()
    },
    request: (route: string, method: string, status: number, seconds: number, bytes: number) => {
      requests.observe({ route, method, status }, seconds)
      sent.inc({ route }, bytes)
    },
    job: (job: string, wentWell: boolean, seconds: number) => {
      jobs.observe({ job, result: wentWell ? 'done' : 'failed' }, seconds)
    },
    horizon: (seconds: number) => horizon.set(seconds),
    audit: ({ lines, faults }: { readonly lines: number; readonly faults: readonly unknown[] }) => {
      auditLines.set(lines)
      auditFaults.set(faults.length)
    },
  }
}
