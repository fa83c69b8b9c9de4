import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SESSION_LOCKS } from '../../server/db/advisory.ts'
import { findRunner, initCluster, readSecret, type DataFolder } from '../../server/db/embedded-folder.ts'
import { startCluster, startPostgres, type EmbeddedPostgres } from '../../server/db/embedded.ts'
import { migrate, planMigration } from '../../server/db/migrate.ts'
import { readMigrations } from '../../server/db/migration-files.ts'
import { upgradeFolder } from '../../server/db/upgrade.ts'
import { olderPostgres } from '../../tools/upgrade-db/older-postgres.ts'
import { testNow } from '../support/day.ts'
import { superuserPool } from '../support/superuser-pool.ts'
import { buildWorld } from '../support/world.ts'

/** Issue 38, 9: upgrades a data folder of a real PostgreSQL 17 to this build's version. */
let root: string
let filled: string
let installedIn: string
let dataDir: string
const running: EmbeddedPostgres[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bedside-upgrade-'))
  installedIn = (await olderPostgres('17'))!
  filled = join(root, 'filled')
  await mkdir(filled)
  await writeFile(join(filled, 'postgres.json'), JSON.stringify({ password: 'of the old one', port: 0 }))
  const old = await folderOf17(filled)
  await initCluster(old.cluster, old.password, old.run)
  const { url, stop } = await startCluster(old, QUICK)
  const pool = superuserPool(url, 2)
  await migrate(pool)
  await buildWorld(pool, testNow())
  // a sequence is further than its rows show
  await pool.query(`insert into audit (action, outcome) values ('test', 'ok')`)
  await pool.query(`insert into meta values ('collation', 'of the old library')`)
  await pool.end()
  await stop()
}, 180_000)

afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
  await rm(dataDir, { recursive: true, force: true })
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('all rows are carried over, the old folder is kept, and the next start finds a complete database', async () => {
  dataDir = await copyOf(filled)
  await expect(startPostgres(dataDir)).rejects.toMatchObject({
    name: 'DataFolderVersion',
    message: expect.stringMatching(/^[^\n]*PostgreSQL 17[^\n]*upgrade-db[^\n]*$/),
  })
  const was = await contentsOf17(dataDir)
  expect(Object.keys(was.tables).length).toBeGreaterThan(50)
  const kept = await upgrade()
  expect(kept).toBe(join(dataDir, 'postgres-17'))
  expect(await readdir(dataDir)).toEqual(['postgres', 'postgres-17', 'postgres.json', 'postgres.log'])

  const url = await start18()
  expect(await contents(url)).toEqual({ ...was, version: 18 })
  const pool = superuserPool(url, 1)
  expect(await planMigration(pool, await readMigrations())).toMatchObject({ pending: [], open: [] })
  // built with this library's version, so the next start rebuilds nothing
  const { rows } = await pool.query(
    `select value = pg_database_collation_actual_version(d.oid) as is_new from meta, pg_database d
      where name = 'collation' and datname = current_database()`,
  )
  expect(rows).toEqual([{ is_new: true }])
  await pool.end()
  expect(await upgrade()).toBe(null)

  // the old folder, put back, is unchanged
  for (const each of running.splice(0)) await each.stop()
  await rm(join(dataDir, 'postgres'), { recursive: true })
  await rename(kept!, join(dataDir, 'postgres'))
  expect(await contentsOf17(dataDir)).toEqual(was)
}, 120_000)

