import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type OpenMetricsContentType } from 'prom-client'
import { BUILD } from '../../contract/kernel/constants.ts'
import type { Lanes } from '../db/lanes.ts'
import type { ReplicaFigures } from '../db/replicas.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Figures that are looked up for each scrape. */
export type Sources = {
  readonly lanes: Lanes
  readonly databaseIsUp: () => boolean
  readonly sockets: () => number
  /** Messages by state, and for how long the oldest has waited, seconds. */
  readonly messages: () => Promise<MessageFigures>
  readonly backups: () => Promise<BackupFigures>
  readonly jobs: () => Promise<readonly JobFigures[]>
  readonly replicas: () => readonly ReplicaFigures[]
}
/** A job across all processes. `doneAt`: Unix time of its last success; its failed rows wait or are dead. */
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
/** The last success of each kind: when (Unix time), how long it took, and its bytes before compression. */
export type BackupFigures = readonly {
  readonly kind: 'backup' | 'drill'
  readonly at: number
  readonly seconds: number
  readonly bytes: number
}[]

/**
 * What an operator sees from outside (issue 29.15), in OpenMetrics. Labels are routes, lanes, jobs and states, all of
 * them named in the code: no metric contains an address, a person or a clinic. Times are seconds.
 */
export function createMetrics({ lanes, databaseIsUp, sockets, messages, backups, jobs: jobsNow, replicas }: Sources) {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const gauge = <const L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name, help, labelNames, registers })
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
  const jobDone = gauge(
    'bedside_job_last_success_timestamp_seconds',
    'When a job last went well on any process, Unix time.',
    ['job'],
  )
  const jobFailures = gauge('bedside_job_failures', 'Rounds of a job that failed since it last went well.', ['job'])
  const jobPaused = gauge('bedside_job_paused', '1 while a job is paused by a person.', ['job'])
  const jobOverdue = gauge(
    'bedside_job_overdue_seconds',
    'How long a job that is neither paused nor running has been due.',
    ['job'],
  )
  const jobRows = gauge(
    'bedside_job_rows',
    'Rows of a job that failed: those that are tried again, and those that were given up.',
    ['job', 'state'],
  )
  const horizon = gauge(
    'bedside_open_transaction_seconds',
    'How long the oldest open transaction of this PostgreSQL has held the feed’s horizon.',
  )
  const auditFaults = gauge(
    'bedside_audit_faults',
    'Places of the audit that were changed, removed or inserted beside the server, as its last walk found them.',
  )
  const auditLines = gauge(
    'bedside_audit_lines',
    'Lines of the audit that the last walk along its chain has passed. It only grows.',
  )
  const connections = gauge(
    'bedside_connections',
    'Connections to the database by lane: in use, idle, and callers that wait for one.',
    ['lane', 'state'],
  )
  const up = gauge('bedside_database_up', '1 while the database answers.')
  const replicaUsed = gauge(
    'bedside_replica_used',
    '1 while a read replica is in use; 0 with the reason for which it is left out: lags, down, or strange (no replica of this primary).',
    ['replica', 'state'],
  )
  const replicaLag = gauge(
    'bedside_replica_lag_seconds',
    'How long what a read replica lacks has been on the primary.',
    ['replica'],
  )
  const replicaReads = gauge(
    'bedside_replica_reads',
    'Reads that a replica was asked for since the start. The rest is answered by the primary.',
    ['replica'],
  )
  const open = gauge('bedside_sockets', 'Devices that hear at once when there is something to fetch.')
  gauge('bedside_build', 'The build that runs.', ['build']).set({ build: String(BUILD) }, 1)
  const oldest = gauge('bedside_message_oldest_seconds', 'How long the oldest mail or SMS that is due has waited.')
  const letters = gauge('bedside_messages', 'Mails and SMS that wait, and those that were given up after all tries.', [
    'state',
  ])
  const backedUp = gauge(
    'bedside_backup_last_success_timestamp_seconds',
    'When a backup, and a drill of one, last went well, Unix time; none where none ever did.',
    ['kind'],
  )
  const backupSeconds = gauge('bedside_backup_seconds', 'How long the last that went well took.', ['kind'])
  const backupBytes = gauge('bedside_backup_bytes', 'Bytes of rows and files in it, before they were packed.', ['kind'])
  return {
    contentType: registry.contentType,
    /** The present figures. If the database does not answer, its figures are left out rather than reported as zero. */
    text: async () => {
      for (const [lane, pool] of Object.entries(lanes)) {
        connections.set({ lane, state: 'used' }, pool.totalCount - pool.idleCount)
        connections.set({ lane, state: 'idle' }, pool.idleCount)
        connections.set({ lane, state: 'waiting' }, pool.waitingCount)
      }
      up.set(databaseIsUp() ? 1 : 0)
      open.set(sockets())
      replicaUsed.reset()
      for (const { name, state, lag, reads } of replicas()) {
        replicaUsed.set({ replica: name, state }, state === 'used' ? 1 : 0)
        replicaLag.set({ replica: name }, lag)
        replicaReads.set({ replica: name }, reads)
      }
      const found = databaseIsUp() ? await messages().catch(() => null) : null
      letters.reset()
      if (found) {
        letters.set({ state: 'waiting' }, found.waiting)
        letters.set({ state: 'dead' }, found.dead)
      }
      oldest.set(found?.oldestSeconds ?? NaN)
      for (const each of [backedUp, backupSeconds, backupBytes]) each.reset()
      for (const { kind, at, seconds, bytes } of databaseIsUp() ? await backups().catch(() => []) : []) {
        backedUp.set({ kind }, at)
        backupSeconds.set({ kind }, seconds)
        backupBytes.set({ kind }, bytes)
      }
      for (const each of [jobDone, jobFailures, jobPaused, jobOverdue, jobRows]) each.reset()
      for (const state of databaseIsUp() ? await jobsNow().catch(() => []) : []) {
        const { job } = state
        if (state.doneAt !== null) jobDone.set({ job }, state.doneAt)
        jobFailures.set({ job }, state.failures)
        jobPaused.set({ job }, state.isPaused ? 1 : 0)
        jobOverdue.set({ job }, state.overdueSeconds)
        jobRows.set({ job, state: 'waiting' }, state.waiting)
        jobRows.set({ job, state: 'dead' }, state.dead)
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
