import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { checkClock } from '../db/clock.ts'
import { oneAtATime, SESSION_LOCKS } from '../db/advisory.ts'
import type { Lanes } from '../db/lanes.ts'
import { checkLogin, type Login } from '../db/logins.ts'
import { openReplicas } from '../db/replicas.ts'
import { startMedisoftDouble } from '../ports/clinic-software/medisoft-double.ts'
import { medisoftOver, noMedisoft } from '../ports/clinic-software/medisoft.ts'
import { createApp } from './create-app.ts'
import { databaseCheck, prepare } from './prepare.ts'
import { handlers } from './handlers.ts'
import { openWeb } from '../ports/calendar/open-web.ts'
import { googleCalendar, hostsAt, type CalendarProvider } from '../ports/calendar/provider.ts'
import { demoEvents, startProviderDouble } from '../ports/calendar/provider-double.ts'
import type { Deps } from '../http/handler.ts'
import { createGate } from '../http/gate.ts'
import { createLimits } from '../http/limits.ts'
import { every } from '../kernel/guarded.ts'
import { createLog } from './log.ts'
import { tellWith } from '../http/poke.ts'
import { joinNeighbours, type Neighbours } from '../http/neighbours.ts'
import { openSockets, type Sockets } from '../http/sockets.ts'
import { guardAudit } from '../jobs/audit/guard.ts'
import { watchHorizon } from '../jobs/watch-horizon.ts'
import { startOutgoing } from '../jobs/outgoing.ts'
import { startWebhooks } from '../jobs/send-webhooks.ts'
import { workOf } from '../jobs/all.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { providerOf } from './payment-provider.ts'
import { readPushKeys } from '../ports/push/keys.ts'
import { scheduleBackups } from '../backup/schedule.ts'
import { backupFigures, jobFigures, messageFigures } from '../metrics/figures.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { serveMetrics, type MetricsAddress } from '../metrics/serve-metrics.ts'
import { KNOWN_PUSH_HOSTS } from '../ports/push/send.ts'
import { offerSetUp } from '../areas/session/set-up.ts'
import { listenHost, type Settings } from './settings.ts'
import { startPlatformDouble } from '../ports/video/platform-double.ts'
import { platformAt, videoPlatform, type VideoPlatform } from '../ports/video/platform.ts'
import type { SealerBox } from '../db/sealing.ts'
import { welcome } from './welcome.ts'
import { settleEpoch } from '../sync/epoch.ts'

const DIST = join(import.meta.dirname, '..', '..', 'dist')

/**
 * The composition root: migrations, demo data, HTTP and sockets, jobs; answers once it listens. `close` ends all of it but the database,
 * which stays the caller's also where this throws.
 *
 * @throws KeyFileProblem, DatabaseProblem, and EADDRINUSE of the port
 */
