import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import { checkRole } from './db/check.ts'
import { migrate } from './db/migrate.ts'
import { sealLinks } from './demo/links.ts'
import { storeArticlePictures } from './demo/article-pictures.ts'
import { storeLogos } from './demo/logos.ts'
import { prepareDemo } from './demo/prepare.ts'
import { storeStills } from './demo/stills.ts'
import { startMedisoftDouble } from './doctor/medisoft-double.ts'
import { medisoftOver, noMedisoft } from './doctor/medisoft.ts'
import { createApp } from './http/app.ts'
import { openWeb } from './calendar-link/open-web.ts'
import { googleCalendar, hostsAt, type CalendarProvider } from './calendar-link/provider.ts'
import { demoEvents, startProviderDouble } from './calendar-link/provider-double.ts'
import { createFolderStore } from './file/store-folder.ts'
import { createS3Store } from './file/store-s3.ts'
import type { Deps } from './http/handler.ts'
import { createLimits } from './http/limits.ts'
import { openSockets, type Sockets } from './http/sockets.ts'
import { cleanUp } from './jobs/clean-up.ts'
import { cleanUpFiles } from './jobs/clean-up-files.ts'
import { tendMoney } from './jobs/money.ts'
import { readCalendars } from './jobs/read-calendars.ts'
import { remindOnline } from './jobs/remind-online.ts'
import { remindToClose } from './jobs/remind-to-close.ts'
import { tellDay } from './jobs/tell-day.ts'
import { startOutgoing } from './jobs/outgoing.ts'
import { providerOf } from './payment/choose.ts'
import { readPushKeys } from './push/keys.ts'
import { KNOWN_PUSH_HOSTS } from './push/send.ts'
import { offerSetUp } from './session/set-up.ts'
import { bucketOf, listenHost, type Settings } from './settings.ts'
import { startPlatformDouble } from './video/platform-double.ts'
import { platformAt, videoPlatform, type VideoPlatform } from './video/platform.ts'
import { createVault, readMasterKey } from './vault.ts'
import { welcome } from './welcome.ts'
import { settleEpoch } from './sync/epoch.ts'

const DIST = join(import.meta.dirname, '..', 'dist')

/**
 * The composition root: migrations, demo data, HTTP and sockets, jobs; answers once it listens. `close` ends all of it but the database,
 * which stays the caller's also where this throws.
 *
 * @throws KeyFileProblem, DatabaseProblem, and EADDRINUSE of the port
 */
