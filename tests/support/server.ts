import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { inject } from 'vitest'
import type { CallName, Input } from '../../contract/calls.ts'
import { rowOf } from '../../contract/calls.ts'
import { POSITION_HEADER } from '../../contract/kernel/constants.ts'
import { newId } from '../../contract/kernel/id.ts'
import { spread } from '../../contract/kernel/wire.ts'
import { googleCalendar, hostsAt } from '../../server/ports/calendar/provider.ts'
import { startProviderDouble } from '../../server/ports/calendar/provider-double.ts'
import { startMedisoftDouble } from '../../server/ports/clinic-software/medisoft-double.ts'
import { medisoftOver } from '../../server/ports/clinic-software/medisoft.ts'
import { checkLogin } from '../../server/db/logins.ts'
import { writePosition } from '../../server/db/position.ts'
import { takeAppLock } from '../../server/db/app-lock.ts'
import { LANES } from '../../server/db/lanes.ts'
import { createPool } from '../../server/db/pool.ts'
import { openReplicas, type Replicas } from '../../server/db/replicas.ts'
import { startPlatformDouble } from '../../server/ports/video/platform-double.ts'
import { platformAt, videoPlatform } from '../../server/ports/video/platform.ts'
import { createApp } from '../../server/app/create-app.ts'
import type { Deps } from '../../server/http/handler.ts'
import { createFolderStore } from '../../server/ports/files/store-folder.ts'
import { settleEpoch } from '../../server/sync/epoch.ts'
import { holdToDocument } from './api-document.ts'
import { freshDatabase } from './database.ts'
import { testNow } from './day.ts'
import { TEST_SEALER, testDeps } from './deps.ts'
import { superuserPool } from './superuser-pool.ts'
import { startWeb } from './web.ts'
import { buildWorld, PASSWORD, type World } from './world.ts'

export type Answer = {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Readonly<Record<string, unknown>>
}
export type CallOptions = { readonly key?: string; readonly base?: number; readonly raw?: unknown }

/** A client that talks HTTP to the server: a person on a host, or no one. */
export type Client = {
  readonly token: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly call: <N extends CallName>(name: N, input: Input<N>, asking?: CallOptions) => Promise<Answer>
  readonly request: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>
}

export type TestServer = Awaited<ReturnType<typeof startServer>>

/**
 * The whole server on its own database, with the test world in it and a clock that tests may move; `overrides` are parts that
 * a test provides itself, `cluster` the PostgreSQL it is in (`freshDatabase`), `replica` one that follows it, `pooler`
 * the `host:port` of one in front of it.
 */
