import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres, type PostgresSettings } from '../../server/db/embedded.ts'
import { openLogin, loginUrl, type Login } from '../../server/db/logins.ts'
import { migrate } from '../../server/db/migrate.ts'
import { CONNECTION } from '../../server/db/pool.ts'
import { startPooler } from './pooler.ts'
import { startReplica } from './replica.ts'
import { superuserPool } from './superuser-pool.ts'

/** Global set-up for vitest. */
export async function setup(project: TestProject) {
  const { url, folder, end } = await startTestPostgres()
  project.provide('postgresUrl', url)
  if (process.env['BEDSIDE_TEST_POOLER'] === '1') {
    const pooler = await startPooler(databaseUrl(url, TEMPLATE))
    project.provide('pooler', pooler.host)
    return async () => {
      await pooler.stop()
      await end()
    }
  }
  if (process.env['BEDSIDE_TEST_REPLICA'] !== '1') return end
  const replica = await startReplica(url, folder, `${folder}-replica`, unsafeButQuick)
  project.provide('replicaUrl', replica.url)
  return async () => {
    await replica.stop()
    await rm(`${folder}-replica`, { recursive: true, force: true })
    await end()
  }
}

/**
 * One PostgreSQL for a run, in its own folder, with the migrated template in it; `settings` are settings that a test is
 * about.
 */
export async function startTestPostgres(
  settings: PostgresSettings = {},
): Promise<{ readonly url: string; readonly folder: string; readonly end: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedside-test-'))
  const postgres = await startPostgres(dataDir, { ...unsafeButQuick, ...settings })
  const end = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(postgres.url)
  } catch (error) {
    await end()
    throw error
  }
  return { url: postgres.url, folder: dataDir, end }
}

/** The database that `freshDatabase` copies. No one may be connected to it while it is copied. */
export const TEMPLATE = 'bedside_template'

/**
 * The login of the tests: as on a managed PostgreSQL a plain role that owns its database, or with
 * `BEDSIDE_TEST_OWNER=superuser` what the embedded one's owner is.
 */
const PLAIN = 'bedside_owner'
export const OWNER = process.env['BEDSIDE_TEST_OWNER'] === 'superuser' ? 'bedside' : PLAIN

/** The owner's address of a database on this server. */
export function databaseUrl(serverUrl: string, database: string) {
  const url = new URL(serverUrl)
  url.pathname = database
  if (OWNER === PLAIN) Object.assign(url, { username: PLAIN, password: PLAIN })
  return url.href
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's address of the run's shared PostgreSQL. */
    postgresUrl: string
    /** The replica's address, with `BEDSIDE_TEST_REPLICA=1`: servers under test then read there. */
    replicaUrl: string | undefined
    /** `host:port` of a pooler, with `BEDSIDE_TEST_POOLER=1`: then servers under test reach their database through it. */
    pooler: string | undefined
  }
}

/** No test on this server cuts the power; those that do start a durable one of their own. */
export const unsafeButQuick = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // files run in parallel, each with its own pools
  max_connections: '200',
  // for a replica that starts late
  wal_keep_size: '1GB',
}

async function makeTemplate(serverUrl: string) {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create role ${PLAIN} login createrole nosuperuser nobypassrls password '${PLAIN}'`)
  // a test decides which of two deadlocked transactions is the victim
  await client.query(`grant set on parameter deadlock_timeout to ${PLAIN}`)
  await client.query(`create database ${TEMPLATE} owner ${OWNER}`)
  await client.end()

  const pool = superuserPool(databaseUrl(serverUrl, TEMPLATE))
  await migrate(pool)
  await openLogins(pool, databaseUrl(serverUrl, TEMPLATE))
  await pool.end()
}

/**
 * Lets both roles log in at the addresses derived from the owner's, also through a pooler, as docs/database-logins.sql
 * does.
 */
export async function openLogins(owner: pg.Pool, url: string): Promise<void> {
  for (const login of ['requests', 'server'] satisfies Login[]) {
    const address = loginUrl(url, login)
    await openLogin(owner, login, address)
    const role = new URL(address).username
    for (const [name, value] of Object.entries(CONNECTION))
      await owner.query(`alter role ${role} set ${name} = '${value}'`)
  }
}
