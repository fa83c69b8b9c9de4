import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { backupsIn } from '../../server/backup/kept.ts'
import { startPostgres, type EmbeddedPostgres } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createFolderStore } from '../../server/ports/files/store-folder.ts'
import { createS3Store } from '../../server/ports/files/store-s3.ts'
import { newName } from '../../server/ports/files/store.ts'
import { makeKeyFile } from '../../server/ports/key-file.ts'
import { openKeys } from '../../server/ports/keys.ts'
import { settleEpoch } from '../../server/sync/epoch.ts'
import { databaseUrl, OWNER } from '../support/database-server.ts'
import { testNow } from '../support/day.ts'
import { figure } from '../support/figure.ts'
import { startS3 } from '../support/s3.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'
import { superuserPool } from '../support/superuser-pool.ts'
import { buildWorld } from '../support/world.ts'

/**
 * Issue 29.14, with the commands that an operator types. The server has people, a ledger and files; its PostgreSQL
 * runs, as next to a server.
 */
const FILES = 6
let root: string
let platform: string
let running: EmbeddedPostgres
let pool: pg.Pool
let to: string
/** The key that encrypts its files. */
let secrets: Buffer
const keyFile = () => join(platform, 'master.key')

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bedside-backup-'))
  platform = join(root, 'house')
  running = await startPostgres(platform, { fsync: 'off' })
  pool = superuserPool(running.url, 4)
  await migrate(pool)
  await settleEpoch(pool)
  await makeKeyFile(keyFile())
  secrets = (await openKeys(pool, { BEDSIDE_DATA: platform }, () => {})).secrets
  const { people } = await buildWorld(pool, testNow())
  const store = createFolderStore(join(platform, 'files'), secrets)
  for (let n = 0; n < FILES; n++) {
    const stored = await record(people.doctorKuzey.id)
    await store.put(stored, Buffer.from(`bytes of file ${n} `.repeat(1000)))
  }
  // an aborted upload: no record names it, and no backup contains it
  await store.put(newName(), Buffer.from('of nobody'))
  await pool.query(`insert into audit (action, outcome) values ('test', E'a\\ttab, a \\\\ and a\\nline: Ğüneş')`)
}, 120_000)
beforeEach(() => void (to = join(root, `to-${newId()}`)))
afterAll(async () => {
  await pool.end()
  await running.stop()
  await rm(root, { recursive: true, force: true })
})

async function record(owner: string) {
  const stored = newName()
  await pool.query(
    `insert into file (id, kind, of_id, owner_id, type, size, width, height, sha256, stored, created_at)
     values ($1, 'article', $2, $2, 'image/webp', 90, 10, 10, 'x', $3, now())`,
    [newId(), owner, stored],
  )
  return stored
}

