import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../tests/support/server.ts'
import { makeKeyFile } from '../ports/key-file.ts'
import { backupsIn } from './kept.ts'
import { scheduleBackups } from './schedule.ts'

/** The real tools run, on the test's own database. */
let server: TestServer
let folder: string
const children: ChildProcess[] = []
const warned: unknown[] = []
const failed: unknown[] = []
const log = {
  warn: (line: unknown) => void warned.push(line),
  error: (line: unknown) => void failed.push(line),
}
beforeAll(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'bedside-schedule-'))
  await makeKeyFile(join(folder, 'master.key'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => void (await server.pool.query('delete from backup')))
afterEach(() => {
  for (const list of [children, warned, failed]) list.length = 0
})

const to = () => join(folder, 'backups')
const run = (tool: string, args: readonly string[]) => {
  const child = spawn(process.execPath, [`tools/${tool}/main.ts`, ...args], {
    env: { PATH: process.env['PATH'], BEDSIDE_DATA: folder, BEDSIDE_BACKUP: to(), DATABASE_URL: server.url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  return child
}
const schedule = (hours = 24) => scheduleBackups({ to: to(), hours }, log, run)
/** Runs the server's schedule for one minute, and waits for the work that it started. */
async function minute(backups: ReturnType<typeof schedule>) {
  const before = children.length
  await backups.run({ pool: server.deps.pool })
  const begun = children.slice(before)
  for (const child of begun) await once(child, 'close')
  return begun.map((child) => child.spawnargs.slice(1))
}
const past = (kind: string, hours: number, fault: string | null = null) =>
  server.pool.query(
    `insert into backup (id, kind, began_at, ended_at, fault) values (gen_random_uuid(), $1, now() - $2 * interval '1 hour', now() - $2 * interval '1 hour', $3)`,
    [kind, hours, fault],
  )

test('what is due is run: a backup first, then its drill, then nothing', async () => {
  const backups = schedule()
  expect(await minute(backups)).toEqual([['tools/backup/main.ts']])
  expect(await backupsIn(to())).toHaveLength(1)
  expect(await minute(backups)).toEqual([['tools/restore/main.ts', '--drill']])
  expect(await minute(backups)).toEqual([])
  const { rows } = await server.pool.query('select kind, fault from backup order by ended_at')
  expect(rows).toEqual([
    { kind: 'backup', fault: null },
    { kind: 'drill', fault: null },
  ])
  expect(failed).toEqual([])
}, 120_000)

test('nothing runs early; a failed backup is retried after an hour, not every minute', async () => {
  await past('drill', 1)
  await past('backup', 23)
  expect(await minute(schedule())).toEqual([])
  await server.pool.query('delete from backup')
  await past('backup', 30)
  await past('backup', 0.5, 'disk_full')
  expect(await minute(schedule())).toEqual([])
  await server.pool.query('delete from backup where fault is not null')
  await past('backup', 1.1, 'disk_full')
  expect(await minute(schedule())).toEqual([['tools/backup/main.ts']])
}, 60_000)

test('an old backup causes a warning once an hour, and a failed one a log line', async () => {
  await past('backup', 40)
  await past('backup', 0.1, 'disk_full')
  const backups = schedule()
  await minute(backups)
  await minute(backups)
  expect(warned).toEqual([{ hours: 40 }])
  await rm(join(folder, 'master.key'))
  await server.pool.query('delete from backup')
  await minute(backups)
  expect(failed).toEqual([{ what: 'backup', code: 1 }])
  await makeKeyFile(join(folder, 'master.key'))
}, 60_000)

test('stopping the server stops the backup, and leaves nothing half-written', async () => {
  await rm(to(), { recursive: true, force: true })
  const backups = schedule()
  await backups.run({ pool: server.deps.pool })
  backups.stop()
  await once(children[0]!, 'close')
  expect((await readdir(to()).catch(() => [])).filter((name) => name.startsWith('.part-'))).toEqual([])
}, 60_000)