export async function serve(settings: Settings, { pool, requests }: Database): Promise<Served> {
  const master = await readMasterKey(settings.BEDSIDE_KEY_FILE ?? join(settings.BEDSIDE_DATA, 'master.key'))
  const vault = createVault(master)
  const bucket = bucketOf(settings)
  const files = bucket ? createS3Store(bucket, master) : createFolderStore(join(settings.BEDSIDE_DATA, 'files'), master)
  const log = pino({ level: settings.BEDSIDE_LOG })
  await migrate(pool)
  await checkRole(pool)
  const demo = await prepareDemo(pool, settings, !settings.DATABASE_URL)
  await settleEpoch(pool)

  if (demo) await storeLogos(pool, files, Date.now())
  if (demo) await storeArticlePictures(pool, files, Date.now())
  if (demo) await sealLinks(pool, vault)
  const videos = await videosOf(settings, demo !== null)
  if (demo) await storeStills(pool, files, videos, Date.now())
  const shift = demo && settings.BEDSIDE_NOW ? settings.BEDSIDE_NOW - Date.now() : 0
  const now = () => Date.now() + shift
  const sockets: { current?: Sockets } = {}
  const outgoing: { current?: ReturnType<typeof startOutgoing> } = {}
  const deps: Deps = {
    pool,
    requests,
    limits: createLimits(),
    now,
    platformHosts: platformHosts(settings),
    poke: (rooms) => sockets.current?.poke(rooms),
    closeSockets: (session) => sockets.current?.closeSockets(session),
    sendSoon: () => outgoing.current?.soon(),
    publicUrl: () => settings.PUBLIC_URL ?? `http://localhost:${portOf(app.server.address(), settings)}`,
    privateHosts: new Set(settings.BEDSIDE_PRIVATE_HOSTS ?? []),
    pushHosts: new Set([...KNOWN_PUSH_HOSTS, ...(settings.BEDSIDE_PUSH_HOSTS ?? [])]),
    demo: demo !== null,
    vault,
    files,
    mapToken: settings.MAPBOX_TOKEN ?? null,
    web: openWeb,
    calendarProvider: await calendarProviderOf(settings, demo !== null),
    medisoft: await medisoftOf(settings, demo !== null),
    videos,
    pay: await providerOf(pool, settings, demo !== null, master, now),
  }
  const app = await createApp(deps, {
    log,
    trustProxy: settings.TRUST_PROXY ?? [],
    dist: existsSync(join(DIST, 'index.html')) ? DIST : null,
  })
  await readPushKeys(deps)
  await app.ready()
  sockets.current = openSockets(app, deps)
  await app.listen({ port: settings.PORT, host: listenHost(settings, demo !== null) })
  const jobs = setInterval(
    () =>
      Promise.all(
        [tendMoney, cleanUp, cleanUpFiles, readCalendars, remindToClose, remindOnline, tellDay].map((job) => job(deps)),
      ).catch((error: unknown) => log.error({ error }, 'job failed')),
    60_000,
  )
  outgoing.current = startOutgoing(deps, (error) => log.error({ error }, 'messages failed'))
  process.stdout.write(welcome(app.server.address(), settings, demo, await offerSetUp(pool)))
  return {
    log,
    async close() {
      clearInterval(jobs)
      await outgoing.current?.stop()
      await sockets.current?.close()
      await app.close()
    },
  }
}

/** What runs: the log it writes to, and the way down again. */
type Served = { log: Logger; close(): Promise<void> }

/** A database that is ours alone (`checkDatabase`): `requests` is for those who ask, `pool` for all else. */
type Database = { pool: pg.Pool; requests: pg.Pool }

/** Google, or another that speaks its protocol; a house of invented people has a stand-in on loopback. */
async function calendarProviderOf(settings: Settings, isDemo: boolean): Promise<CalendarProvider | null> {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_URL } = settings
  if (id && secret) return googleCalendar({ id, secret }, GOOGLE_URL ? hostsAt(GOOGLE_URL) : undefined)
  if (!isDemo) return null
  const double = await startProviderDouble()
  double.keeps(demoEvents(Date.now()))
  return googleCalendar(double.client, hostsAt(double.url))
}

/** The real one where it is set up; a house of invented people has a stand-in on loopback. */
async function medisoftOf({ MEDISOFT_URL, MEDISOFT_KEY }: Settings, isDemo: boolean) {
  if (MEDISOFT_URL) return medisoftOver(MEDISOFT_URL, MEDISOFT_KEY ?? '')
  if (!isDemo) return noMedisoft
  const double = await startMedisoftDouble()
  return medisoftOver(double.url, double.key)
}

/** YouTube, or another that answers as it does; a house of invented people has a stand-in on loopback. */
async function videosOf({ VIDEO_URL }: Settings, isDemo: boolean): Promise<VideoPlatform> {
  if (VIDEO_URL) return videoPlatform(platformAt(VIDEO_URL))
  return isDemo ? videoPlatform(platformAt((await startPlatformDouble()).url)) : videoPlatform()
}

const platformHosts = ({ PUBLIC_URL }: Settings) =>
  new Set(['localhost', '127.0.0.1', '::1', ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : [])])

const portOf = (address: ReturnType<FastifyInstance['server']['address']>, { PORT }: Settings) =>
  typeof address === 'object' && address ? address.port : PORT