describe('backup and restore', () => {
  test('another machine gets the same rows, sequences and files, and a server runs on them', async () => {
    expect(await backup(to, '--key-copy', join(root, 'apart'))).toMatchObject({ code: 0, said: '' })
    const [name] = await backupsIn(to)
    const held = await readdir(join(to, name!), { recursive: true })
    expect(held.filter((each) => /^files\/..\//.test(each))).toHaveLength(FILES)
    // readable with anyone's tools
    const { stdout } = await promisify(execFile)('gzip', ['-dc', join(to, name!, 'rows/audit.copy.gz')])
    expect(stdout).toContain('a\\ttab, a \\\\ and a\\nline: Ğüneş')
    // the key is not in the backup
    const key = (await readFile(keyFile(), 'utf8')).trim()
    for (const file of ['manifest.json', 'files.txt'])
      expect(await readFile(join(to, name!, file), 'utf8')).not.toContain(key)
    expect((await stat(join(to, name!, 'manifest.json'))).mode & 0o077).toBe(0)

    const other = join(root, 'other')
    expect(await restore(other, to, '--key', join(root, 'apart', 'bedside-master.key'))).toMatchObject({
      code: 0,
      said: '',
    })
    const otherPostgres = await startPostgres(other)
    try {
      expect(await contents(otherPostgres.url)).toEqual(await contents(running.url))
      const store = createFolderStore(join(other, 'files'), secrets)
      const names = (await pool.query<{ stored: string }>('select stored from file order by created_at')).rows
      for (const { stored } of names) expect(String(await store.get(stored))).toMatch(/^bytes of file \d /)
      // the constraints that stood in the way of the rows are back
      expect(await guards(otherPostgres.url)).toEqual(await guards(running.url))
    } finally {
      await otherPostgres.stop()
    }
    const base = `http://127.0.0.1:${await freePort()}`
    const server = await startServerProcess(base, other)
    expect(await (await fetch(`${base}/api/ready`)).json()).toEqual({ status: true })
    server.kill('SIGTERM')
    await once(server, 'exit')
  }, 120_000)

  test('one snapshot during writes: what was written together is there together', async () => {
    const stop = new AbortController()
    const writing = (async () => {
      for (let n = 0; !stop.signal.aborted; n++) {
        const client = await pool.connect()
        await client.query('begin')
        await client.query(`insert into audit (action, outcome) values ('pair', $1)`, [`left ${n}`])
        await sleep(5)
        await client.query(`insert into audit (action, outcome) values ('pair', $1)`, [`right ${n}`])
        await client.query('commit')
        client.release()
      }
    })()
    await sleep(100)
    expect(await backup(to)).toMatchObject({ code: 0 })
    stop.abort()
    await writing
    const place = join(root, 'pairs')
    expect(await restore(place, to, '--key', keyFile())).toMatchObject({ code: 0 })
    const otherPostgres = await startPostgres(place)
    const other = superuserPool(otherPostgres.url, 1)
    const { rows } = await other.query(
      `select count(*) filter (where outcome like 'left%')::int as l, count(*) filter (where outcome like 'right%')::int as r from audit where action = 'pair'`,
    )
    await other.end()
    await otherPostgres.stop()
    expect(rows[0].l).toBe(rows[0].r)
    expect(rows[0].l).toBeGreaterThan(3)
  }, 120_000)

  test('a drill restores it separately, says what it compared, records it, and leaves nothing', async () => {
    await backup(to)
    const scratch = await mkdtemp(join(root, 'scratch-'))
    const before = await contents(running.url, ['backup'])
    const since = Date.now()
    const { code, told, said } = await restore(platform, to, '--drill', '--scratch', scratch)
    figure('G19', 'a drill restored a small database into a scratch place and compared it in', Date.now() - since, 'ms')
    expect([code, said]).toEqual([0, ''])
    expect(told).toMatch(/can be restored: \d{3,} rows of \d+ tables and 6 files compared/)
    expect(await readdir(scratch)).toEqual([])
    expect(await contents(running.url, ['backup'])).toEqual(before)
    const { rows } = await pool.query(`select kind, fault, files::int from backup order by ended_at desc limit 2`)
    expect(rows).toEqual([
      { kind: 'drill', fault: null, files: FILES },
      { kind: 'backup', fault: null, files: FILES },
    ])
  }, 120_000)

  test('a plain owner on an external database: backup and restore without a superuser', async () => {
    const [from, into] = [await emptyDatabase(), await emptyDatabase()]
    const owner = superuserPool(from, 2)
    await migrate(owner)
    await buildWorld(owner, testNow())
    await owner.end()
    const place = await mkdtemp(join(root, 'external-'))
    await copyFile(keyFile(), join(place, 'master.key'))
    expect(await backup(to, { DATABASE_URL: from, BEDSIDE_DATA: place })).toMatchObject({ code: 0, said: '' })
    expect(await restore(place, to, { DATABASE_URL: into })).toMatchObject({ code: 0, said: '' })
    expect(await contents(into)).toEqual(await contents(from))
    expect(await guards(into)).toEqual(await guards(from))
  }, 120_000)

  test('files in a bucket: fetched once, and put into another', async () => {
    const s3 = await startS3({ keyId: 'AKIDTEST', secret: 'secret-of-tests', region: 'eu-test-1' })
    try {
      const bucket = { url: `${s3.url}`, region: 'eu-test-1', keyId: 'AKIDTEST', secret: 'secret-of-tests' }
      const [local, remote] = [
        createFolderStore(join(platform, 'files'), secrets),
        createS3Store(bucket, secrets, Date.now),
      ]
      const names = (await pool.query<{ stored: string }>('select stored from file')).rows.map(({ stored }) => stored)
      for (const name of names) await remote.put(name, (await local.get(name))!)
      const env = {
        BEDSIDE_S3_BUCKET: bucket.url,
        BEDSIDE_S3_REGION: bucket.region,
        BEDSIDE_S3_KEY: bucket.keyId,
        BEDSIDE_S3_SECRET: bucket.secret,
      }
      expect(await backup(to, env)).toMatchObject({ code: 0, said: '' })
      for (const name of names) await remote.remove(name)
      expect(await restore(join(root, 's3'), to, '--key', keyFile(), env)).toMatchObject({ code: 0, said: '' })
      for (const name of names) expect(await remote.get(name)).toEqual(await local.get(name))
      s3.feel('down')
      expect(await backup(to, env)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/^[^\n]*BEDSIDE_S3_BUCKET[^\n]*\n$/),
      })
      expect(await readdir(to)).toHaveLength(1)
    } finally {
      await s3.close()
    }
  }, 120_000)

  test('the newest are kept, a file takes space once, and those of another Bedside are left alone', async () => {
    const theirs = join(to, '2020-01-01T00-00-00-000Z')
    await mkdir(theirs, { recursive: true })
    await writeFile(join(theirs, 'manifest.json'), 'of somebody else')
    for (let n = 0; n < 3; n++) expect(await backup(to, '--keep', '2')).toMatchObject({ code: 0 })
    const names = await backupsIn(to)
    expect(names).toHaveLength(3)
    expect(names[0]).toBe('2020-01-01T00-00-00-000Z')
    const [file] = (await readdir(join(to, names[2]!, 'files'), { recursive: true })).filter((name) =>
      name.includes('/'),
    )
    expect((await stat(join(to, names[2]!, 'files', file!))).nlink).toBeGreaterThan(1)
    expect(await restore(platform, to, '--drill')).toMatchObject({ code: 0 })
  }, 120_000)
})

