import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../server/db/embedded.ts'
import { figure } from './support/figure.ts'

type Env = Record<string, string>
type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

const server = ['server/app/main.ts']
const supervised = [
  '--input-type=module',
  '--eval',
  `import { passSignalsOn } from './tools/run/child.ts'
   import { supervise } from './tools/run/supervise.ts'
   passSignalsOn()
   process.exitCode = await supervise()`,
]

const running = new Set<ChildProcess>()
const servers = new Set<number>()
let dataDir: string
let port: number

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bedside-start-'))
  port = await freePort()
})

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const pid of servers) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
  running.clear()
  servers.clear()
})

afterAll(async () => {
  await startPostgres(dataDir).then((postgres) => postgres.stop())
  await rm(dataDir, { recursive: true, force: true })
})

test.each([
  ['a bad setting', { PORT: 'x' }, /^PORT .+$/m],
  ['two bad settings', { BEDSIDE_DEMO: 'maybe', BEDSIDE_LOG: 'loud' }, /^BEDSIDE_DEMO .+\nBEDSIDE_LOG .+$/m],
  ['a data folder that cannot be written', { BEDSIDE_DATA: '/dev/null/data' }, /^.*\/dev\/null\/data.*$/m],
])('%s: reported in one line, exit code 1', async (_, env, line) => {
  const { ended, output } = start(server, env)
  expect(await ended).toBe(1)
  expect(output()).toMatch(line)
  expect(output()).not.toMatch(/^\s+at |secret/m)
})

test('an unreachable database is waited for, reported in one line without its password; it ends when asked to meanwhile', async () => {
  const { child, ended, output } = start(server, { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' })
  await until(async () => /^.*database.*DATABASE_URL.*$/m.test(output()))
  expect(child.exitCode).toBe(null)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output()).not.toMatch(/^\s+at |secret/m)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('G20: %s ends server and database cleanly', async (signal) => {
  const { child, ended } = start(server)
  await untilHealthy()
  child.kill(signal)
  expect(await ended).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('G20: asked to end while starting, it ends together with its database', async () => {
  const { child, ended } = start(server)
  await until(async () => existsSync(join(dataDir, 'postgres', 'postmaster.pid')))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a port in use: reported in one line, exit code 1, no database left running', async () => {
  const squatter = createServer().listen(port, '127.0.0.1')
  await once(squatter, 'listening')
  const { ended, output } = start(server)
  expect(await ended).toBe(1)
  squatter.close()
  expect(output()).toMatch(new RegExp(`^.*PORT ${port}.*$`, 'm'))
  expect(output()).not.toMatch(/^\s+at /m)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a key file that others may read: reported in one line, exit code 1, no database left running', async () => {
  const key = join(dataDir, 'loose.key')
  await writeFile(key, Buffer.alloc(32).toString('base64'), { mode: 0o644 })
  const { ended, output } = start(server, { BEDSIDE_KEY_FILE: key })
  expect(await ended).toBe(1)
  expect(output()).toMatch(/^.*BEDSIDE_KEY_FILE.*$/m)
  expect(output()).not.toMatch(/^\s+at /m)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('G20: a second start on the same data says so within 2 s and leaves the first alone', async () => {
  start(server)
  await untilHealthy()
  const since = performance.now()
  const second = start(server, { PORT: '0' })
  expect(await second.ended).toBe(1)
  const refused = performance.now() - since
  figure('G20', 'a second start on the same data is refused after', refused, 'ms')
  expect(refused).toBeLessThan(2_000)
  expect(second.output()).toContain('BEDSIDE_DATA')
  expect(await isHealthy()).toBe(true)
})

test('R83: kill -9 of the server, then of the database: both restart by themselves', async () => {
  const top = start(supervised)
  await untilHealthy()
  process.kill(await serverPid(top), 'SIGKILL')
  await untilStartedAgain(top, 1)
  await untilHealthy()
  process.kill(Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL')
  // the server itself starts its database again after it has died
  await until(async () => !(await isHealthy()))
  await untilHealthy()
  expect(top.output().split('starting it again').length).toBe(2)
  top.child.kill('SIGTERM')
  expect(await top.ended).toBe(0)
})

test('R83: kill -9 of the supervisor: the server ends cleanly, and the next start is a normal one', async () => {
  const top = start(supervised)
  await untilHealthy()
  servers.add(await serverPid(top))
  top.child.kill('SIGKILL')
  await until(async () => !existsSync(join(dataDir, 'postgres', 'postmaster.pid')))
  const next = start(supervised)
  await untilHealthy()
  next.child.kill('SIGTERM')
  expect(await next.ended).toBe(0)
})

function start(args: string[], env: Env = {}): Started {
  const ours = { PORT: String(port), BEDSIDE_DATA: dataDir, BEDSIDE_DEMO: '0', HOST: '127.0.0.1', ...env }
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...ours },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null) // node's own signature: code, signal
  return { child, output: () => text, ended }
}

/** The server is the supervisor's only child. */
async function serverPid({ child }: Started) {
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return Number(children.trim().split(' ')[0])
}

const untilStartedAgain = (top: Started, times: number) =>
  until(async () => top.output().split('starting it again').length > times)

const untilHealthy = () => until(isHealthy)

function isHealthy() {
  return fetch(`http://127.0.0.1:${port}/api/health`).then(
    (reply) => reply.ok,
    () => false,
  )
}

async function until(isSo: () => Promise<boolean>) {
  const deadline = Date.now() + 50_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('waited 50 s in vain')
    await sleep(50)
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