test.each(['making', 'copying', 'changing places'])(
  'killed while it is %s, the old folder is unchanged, and the next attempt succeeds',
  async (step) => {
    dataDir = await copyOf(filled)
    const was = await contentsOf17(dataDir)
    const child = spawn(process.execPath, ['tools/upgrade-db/main.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, BEDSIDE_DATA: dataDir, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    for await (const chunk of child.stdout) if ((output += String(chunk)).includes(step)) break
    child.kill('SIGKILL')
    await once(child, 'exit')
    // folders are renamed within a moment: the kill may come between two renames, or after the last one
    expect(output.includes('done') && step !== 'changing places').toBe(false)
    const version = await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').catch(() => 'between the names')
    const isOld = version.trim() === '17'
    expect(isOld || step === 'changing places').toBe(true)
    expect(isOld ? await contentsOf17(dataDir) : was).toEqual(was)
    if (isOld) await upgrade()
    expect(await contents(await start18())).toEqual({ ...was, version: 18 })
    expect((await readdir(dataDir)).filter((name) => /new-|upgraded/.test(name))).toEqual([])
  },
  120_000,
)

test('interrupted between the renames, the next start completes them', async () => {
  dataDir = await copyOf(filled)
  const was = await contentsOf17(dataDir)
  await upgrade()
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.upgraded'))
  expect(await contents(await start18())).toEqual({ ...was, version: 18 })
}, 120_000)

test('a folder used by another process is left alone', async () => {
  dataDir = await copyOf(filled)
  const cluster = await startCluster(await folderOf17(dataDir), QUICK)
  running.push(cluster)
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [SESSION_LOCKS.app])
  await expect(upgrade()).rejects.toMatchObject({ name: 'InUse', message: expect.stringMatching(/^[^\n]+$/) })
  // the upgrade did not stop a database in use
  expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await client.end()
})

test('insufficient disk space is reported before anything is written', async () => {
  dataDir = await copyOf(filled)
  const before = await readdir(dataDir)
  await expect(
    upgradeFolder(dataDir, { olderPostgres, say: () => {}, freeBytes: async () => 10_000_000 }),
  ).rejects.toMatchObject({ name: 'DiskFull', message: expect.stringMatching(/^[^\n]* MB[^\n]* MB[^\n]*$/) })
  expect(await readdir(dataDir)).toEqual(before)
})

test.each(['12', '99', 'garbage'])('PostgreSQL %s is unknown, and nothing is touched', async (version) => {
  dataDir = await copyOf(filled)
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), `${version}\n`)
  const before = await readdir(dataDir)
  await expect(upgrade()).rejects.toMatchObject({
    name: 'DataFolderVersion',
    message: expect.stringMatching(new RegExp(`^[^\\n]*${version}[^\\n]*$`)),
  })
  expect(await readdir(dataDir)).toEqual(before)
})

test('tables that no migration of ours created are not silently left behind', async () => {
  dataDir = await copyOf(filled)
  const cluster = await startCluster(await folderOf17(dataDir), QUICK)
  const pool = superuserPool(cluster.url, 1)
  await pool.query('create table of_the_operator as select 1 as n')
  await pool.end()
  await cluster.stop()
  const was = await contentsOf17(dataDir)
  await expect(upgrade()).rejects.toMatchObject({
    name: 'CopyDiffers',
    message: expect.stringContaining('of_the_operator'),
  })
  expect(await contentsOf17(dataDir)).toEqual(was)
  expect((await readdir(dataDir)).filter((name) => name.includes('new-'))).toEqual([])
}, 120_000)

const QUICK = { fsync: 'off' }
const upgrade = () => upgradeFolder(dataDir, { olderPostgres, say: () => {} })

async function copyOf(folder: string) {
  const copy = join(root, crypto.randomUUID())
  await promisify(execFile)('cp', ['-a', folder, copy])
  return copy
}

async function folderOf17(folder: string): Promise<DataFolder> {
  const cluster = join(folder, 'postgres')
  const run = await findRunner(cluster, installedIn)
  return { dataDir: folder, cluster, log: join(folder, 'postgres.log'), ...(await readSecret(folder)), run }
}

async function start18() {
  const cluster = await startPostgres(dataDir, QUICK)
  running.push(cluster)
  return cluster.url
}

async function contentsOf17(folder: string) {
  const cluster = await startCluster(await folderOf17(folder), QUICK)
  try {
    return await contents(cluster.url)
  } finally {
    await cluster.stop()
  }
}

/** A digest of each table's rows, with computed columns, and each sequence's value. */
async function contents(url: string) {
  const pool = superuserPool(url, 1)
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const tables: Record<string, unknown> = {}
  for (const { name } of rows) {
    // the recorded library version is the new one's
    const but = name === 'meta' ? `where name <> 'collation'` : ''
    const found = await pool.query(
      `select count(*)::int as n, md5(coalesce(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text collate "C"), '')) as all_ from ${name} t ${but}`,
    )
    tables[name] = found.rows[0]
  }
  const sequences = await pool.query(
    `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  )
  const version = await pool.query<{ n: number }>(`select current_setting('server_version_num')::int / 10000 as n`)
  await pool.end()
  return { tables, sequences: sequences.rows, version: version.rows[0]!.n }
}