describe('bad input: one clear line, exit code 1, and nothing written', () => {
  let whole: string
  beforeAll(async () => {
    const folder = join(root, 'whole')
    await backup(folder)
    whole = join(folder, (await backupsIn(folder))[0]!)
  }, 60_000)

  /** Restores a backup that `spoil` has damaged into an empty place; returns what is there afterwards. */
  const spoilt = async (spoil: (folder: string) => Promise<unknown>) => {
    const folder = join(root, `spoilt-${newId()}`)
    await cp(whole, folder, { recursive: true })
    await spoil(folder)
    const place = join(root, `empty-${newId()}`)
    return { ...(await restore(place, folder, '--key', keyFile())), left: await leftIn(place) }
  }

  test.each([
    ['without its manifest', (at: string) => rm(join(at, 'manifest.json')), /no whole backup/],
    ['with half a manifest', (at: string) => truncate(join(at, 'manifest.json'), 900), /cut short/],
    [
      'with half of a table',
      (at: string) => truncate(join(at, PEOPLE), 100),
      /person\.copy\.gz is missing, or cut short/,
    ],
    ['without a table', (at: string) => rm(join(at, PEOPLE)), /person\.copy\.gz is missing/],
    [
      'with another table’s rows',
      (at: string) => cp(join(at, 'rows/meta.copy.gz'), join(at, PEOPLE)),
      /person\.copy\.gz is not what/,
    ],
    [
      'with half its list of files',
      (at: string) => truncate(join(at, 'files.txt'), 50),
      /files\.txt is missing, cut short/,
    ],
    ['without a file', async (at: string) => rm(await aFile(at)), /is missing/],
    ['with another byte in a file', async (at: string) => flip(await aFile(at)), /is not what the manifest says/],
    [
      'with an edited manifest',
      async (at: string) => {
        const file = join(at, 'manifest.json')
        await writeFile(file, (await readFile(file, 'utf8')).replace('"rows": ', '"rows": 1'))
      },
      /was changed/,
    ],
  ])(
    'a backup %s',
    async (_, spoil, words) => {
      const { code, said, left } = await spoilt(spoil)
      expect([code, left]).toEqual([1, []])
      expect(said).toMatch(/^[^\n]+\n$/)
      expect(said).toMatch(words)
    },
    60_000,
  )

  test('another key', async () => {
    const place = join(root, 'another-key')
    await makeKeyFile(join(place, 'master.key'))
    // the place's own key takes precedence over a named one
    for (const more of [[], ['--key', keyFile()]]) {
      const { code, said } = await restore(place, whole, ...more)
      expect([code, said]).toEqual([1, expect.stringMatching(/^[^\n]*another master key[^\n]*\n$/)])
    }
    expect(await leftIn(place)).toEqual([])
  }, 60_000)

  test('over live data while no server runs; beside a running server; into tables of someone else', async () => {
    const url = await emptyDatabase()
    const env = { DATABASE_URL: url }
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('select pg_advisory_lock(7201127)')
    expect(await restore(platform, whole, env)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Bedside runs on this[^\n]*\n$/),
    })
    await client.query('select pg_advisory_unlock(7201127)')
    await client.query('create table of_somebody_else (n int)')
    expect(await restore(platform, whole, env)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^[^\n]*not of Bedside[^\n]*\n$/),
    })
    expect(await backup(to, env)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^This is no database of Bedside[^\n]*\n$/),
    })
    await client.end()
    const before = await contents(running.url)
    expect(await restore(platform, whole)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The database holds data[^\n]*\n$/),
    })
    expect(await contents(running.url)).toEqual(before)
    expect(await readdir(to).catch(() => [])).toEqual([])
  }, 60_000)

  test('a full disk: it is reported, the partial copy is deleted, and the table records it', async () => {
    const { code, said } = await onFullDisk('tools/backup/main.ts')
    expect([code, said]).toEqual([1, expect.stringMatching(/^The disk of [^\n]* is full[^\n]*\n$/)])
    const { rows } = await pool.query('select fault from backup order by ended_at desc limit 1')
    expect(rows).toEqual([{ fault: 'disk_full' }])
  }, 60_000)

  test('no key, no database, no backup, no place, and unknown arguments', async () => {
    const empty = await mkdtemp(join(root, 'nothing-'))
    const lines = [
      await restore(empty, whole),
      await backup(to, { BEDSIDE_DATA: empty }),
      await restore(platform, join(root, 'not-there')),
      await run('tools/backup/main.ts', [], {}),
      await run('tools/restore/main.ts', [], {}),
      await backup(to, '--keep', '0'),
      await backup(to, '--what'),
      await restore(platform, whole, '--scratch', empty),
      await backup(join(keyFile(), 'below')),
      await backup(to, '--key-copy', join(to, 'keys')),
      await backup(to, { DATABASE_URL: 'postgres://nobody:wrong@127.0.0.1:9/x' }),
    ]
    for (const { code, said } of lines) expect([code, said]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)])
    expect(await readdir(empty)).toEqual([])
  }, 60_000)
})

