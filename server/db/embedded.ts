import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type DataFolder, EmbeddedPostgresError, keepPort, openDataFolder } from './embedded-folder.ts'

/** A running PostgreSQL 18 that belongs to one data folder. */
export type EmbeddedPostgres = {
  /** Superuser `bedside` on database `bedside`, over TCP on 127.0.0.1. Holds the password: never print it. */
  url: string
  /** True if it was running already: left by a killed process, or in use by another (a lock must tell). */
  joined: boolean
  /** Ends all sessions, rolls back open transactions, writes everything to disk. Safe to call twice. */
  stop(): Promise<void>
}

/** PostgreSQL's own settings, by its names. */
export type PostgresSettings = Record<string, string>

/**
 * Starts the PostgreSQL of a data folder, creating the folder if it is new, or joins the one that a killed process left
 * running. Called again for a folder whose database has died, it restarts it, on the same port if that is free.
 *
 * @param settings Added to ours, or replacing them; they apply only if it is started here. @throws
 * {EmbeddedPostgresError}
 */
export async function startPostgres(dataDir: string, settings: PostgresSettings = {}): Promise<EmbeddedPostgres> {
  const folder = await openDataFolder(dataDir)
  const running = await startCluster(folder, settings)
  if (!running.joined) await keepPort(folder, Number(new URL(running.url).port))
  return running
}

/** The same for an existing cluster, of the major that its `run` is for. @throws {EmbeddedPostgresError} */
export async function startCluster(folder: DataFolder, settings: PostgresSettings = {}): Promise<EmbeddedPostgres> {
  let joined = true
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await sleep(100)) {
    if (!(await isRunning(folder))) {
      await start(folder, { ...ourSettings, ...settings })
      joined = false
    }
    const url = await connect(folder)
    if (url) return { url, joined, stop: () => stop(folder) }
  }
  throw await didNotStart(folder)
}

const READY_WITHIN_MS = 60_000

/** Durable, local, and silent about rows: `terse` keeps the values of a violated constraint out of the log. */
const ourSettings: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: `${bufferMegabytes()}MB`,
  fsync: 'on',
  synchronous_commit: 'on',
  // the first change of a page after a checkpoint writes the whole page; compressed it is a third. Our PostgreSQL has
  // no lz4
  wal_compression: 'pglz',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** An eighth of the memory, from 128 MB to 1 GB: a year of visits is read from it, and unused memory is not taken. */
function bufferMegabytes() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.floor(Math.min(1024, Math.max(128, memory / 8 / 2 ** 20)))
}

/** pg_ctl only checks that the recorded process exists; after a reboot that number may be any process. */
async function isRunning({ run, cluster }: DataFolder): Promise<boolean> {
  const { code } = await run('pg_ctl', ['status', '-D', cluster])
  if (code !== 0) return false
  const { pid } = await readPidFile(cluster)
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined) // undefined: no /proc here
  if (!workingFolder || workingFolder === (await realpath(cluster))) return true
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  return false
}

/** Retries: a port may be taken meanwhile, the sessions of a killed postmaster need a moment, another start may win. */
async function start(folder: DataFolder, settings: PostgresSettings) {
  const { run, cluster, log } = folder
  for (const pauseMs of [0, 300, 3_000]) {
    await sleep(pauseMs)
    if (await isRunning(folder)) return
    const port = await freePort(folder.port)
    const options = Object.entries({ ...settings, port }).map(([name, value]) => `-c ${name}='${value}'`)
    const started = await run('pg_ctl', ['start', '-w', '-D', cluster, '-l', log, '-o', options.join(' ')])
    if (started.code === 0) return
  }
  throw await didNotStart(folder)
}

async function stop({ run, cluster }: DataFolder) {
  await run('pg_ctl', ['stop', '-w', '-m', 'fast', '-D', cluster])
}

/** The address once it answers; undefined while it cannot be reached, is starting or is shutting down. */
async function connect(folder: DataFolder): Promise<string | undefined> {
  const { port } = await readPidFile(folder.cluster)
  const address = (database: string) => `postgres://bedside:${folder.password}@127.0.0.1:${port}/${database}`
  try {
    await execute(address('bedside'), 'select 1')
    return address('bedside')
  } catch (error) {
    const code = codeOf(error)
    if (code === INVALID_PASSWORD) {
      throw new EmbeddedPostgresError(
        'PasswordLost',
        `the password in ${folder.dataDir}/postgres.json is not this database's`,
      )
    }
    if (code === NO_SUCH_DATABASE) await execute(address('postgres'), 'create database bedside').catch(ignoreTwin)
    return undefined
  }
}

// https://www.postgresql.org/docs/18/errcodes-appendix.html
const INVALID_PASSWORD = '28P01'
const NO_SUCH_DATABASE = '3D000'
const DUPLICATE_DATABASE = '42P04'
const UNIQUE_VIOLATION = '23505' // what the slower of two overlapping `create database` gets

function ignoreTwin(error: unknown) {
  if (![DUPLICATE_DATABASE, UNIQUE_VIOLATION].includes(codeOf(error) ?? '')) throw error
}

async function execute(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined) // the call in progress reports a lost connection
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Process id and port as the postmaster recorded them (lines 1 and 4 of postmaster.pid); empty until it has. */
async function readPidFile(cluster: string) {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return { pid: lines[0] ?? '', port: lines[3] ?? '' }
}

/** `wanted` if it is free, otherwise any free port. Zero means any. */
function freePort(wanted: number): Promise<number> {
  return new Promise((found) => {
    const probe = createServer()
    probe.once('error', () => found(freePort(0)))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : wanted
      probe.close(() => found(port))
    })
  })
}

/** PostgreSQL's own log says why it does not start. */
async function didNotStart({ log }: DataFolder) {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|PANIC/.test(line))?.replace(/^.*(FATAL|PANIC): */, '') ?? lines.at(-1)
  return new EmbeddedPostgresError(
    'DidNotStart',
    `the embedded database did not start: ${reason} (all of it in ${log})`,
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
