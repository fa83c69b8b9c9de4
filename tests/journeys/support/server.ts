import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startPostgres } from '../../../server/db/embedded.ts'
import { testNow } from '../../support/day.ts'
import { dataPool } from '../../support/data-pool.ts'

export type TestServer = Awaited<ReturnType<typeof openServer>>

/** Each start sets the clock to this: a busy day with the same clinics open, whenever the tests run. */
const NOW = new Date(testNow()).toISOString()

/**
 * The whole product as `npm start` runs it, on its own data folder: demo data, production build, real PostgreSQL.
 * `tree`: the source tree to run, by default this one.
 */
export async function openServer(demo: 'small' | 'large' = 'small', tree = join(import.meta.dirname, '../../..')) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedside-journey-'))
  const port = await freePort()
  const pushPort = await freePort()
  let server: ChildProcess | null = null
  let startedAt = 0

  async function start(from = tree) {
    if (server) return
    const child = spawn(process.execPath, ['server/app/main.ts'], {
      cwd: from,
      env: {
        ...process.env,
        PORT: String(port),
        BEDSIDE_DATA: dataDir,
        BEDSIDE_DEMO: demo,
        BEDSIDE_NOW: NOW,
        BEDSIDE_LOG: 'error',
        // the tests' mail server and push service are on loopback
        BEDSIDE_PRIVATE_HOSTS: '127.0.0.1',
        BEDSIDE_PUSH_HOSTS: `http://127.0.0.1:${pushPort}`,
        DATABASE_URL: '',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    server = child
    startedAt = Date.now()
    for await (const chunk of child.stdout!) if (String(chunk).includes('Bedside is ready')) break
    child.stdout!.resume()
  }
  /** Kills the server, as a power cut would; the database stays for the next start. */
  async function stop() {
    if (!server) return
    const child = server
    server = null
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  let postgres = await startPostgres(dataDir)
  let pool = await dataPool(postgres.url, dataDir)
  /**
   * Stops server and database, does something with the data folder, and starts both again, as an operator does at
   * night.
   */
  async function atNight(work: () => Promise<void>) {
    await stop()
    await pool.end()
    await postgres.stop()
    await work()
    postgres = await startPostgres(dataDir)
    pool = await dataPool(postgres.url, dataDir)
    await start()
  }
  const copy = `${dataDir}-copy`
  return {
    /** Makes a cold copy of the data folder; there is one at a time. */
    copyData: () => atNight(() => cp(dataDir, copy, { recursive: true })),
    /** Replaces the data folder with the copy. */
    putBack: () =>
      atNight(async () => {
        await rm(dataDir, { recursive: true })
        await cp(copy, dataDir, { recursive: true })
      }),
    /** The server's clock, ISO: each start sets it to `NOW`, and it runs on from there. */
    get now() {
      return new Date(Date.parse(NOW) + Date.now() - startedAt).toISOString()
    },
    /** The superuser's address of the server's database. */
    get databaseUrl() {
      return postgres.url
    },
    /** The port for a push service on this machine. */
    pushPort,
    /** Starts the server, from another tree if given: another build. */
    start,
    stop,
    /** The server's process id, while it runs. */
    pid: () => server?.pid,
    /** An address on a clinic's host, or on the platform's own. */
    at: (slug: string | null, path: string) => `http://${slug ? `${slug}.` : ''}localhost:${port}${path}`,
    port,
    /** Queries the database as its superuser, with encrypted text decrypted. */
    sql: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<R>(text, values)).rows,
    close: async () => {
      await stop()
      await pool.end()
      await postgres.stop()
      for (const path of [dataDir, copy, `${dataDir}.key`]) await rm(path, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