test.each([
  ['SIGKILL', 1],
  ['SIGTERM', 0],
] as const)(
  'ended by %s midway, it leaves nothing that counts as a backup, and the next one cleans up',
  async (signal, parts) => {
    await pool.query(`insert into meta select 'bulk ' || n, repeat(md5(n::text), 30) from generate_series(1, 60000) n`)
    const child = spawn(process.execPath, ['tools/backup/main.ts', to], { env: envOf({}), stdio: 'ignore' })
    while (!(await readdir(to).catch(() => [])).some((name) => name.startsWith('.part-'))) await sleep(5)
    await sleep(60)
    child.kill(signal)
    await once(child, 'exit')
    expect(await backupsIn(to)).toEqual([])
    expect(await readdir(to)).toHaveLength(parts)
    await pool.query(`delete from meta where name like 'bulk %'`)
    expect(await backup(to)).toMatchObject({ code: 0 })
    expect((await readdir(to)).filter((name) => name.startsWith('.part-'))).toEqual([])
  },
  60_000,
)

const PEOPLE = 'rows/person.copy.gz'

type More = string | Readonly<Record<string, string>>
const split = (more: readonly More[]) => ({
  args: more.filter((each) => typeof each === 'string'),
  env: Object.assign({}, ...more.filter((each) => typeof each !== 'string')) as Record<string, string>, // only strings are left
})
const backup = (folder: string, ...more: More[]) => {
  const { args, env } = split(more)
  return run('tools/backup/main.ts', [folder, ...args], env)
}
const restore = (data: string, from: string, ...more: More[]) => {
  const { args, env } = split(more)
  return run('tools/restore/main.ts', [from, ...args], { BEDSIDE_DATA: data, ...env })
}
const envOf = (env: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'],
  BEDSIDE_DATA: platform,
  BEDSIDE_DEMO: '0',
  ...env,
})