export async function serve(
  settings: Settings,
  { owner, lanes, sealer, logins, isOurs, shared, databaseIsUp }: Database,
): Promise<Served> {
  const { jobs: jobLane, ...requestLanes } = lanes
  const { pool } = requestLanes
  const log = createLog(settings.BEDSIDE_LOG)
  const check = databaseCheck(settings, { owner, pool, requests: requestLanes.requests, logins, isOurs }, log)
  if (shared) await checkClock(owner)
  const prepared = await oneAtATime(owner, SESSION_LOCKS.prepare, async () => {
    await check()
    return prepare(settings, { owner, pool, sealer, databaseIsUp, videosOf }, log)
  })
  const { clock, keys, vault, files, demo, videos } = prepared
  const shift = demo && settings.BEDSIDE_NOW ? settings.BEDSIDE_NOW - clock.now() : 0
  const now = () => clock.now() + shift
  const sockets: { current?: Sockets } = {}
  const neighbours: { current?: Neighbours } = {}
  const outgoing: { current?: ReturnType<typeof startOutgoing> } = {}
  const webhooks: { current?: ReturnType<typeof startWebhooks> } = {}
  const urls = settings.DATABASE_READ_URLS ?? []
  const replicas = urls.length
    ? openReplicas({
        urls,
        sizes: settings.BEDSIDE_CONNECTIONS,
        sealer,
        primary: pool,
        isUp: databaseIsUp,
        check: logins.requests ? (client) => checkLogin(client, 'requests') : null,
        log,
      })
    : null
  await replicas?.look()
  const tell = tellWith({
    replicas,
    log,
    sockets: () => sockets.current,
    neighbours: () => neighbours.current,
  })
  const deps: Deps = {
    ...requestLanes,
    replicas,
    handlers,
    gate: createGate(),
    databaseIsUp,
    limits: createLimits(pool),
    log,
    now,
    platformHosts: platformHosts(settings),
    poke: tell.poke,
    closeSockets: (session) => {
      sockets.current?.closeSockets(session)
      neighbours.current?.tell({ session })
    },
    sendSoon: () => {
      outgoing.current?.soon()
      webhooks.current?.soon()
    },
    publicUrl: () => settings.PUBLIC_URL ?? `http://localhost:${portOf(app.server.address(), settings)}`,
    privateHosts: new Set(settings.BEDSIDE_PRIVATE_HOSTS ?? []),
    pushHosts: new Set([...KNOWN_PUSH_HOSTS, ...(settings.BEDSIDE_PUSH_HOSTS ?? [])]),
    demo: demo !== null,
    requiresFactor: demo === null,
    vault,
    files,
    mapToken: settings.MAPBOX_TOKEN ?? null,
    web: openWeb,
    calendarProvider: await calendarProviderOf(settings, demo !== null),
    medisoft: await medisoftOf(settings, demo !== null),
    videos,
    pay: await providerOf(pool, settings, demo !== null, keys.secrets, now),
  }
  const metrics = createMetrics({
    lanes,
    databaseIsUp,
    sockets: () => sockets.current?.count() ?? 0,
    messages: () => messageFigures(jobLane, now()),
    backups: () => backupFigures(jobLane),
    jobs: () => jobFigures(jobLane),
    replicas: () => replicas?.figures() ?? [],
  })
  const demoDoor = demo ? { hosts: new Set(settings.BEDSIDE_DEMO_HOSTS ?? []) } : null
  const app = await createApp(deps, {
    log,
    demoDoor,
    metrics,
    trustProxy: settings.TRUST_PROXY ?? [],
    dist: existsSync(join(DIST, 'index.html')) ? DIST : null,
  })
  await readPushKeys(deps)
  await app.ready()
  sockets.current = openSockets(app, deps, demoDoor, shared ? ['websocket'] : undefined)
  const { closeSockets, pokeAll } = sockets.current
  if (shared)
    neighbours.current = joinNeighbours({
      url: shared,
      pool,
      log,
      databaseIsUp,
      onWord: (word) => ('rooms' in word ? tell.heard(word.rooms) : closeSockets(word.session)),
      missed: pokeAll,
    })
  await app.listen({ port: settings.PORT, host: listenHost(settings, demo !== null) })
  const jobDeps = { ...deps, pool: jobLane }
  const horizon = watchHorizon(log)
  const audit = guardAudit(join(settings.BEDSIDE_DATA, 'audit.anchor'), settings.BEDSIDE_AUDIT_YEARS)
  const backups = scheduleBackups({ to: settings.BEDSIDE_BACKUP ?? null, hours: settings.BEDSIDE_BACKUP_HOURS }, log)
  const watching = every(60_000, log, 'watchHorizon', async () => metrics.horizon(await horizon(jobDeps)))
  const jobs = runJobs(
    { ...deps, count: metrics.job },
    workOf(jobDeps, {
      guardAudit: async () => {
        const look = await audit(jobDeps)
        if (look) metrics.audit(look)
      },
      tendBackups: backups.run,
    }),
  )
  const metricsServer =
    settings.BEDSIDE_METRICS && (await serveMetrics(metrics, metricsAddressOf(settings.BEDSIDE_METRICS), log))
  outgoing.current = startOutgoing(jobDeps)
  webhooks.current = startWebhooks(jobDeps)
  process.stdout.write(welcome(app.server.address(), settings, demo, await offerSetUp(pool)))
  return {
    log,
    databaseIsBack: async () => {
      await check()
      await settleEpoch(owner)
      await clock.look()
    },
    // the callers first, and what works for them last, so that what they requested is still sent
    async close() {
      backups.stop()
      const closed = app.close()
      sockets.current?.close()
      await closed
      await neighbours.current?.stop()
      if (metricsServer) await metricsServer.close()
      await replicas?.stop()
      await within(
        JOBS_END_MS,
        Promise.all([jobs.stop(), watching.stop(), clock.stop(), outgoing.current?.stop(), webhooks.current?.stop()]),
      )
    },
  }
}

