import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { createFolderStore } from '../../server/ports/files/store-folder.ts'
import { loginUrl } from '../../server/db/logins.ts'
import { createPool } from '../../server/db/pool.ts'
import { createApp } from '../../server/app/create-app.ts'
import type { Deps } from '../../server/http/handler.ts'
import { createLimits } from '../../server/http/limits.ts'
import { settleEpoch } from '../../server/sync/epoch.ts'
import { databaseUrl, OWNER, TEMPLATE } from '../support/database-server.ts'
import { testNow } from '../support/day.ts'
import { createVault } from '../../server/ports/vault.ts'
import { TEST_SEALER, testDeps } from '../support/deps.ts'
import { buildWorld, type World } from '../support/world.ts'
import { faceOf } from './server-face.ts'
import { plantVoice } from './voice.ts'

export type HttpAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}
export type HttpRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
}

export type TestServer = Awaited<ReturnType<typeof openServer>>

/** What a program does with its server, however requests arrive there. */
export type AnyServer = Omit<TestServer, 'handle'>

/** The server died while it processed this request. */
class Died extends Error {}

/**
 * The real server on its own database in the run's shared PostgreSQL: it can be killed with requests under way, started
 * again, and restored to an older copy of its database.
 */
export async function openServer(serverUrl: string) {
  const clock = { now: testNow() }
  const made = new Set<string>()
  // the disk outlives the server and its database
  const folder = join(tmpdir(), `bedside-files-${crypto.randomUUID()}`)
  const files = createFolderStore(folder, Buffer.alloc(32, 7))
  const vault = createVault(Buffer.alloc(32, 7))
  let life = 0
  let database = await copyOf(TEMPLATE)
  let running: {
    app: FastifyInstance
    pool: pg.Pool
    own: pg.Pool
    requests: pg.Pool
    died: Promise<never>
    die: () => void
  } | null = null
  let backup: string | null = null
  let deps: Deps | null = null
  await up()
  const world: World = await buildWorld(running!.pool, clock.now)
  await plantVoice(running!.pool, world, clock.now)

  async function up() {
    if (running) return
    const url = databaseUrl(serverUrl, database)
    const [pool, own, requests] = [
      createPool(url, 2, TEST_SEALER),
      createPool(loginUrl(url, 'server'), 4, TEST_SEALER),
      createPool(loginUrl(url, 'requests'), 6, TEST_SEALER),
    ]
    // no one listens to a connection that is cut while in use; the real process ends, and its supervisor starts it
    // again
    for (const one of [pool, own, requests]) one.on('connect', (client) => void client.on('error', () => {}))
    await settleEpoch(pool)
    deps = testDeps({ pool: own, requests }, clock, { files, vault })
    const app = await createApp(deps, { log: false, trustProxy: [], dist: null })
    await app.ready()
    let die = () => {}
    const died = new Promise<never>((_, reject) => (die = () => reject(new Died())))
    died.catch(() => {})
    running = { app, pool, own, requests, died, die }
  }

  /** Like kill -9 as seen from outside: requests under way get no answer, their transactions are cut off. */
  async function kill() {
    if (!running) return
    const { app, pool, own, requests, die } = running
    running = null
    die()
    await administer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and pid <> pg_backend_pid()`,
    )
    await Promise.allSettled([app.close(), pool.end(), own.end(), requests.end()])
  }

  async function administer(text: string) {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }

  async function copyOf(template: string) {
    const name = `sim_${crypto.randomUUID().replaceAll('-', '')}`
    await administer(`create database ${name} template ${template} owner ${OWNER}`)
    made.add(name)
    return name
  }

  /** For the test itself, past all visibility rules. Retried on a deadlock with a request, as the server does. */
  async function sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    await up()
    try {
      return (await running!.pool.query<T>(text, values)).rows
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error
      return sql(text, values)
    }
  }

  return {
    clock,
    world,
    files,
    vault,
    sql,
    up,
    kill,
    /** How often the database was restored. */
    life: () => life,
    isUp: () => running !== null,
    /** Makes a copy to restore later; the server is stopped meanwhile. */
    backup: async () => {
      await kill()
      backup = await copyOf(database)
      await up()
    },
    hasBackup: () => backup !== null,
    /** TRUST R69: restores the database from the copy; returns the keys whose success is forgotten by it. */
    restore: async (): Promise<string[]> => {
      if (!backup) return []
      const before = await sql<{ key: string }>('select key from idempotency where status = 200')
      await kill()
      ;[database, backup] = [backup, null]
      life++
      await up()
      const kept = new Set(
        (await sql<{ key: string }>('select key from idempotency where status = 200')).map(({ key }) => key),
      )
      return before.map(({ key }) => key).filter((key) => !kept.has(key))
    },
    /** Limits count in real time, but the program's days pass in seconds. */
    forgive: () => void (deps && Object.assign(deps, { limits: createLimits() })),
    handle: async ({ method, url, headers, body }: HttpRequest): Promise<HttpAnswer> => {
      if (!running) throw new Died()
      const answer = running.app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(body !== null && { payload: body }),
      })
      answer.catch(() => {})
      const { statusCode, headers: responseHeaders, body: text } = await Promise.race([answer, running.died])
      const plain = Object.entries(responseHeaders).flatMap(([name, value]) =>
        name === 'content-length' || value === undefined ? [] : [[name, String(value)]],
      )
      return { status: statusCode, headers: Object.fromEntries(plain), text }
    },
    ...faceOf({ up, sql, pool: () => running!.pool, clock }),
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
      for (const name of made) await administer(`drop database if exists ${name} with (force)`)
    },
  }
}

const DEADLOCK = '40P01'