/** Its output, its errors, and its exit code. */
function run(
  tool: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  before: readonly string[] = [],
) {
  const [program, ...rest] = [...before, process.execPath, tool, ...args]
  return new Promise<{ code: number; told: string; said: string }>((done) => {
    execFile(program!, rest, { env: envOf(env) }, (error, told, said) =>
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, told, said }),
    )
  })
}

/** A real file system of 300 kB, in a mount namespace of its own. */
async function onFullDisk(tool: string) {
  const disk = await mkdtemp(join(root, 'disk-'))
  await pool.query(
    `insert into meta select 'bulk ' || n, md5(n::text) || md5((n * 7)::text) from generate_series(1, 20000) n`,
  )
  try {
    const script = `mount -t tmpfs -o size=300k none ${disk} && "$0" "$@"; code=$?; ls -A ${disk} >&2; exit $code`
    return await run(tool, [disk], {}, ['unshare', '-rm', 'sh', '-c', script])
  } finally {
    await pool.query(`delete from meta where name like 'bulk %'`)
  }
}

async function aFile(backupFolder: string) {
  const [name] = (await readdir(join(backupFolder, 'files'), { recursive: true })).filter((each) => each.includes('/'))
  return join(backupFolder, 'files', name!)
}

async function flip(file: string) {
  const bytes = await readFile(file)
  bytes[100] = bytes[100]! ^ 1
  await writeFile(file, bytes)
}

/** What a failed restore has left in a place: files and tables. */
async function leftIn(place: string): Promise<readonly string[]> {
  const left = (await readdir(place).catch(() => [])).filter((name) => name === 'files')
  if (!(await stat(join(place, 'postgres')).catch(() => null))) return left
  const otherPostgres = await startPostgres(place)
  const other = superuserPool(otherPostgres.url, 1)
  const { rows } = await other.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  await other.end()
  await otherPostgres.stop()
  return [...left, ...rows.map(({ name }) => name)]
}

/** An empty database of a plain owner. */
async function emptyDatabase() {
  const name = `empty_${newId().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(`create database ${name} owner ${OWNER}`)
  await client.end()
  return databaseUrl(inject('postgresUrl'), name)
}

/**
 * A digest of each table's rows, with computed columns, and each sequence's value. The table of backups differs,
 * because a backup is recorded after its snapshot.
 */
async function contents(url: string, but = ['backup']) {
  const otherPostgres = superuserPool(url, 1)
  const { rows } = await otherPostgres.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const tables: Record<string, unknown> = {}
  for (const { name } of rows.filter((table) => !but.includes(table.name)))
    tables[name] = (
      await otherPostgres.query(
        `select count(*)::int as n, md5(coalesce(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text collate "C"), '')) as all_ from ${name} t`,
      )
    ).rows[0]
  const sequences = await otherPostgres.query(
    `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  )
  await otherPostgres.end()
  return { tables, sequences: sequences.rows }
}

/** Foreign keys, triggers and row security policies. */
async function guards(url: string) {
  const otherPostgres = superuserPool(url, 1)
  const { rows } = await otherPostgres.query(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as it from pg_constraint where contype = 'f'
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     union all select oid::regclass || ' ' || relrowsecurity || relforcerowsecurity from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     order by 1`,
  )
  await otherPostgres.end()
  return rows
}