/** A round of jobs that takes longer is cut off: each job is a transaction, and the next start repeats it. */
const JOBS_END_MS = 1500

const within = (ms: number, work: Promise<unknown>) =>
  Promise.race([work, new Promise((done) => setTimeout(done, ms).unref())])

/**
 * A running server: its log, what to do when a lost database is back (it may be another copy), and a function that
 * closes it.
 */
export type Served = { log: Logger; databaseIsBack(): Promise<void>; close(): Promise<void> }

/** A database that only this process uses (`takeAppLock`). */
type Database = {
  /** The owner's pool, which migrates; nothing else is done as the owner. */
  owner: pg.Pool
  lanes: Lanes
  /** Where the pools of the lanes find encryption and decryption; empty until `serve` has read the keys. */
  sealer: SealerBox
  /** The address of each login; null to use the owner's. */
  logins: Readonly<Record<Login, string | null>>
  /** Whether this server sets the passwords of the logins. */
  isOurs: boolean
  /** How to hear other processes on it, if there may be some. */
  shared: string | null
  databaseIsUp: () => boolean
}

/** Google, or another service with the same protocol; a demo server uses a test double on loopback. */
async function calendarProviderOf(settings: Settings, isDemo: boolean): Promise<CalendarProvider | null> {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_URL } = settings
  if (id && secret) return googleCalendar({ id, secret }, GOOGLE_URL ? hostsAt(GOOGLE_URL) : undefined)
  if (!isDemo) return null
  const double = await startProviderDouble()
  double.keeps(demoEvents(Date.now()))
  return googleCalendar(double.client, hostsAt(double.url))
}

/** The real one if it is set up; a demo server uses a test double on loopback. */
async function medisoftOf({ MEDISOFT_URL, MEDISOFT_KEY }: Settings, isDemo: boolean) {
  if (MEDISOFT_URL) return medisoftOver(MEDISOFT_URL, MEDISOFT_KEY ?? '')
  if (!isDemo) return noMedisoft
  const double = await startMedisoftDouble()
  return medisoftOver(double.url, double.key)
}

/** YouTube, or another platform with the same interface; a demo server uses a test double on loopback. */
async function videosOf({ VIDEO_URL }: Settings, isDemo: boolean): Promise<VideoPlatform> {
  if (VIDEO_URL) return videoPlatform(platformAt(VIDEO_URL))
  return isDemo ? videoPlatform(platformAt((await startPlatformDouble()).url)) : videoPlatform()
}

const platformHosts = ({ PUBLIC_URL }: Settings) =>
  new Set(['localhost', '127.0.0.1', '::1', ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : [])])

/** With several processes on one machine, each serves its own metrics, at the port plus its number. */
const metricsAddressOf = ({ host, port }: MetricsAddress): MetricsAddress => ({
  host,
  port: port + Number(process.env['BEDSIDE_WORKER'] ?? 0),
})

const portOf = (address: ReturnType<FastifyInstance['server']['address']>, { PORT }: Settings) =>
  typeof address === 'object' && address ? address.port : PORT
