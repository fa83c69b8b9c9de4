import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type EmbeddedPostgres } from '../../server/db/embedded.ts'
import { checkLogin, loginUrl } from '../../server/db/logins.ts'
import { createPool } from '../../server/db/pool.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { startServerProcess, freePort } from '../support/server-process.ts'

/**
 * Issue 38, TRUST D10: whoever injects SQL into a request has the login of requests, which can do nothing by itself.
 */
let server: TestServer
let thief: pg.Client
beforeAll(async () => {
  server = await startServer()
  thief = new pg.Client({ connectionString: loginUrl(server.url, 'requests') })
  await thief.connect()
})
afterAll(async () => {
  await thief.end()
  await server.stop()
})

const refusedTo = async (client: pg.Client, sql: string) =>
  client.query(sql).then(
    () => `done: ${sql}`,
    (error: { code: string }) => error.code,
  )

test('without naming a person, it sees only public rows', async () => {
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`,
  )
  expect(tables.length).toBeGreaterThan(60)
  const seen: string[] = []
  for (const { name } of tables) {
    const n = await thief.query<{ n: number }>(`select count(*)::int as n from "${name}"`).then(
      ({ rows }) => rows[0]!.n,
      (error: { code: string }) => {
        if (error.code !== '42501') throw error
        return 0
      },
    )
    if (n) seen.push(name)
  }
  // specialties, and the settings that every sign-in page reads
  expect(seen).toEqual(['branch', 'branch_row', 'setting'])
})

test.each(['requests', 'server'] as const)(
  'the login of %s assumes no other role, runs no shell, reads and writes no file, changes no table and no policy',
  async (login) => {
    const client = new pg.Client({ connectionString: loginUrl(server.url, login) })
    await client.connect()
    const owner = new URL(server.url).username
    for (const sql of [
      `set role ${owner}`,
      `set session authorization ${owner}`,
      `copy (select 1) to program 'id'`,
      `copy (select 1) to '/tmp/bedside-thief'`,
      `select pg_read_file('postgresql.conf')`,
      `select pg_ls_dir('.')`,
      `alter table patient disable row level security`,
      `drop policy owner on patient`,
      `create table loot (a int)`,
      `create function f() returns int language sql security definer as 'select 1'`,
      `alter role bedside_app superuser`,
      `create role thief`,
      `set session_replication_role = replica`,
      `select lo_import('/etc/passwd')`,
    ])
      expect([sql, await refusedTo(client, sql)]).toEqual([sql, '42501'])
    await client.query('reset role')
    const { rows } = await client.query<{ me: string; session: string }>(
      'select current_user::text as me, session_user::text as session',
    )
    await client.end()
    const role = login === 'requests' ? 'bedside_app' : 'bedside_server'
    expect(rows).toEqual([{ me: role, session: role }])
  },
)

test('the server’s own login undoes neither changes nor migrations, and disables no trigger', async () => {
  const client = new pg.Client({ connectionString: loginUrl(server.url, 'server') })
  await client.connect()
  for (const sql of [
    'delete from audit',
    `update audit set at = now()`,
    'truncate appointment cascade',
    'alter table audit disable trigger all',
    'delete from migration',
    'drop policy server on patient',
    `create function g() returns int language sql as 'select 1'`,
  ])
    expect([sql, await refusedTo(client, sql)]).toEqual([sql, '42501'])
  await client.end()
})

test('a login with more rights is refused at the start, in one line', async () => {
  const owner = createPool(server.url, 1)
  await expect(checkLogin(owner, 'requests')).rejects.toThrow(/DATABASE_REQUEST_URL must log in as bedside_app/)
  await expect(checkLogin(owner, 'server')).rejects.toThrow(/DATABASE_SERVER_URL must log in as bedside_server/)
  await owner.end()
  for (const login of ['requests', 'server'] as const) {
    const client = createPool(loginUrl(server.url, login), 1)
    await checkLogin(client, login)
    await client.end()
  }
})

/** A start uses the logins that docs/database-logins.sql makes. */
async function takesLoginsOf(ownerUrl: string) {
  const passwords = { requests: 'of one’s own', server: 'and another' }
  const owner = createPool(ownerUrl, 1)
  await owner.query(
    (await readFile('docs/database-logins.sql', 'utf8'))
      .replace(":'request_password'", `'${passwords.requests}'`)
      .replace(":'server_password'", `'${passwords.server}'`),
  )
  await owner.end()
  for (const [login, username] of [
    ['requests', 'bedside_app'],
    ['server', 'bedside_server'],
  ] as const) {
    const client = createPool(Object.assign(new URL(ownerUrl), { username, password: passwords[login] }).href, 1)
    await checkLogin(client, login)
    await client.end()
  }
}

describe('the server on its own database', () => {
  let dataDir: string
  let running: EmbeddedPostgres | undefined
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bedside-login-'))
  })
  afterAll(async () => {
    await running?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('every connection that serves requests uses the restricted role, and the operator’s file creates such a login', async () => {
    const base = `http://127.0.0.1:${await freePort()}`
    const child = await startServerProcess(base, dataDir, { BEDSIDE_DEMO: 'small' })
    try {
      running = await startPostgres(dataDir)
      for (const path of ['/api/session', '/api/health', '/api/clinic/web']) await fetch(`${base}${path}`)
      const watch = new pg.Client({ connectionString: running.url })
      await watch.connect()
      const { rows } = await watch.query<{ login: string }>(
        `select distinct usename::text as login from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename is not null order by 1`,
      )
      await watch.end()
      expect(rows.map(({ login }) => login)).toEqual(['bedside', 'bedside_app', 'bedside_server'])
      // an operator runs it on their own database; here the database is one into which no other test logs in
      await takesLoginsOf(running.url)
    } finally {
      child.kill('SIGTERM')
    }
  }, 240_000)
})