export async function startServer(overrides: Partial<Deps> = {}, cluster?: string, replica?: string, pooler?: string) {
  const database = await freshDatabase(cluster)
  const between = pooler ?? (cluster ? undefined : inject('pooler'))
  const open = (url: string, size: number) =>
    createPool(
      between ? Object.assign(new URL(url), { host: between }).href : url,
      size,
      TEST_SEALER,
      between ? 'pooled' : 'straight',
    )
  const pool: pg.Pool = createPool(database.url, 6, TEST_SEALER)
  const requests = open(database.requestUrl, 14)
  const own = open(database.serverUrl, 6)
  const watch = superuserPool(database.superuserUrl, 2)
  // as in main.ts: a test that would wait for what a running server holds must fail here
  const lock = await takeAppLock(database.url, {
    tell: () => {},
    revive: async () => {},
    back: async () => {},
    lost: () => {},
    until: new AbortController().signal,
  })
  const clock = { now: testNow() }
  if (replica ?? inject('replicaUrl')) await settleEpoch(pool)
  const runs = cluster ? undefined : inject('replicaUrl')
  const replicas = replicasOf(replica ?? runs, database.requestUrl, own)
  // later callers see what a test writes directly
  const position = runs && replicas ? () => everythingOf(replicas) : null
  const poked: string[][] = []
  const closed: string[] = []
  const folder = join(tmpdir(), `bedside-files-${newId()}`)
  const medisoft = await startMedisoftDouble()
  const calendars = await startProviderDouble()
  const web = await startWeb()
  const videos = await startPlatformDouble()
  const deps = testDeps({ pool: own, requests }, clock, {
    poke: (rooms) => void poked.push([...rooms]),
    closeSockets: (session) => void closed.push(session),
    files: createFolderStore(folder, Buffer.alloc(32, 7)),
    medisoft: medisoftOver(medisoft.url, medisoft.key, 500),
    web: web.web,
    calendarProvider: googleCalendar(calendars.client, hostsAt(calendars.url), 1500),
    videos: videoPlatform(platformAt(videos.url), 1000),
    replicas,
    ...overrides,
  })
  const app = await createApp(deps, { log: false, trustProxy: [], dist: null })
  holdToDocument(app)
  await app.ready()
  const world = await buildWorld(pool, clock.now)
  const signedIn = new Map<string, Promise<Client>>()
  return {
    app,
    /** The owner's connections, for what a test plants and looks up; the server itself has `deps.pool`. */
    pool,
    /** A superuser's connections, for looking at what other logins do: their statements are hidden from a plain owner. */
    watch,
    deps,
    clock,
    poked,
    /** Sessions whose sockets were told to close. */
    closed,
    world,
    /** The clinic software’s double, which can be told to fail. */
    medisoft,
    /** The calendar service’s double, and the open internet as one server on loopback. */
    calendars,
    web,
    /** The video platform’s double. */
    videos,
    url: database.url,
    /** Where uploads are kept on disk. */
    folder,
    nobody: (host = 'localhost') => clientOf(app, host, null, position),
    /** Signed in once, then remembered. */
    as: (who: keyof World['people'], host = 'localhost') => {
      const known = signedIn.get(`${who} ${host}`)
      if (known) return known
      const made = signIn(app, world.people[who], host, position)
      signedIn.set(`${who} ${host}`, made)
      return made
    },
    signIn: (who: keyof World['people'], host = 'localhost') => signIn(app, world.people[who], host, position),
    /** Anyone of the world, also those made for one test. */
    enter: (person: { username: string; type: string }, host = 'localhost') => signIn(app, person, host, position),
    /** Uses the same session on another host. */
    bring: ({ token, headers }: Client, host: string) =>
      clientOf(app, host, { token: token!, session: headers['session']! }, position),
    stop: async () => {
      await app.close()
      await replicas?.stop()
      await lock.release()
      await Promise.all([pool.end(), own.end(), requests.end(), watch.end()])
      await medisoft.close()
      calendars.close()
      web.close()
      videos.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The same database on a replica. It checks the replica's position more often than in production, because tests wait
 * for it.
 */
function replicasOf(replica: string | undefined, requestUrl: string, primary: pg.Pool): Replicas | null {
  if (!replica) return null
  const url = Object.assign(new URL(requestUrl), { host: new URL(replica).host }).href
  const log = { error: () => {}, warn: () => {} }
  return openReplicas({
    urls: [url],
    sizes: LANES,
    sealer: TEST_SEALER,
    primary,
    isUp: () => true,
    check: (client) => checkLogin(client, 'requests'),
    log,
    everyMs: 50,
  })
}

/** The position that a fully synced device sends; null if there are no replicas. */
type PositionReader = (() => Promise<string>) | null

/** Waits until a replica has everything. A replica that never will costs a short wait, and then the primary answers. */
async function everythingOf(replicas: Replicas): Promise<string> {
  const at = await replicas.positionNow()
  for (let tries = 0; tries < 200 && !replicas.having(at); tries++) {
    await replicas.look()
    await sleep(5)
  }
  return writePosition(at)
}

export async function signIn(
  app: Pick<FastifyInstance, 'inject'>,
  person: { username: string; type: string },
  host: string,
  position: PositionReader = null,
): Promise<Client> {
  const nobody = clientOf(app, host, null, position)
  const session = String((await nobody.call('session.start', {})).body['session'])
  const type = person.type === 'doctor' || person.type === 'patient' ? person.type : 'admin'
  const { status, body } = await nobody.call('session.signIn', {
    type,
    session,
    username: person.username,
    password: PASSWORD,
  })
  if (status !== 200) throw new Error(`sign-in of ${person.username} on ${host}: ${status} ${JSON.stringify(body)}`)
  return clientOf(app, host, { token: String(body['token']), session: String(body['session']) }, position)
}

function clientOf(
  app: Pick<FastifyInstance, 'inject'>,
  host: string,
  signed: { token: string; session: string } | null,
  seen: PositionReader,
): Client {
  const headers = { host, ...(signed && { authorization: signed.token, session: signed.session }) }
  const request: Client['request'] = async (method, url, body, more = {}) => {
    const position = seen && { [POSITION_HEADER]: await seen() }
    const response = await app.inject({
      method,
      url,
      headers: { ...headers, ...position, ...(body !== undefined && { 'content-type': 'application/json' }), ...more },
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    })
    const text = response.body
    return {
      status: response.statusCode,
      headers: response.headers,
      body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text },
    }
  }
  return {
    token: signed?.token ?? null,
    headers,
    request,
    call: (name, input, { key, base } = {}) => {
      const { url, body } = spread(rowOf(name), input as Record<string, unknown>) // every input is an object
      return request(rowOf(name).method, url, body, {
        ...(key && { 'idempotency-key': key }),
        ...(base !== undefined && { 'if-match': `"${base}"` }),
      })
    },
  }
}

export const freshKey = () => newId()
