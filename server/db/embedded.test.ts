import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres } from './embedded.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'bedside-embedded-')), 'a folder')
})

afterEach(async () => {
  const isMade = await stat(join(dataDir, 'postgres', 'postmaster.pid')).catch(() => undefined)
  if (isMade) await startPostgres(dataDir).then((running) => running.stop())
  await rm(join(dataDir, '..'), { recursive: true, force: true })
})

test('a new folder becomes a durable UTF-8 database reachable only from this machine', async () => {
  const { url, joined } = await startPostgres(dataDir)
  expect(joined).toBe(false)
  const settings = await query(
    url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
      current_setting('server_encoding') as encoding, current_database() as database, current_user as person`,
  )
  expect(settings).toEqual([
    {
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      addresses: '127.0.0.1',
      encoding: 'UTF8',
      database: 'bedside',
      person: 'bedside',
    },
  ])
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600)
})

test('names of four alphabets are sorted, folded and found', async () => {
  const { url } = await startPostgres(dataDir)
  await query(url, 'create extension pg_trgm')
  const sorted = await query(url, `select n from unnest(array['Öz','Zoe','Ali','öz','Şen','Мария']) n order by n`)
  expect(sorted.map((row) => row.n)).toEqual(['Ali', 'öz', 'Öz', 'Şen', 'Zoe', 'Мария'])
  expect(await query(url, `select similarity('Мария', 'мариа') > 0.3 as found`)).toEqual([{ found: true }])
})

test('R83: a second start joins the running database, at the same address', async () => {
  const first = await startPostgres(dataDir)
  const second = await startPostgres(dataDir)
  expect(second).toMatchObject({ joined: true, url: first.url })
})

test('two first starts at the same moment create one database', async () => {
  const [one, other] = await Promise.all([startPostgres(dataDir), startPostgres(dataDir)])
  expect(one.url).toBe(other.url)
})

test('stopped twice and started again, it has the same address and rows', async () => {
  const first = await startPostgres(dataDir)
  await query(first.url, 'create table kept as select 1 as n')
  await first.stop()
  await first.stop()
  const second = await startPostgres(dataDir)
  expect(second).toMatchObject({ joined: false, url: first.url })
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }])
})

test('R83: kill -9 of the postmaster loses no acknowledged write', async () => {
  const { url } = await startPostgres(dataDir)
  await query(url, 'create table written (n int)')
  for (let n = 1; n <= 20; n++) await query(url, `insert into written values (${n})`)
  process.kill(await postmasterPid(), 'SIGKILL')
  const again = await startPostgres(dataDir)
  expect(again.joined).toBe(false)
  expect(await query(again.url, 'select count(*)::int as n from written')).toEqual([{ n: 20 }])
})

test('a pid file that names a foreign process, as after a reboot, is ignored', async () => {
  const { stop } = await startPostgres(dataDir)
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
  await stop()
  await writeFile(file, [process.pid, ...rest].join('\n'))
  expect(await startPostgres(dataDir)).toMatchObject({ joined: false })
})

test('if the last port is taken it listens on another', async () => {
  const first = await startPostgres(dataDir)
  await first.stop()
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  const second = await startPostgres(dataDir)
  squatter.close()
  expect(second.url).not.toBe(first.url)
  expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test.each([
  ['DataFolderCorrupt', async () => mkdir(join(dataDir, 'postgres'))],
  ['DataFolderVersion', async () => writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')],
  ['PasswordLost', async () => rm(join(dataDir, 'postgres.json'))],
  ['DidNotStart', async () => writeFile(join(dataDir, 'postgres', 'global', 'pg_control'), Buffer.alloc(8192))],
])('%s is reported in one line, and the folder is unchanged', async (name, breakIt) => {
  if (name !== 'DataFolderCorrupt') await startPostgres(dataDir).then((running) => running.stop())
  else
    await mkdir(dataDir, { recursive: true }).then(() => writeFile(join(dataDir, 'postgres.json'), '{"password":"x"}'))
  await breakIt()
  const error = await startPostgres(dataDir).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ name, message: expect.stringMatching(/^[^\n]+$/) })
  expect((await stat(join(dataDir, 'postgres'))).isDirectory()).toBe(true)
})

test('a data folder that cannot be created is reported', async () => {
  await writeFile(join(dataDir, '..', 'file'), '')
  await expect(startPostgres(join(dataDir, '..', 'file', 'data'))).rejects.toMatchObject({ name: 'DataFolderUnusable' })
})

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

async function postmasterPid() {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}
