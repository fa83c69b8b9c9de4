import { EmbeddedPostgresError } from '../db/embedded-folder.ts'
import { startPostgres } from '../db/embedded.ts'
import { takeAppLock, type LockKind, type LockWatch } from '../db/app-lock.ts'
import { DatabaseProblem } from '../db/check.ts'
import { closeLanes, openLanes } from '../db/lanes.ts'
import { loginUrl } from '../db/logins.ts'
import { createPool } from '../db/pool.ts'
import { faultOf } from '../kernel/fault.ts'
import { mayShare, readSettings } from './settings.ts'
import type { Served } from './serve.ts'
import { KeyFileProblem } from '../ports/key-file.ts'
import type { SealerBox } from '../db/sealing.ts'

/**
 * Settings, the database and its lock come first; only then the rest of the server, whose modules take a second or two
 * to load. So a bad setting is reported at once, and so is a second start on the same data (TRUST G20).
 */
async function start() {
  const read = readSettings(process.env)
  if ('problems' in read) return giveUp(read.problems.join('\n'))
  const { settings } = read
  let isOurs = false
  const starting = settings.DATABASE_URL ? null : startPostgres(settings.BEDSIDE_DATA)
  closing.push(async () => {
    const database = await starting?.catch(() => null)
    // an embedded database that ran before may belong to another server
    if (database && (isOurs || !database.joined)) await database.stop()
  })
  const embedded = await starting
  const url = settings.DATABASE_URL ?? embedded!.url
  const logins = embedded
    ? { requests: loginUrl(url, 'requests'), server: loginUrl(url, 'server') }
    : { requests: settings.DATABASE_REQUEST_URL ?? null, server: settings.DATABASE_SERVER_URL ?? null }
  const sealer: SealerBox = { current: null }
  const lanes = openLanes(
    { requests: logins.requests ?? url, server: logins.server ?? url },
    settings.BEDSIDE_CONNECTIONS,
    sealer,
    settings.DATABASE_POOLER ? 'pooled' : 'straight',
  )
  // one of them holds the lock of a start meanwhile
  const owner = createPool(url, 3, sealer)
  closing.push(() =>
    Promise.race([
      Promise.all([closeLanes(lanes), owner.end()]),
      new Promise((done) => setTimeout(done, POOLS_END_MS).unref()),
    ]),
  )
  let served: Served | null = null
  let reviving: Promise<unknown> = Promise.resolve()
  closing.push(() => reviving.catch(() => {}))
  const kind: LockKind = mayShare(settings) ? 'shared' : embedded ? 'alone' : 'external'
  const watch: LockWatch = {
    tell: (line) => (served ? served.log.warn(line) : process.stderr.write(`${line}\n`)),
    revive: async () => {
      if (!embedded) return
      const address = await (reviving = startPostgres(settings.BEDSIDE_DATA).then(({ url: now }) => now))
      if (address !== url) throw new Error('the embedded database has another address now')
    },
    back: async () => served?.databaseIsBack(),
    lost: (error) => void fail(error),
    until: ending.signal,
  }
  const lock = await takeAppLock(url, watch, kind)
  closing.push(lock.release)
  if (ending.signal.aborted) return
  isOurs = true

  const { serve } = await import('./serve.ts')
  served = await serve(settings, {
    owner,
    lanes,
    sealer,
    logins,
    isOurs: embedded !== null,
    shared: kind === 'shared' ? url : null,
    databaseIsUp: lock.isHeld,
  })
  const { log, close } = served
  closing.push(close)
  fatal.log = (error, what) => log.fatal({ err: error }, what)
}

/** A statement that runs longer ends with its connection, and its transaction is rolled back. */
const POOLS_END_MS = 1000

/** TRUST D20: an unexpected error is logged once, and the supervisor restarts the process. */
function endAtOnce(error: unknown, what: string): never {
  fatal.log(error, what)
  process.exit(CRASHED)
}
/** Used until the log exists; writes to the same place. */
const fatal = {
  log: (error: unknown, what: string): void =>
    void process.stderr.write(`${JSON.stringify({ msg: what, err: faultOf(error) })}\n`),
}
process.on('uncaughtException', (error) => endAtOnce(error, 'uncaught'))

/** What to close, last opened first. */
const closing: (() => unknown)[] = []
let isEnding = false
const ending = new AbortController()

/** Ends the process on request, even during the start: closes what is open by then. */
async function end() {
  if (isEnding) return
  isEnding = true
  ending.abort()
  await closeAll()
  process.exit(0)
}

async function closeAll() {
  for (let close = closing.pop(); close; close = closing.pop()) await close()
}

/** A problem that the operator can fix: one clear line and exit code 1, after which the supervisor does not retry. */
function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/**
 * Closes what is open and ends: with 1 if only the operator can help, otherwise as a crash, after which the supervisor
 * restarts it.
 */
async function fail(error: unknown) {
  // an error caused by closing is ignored
  if (isEnding) return
  isEnding = true
  ending.abort()
  await closeAll()
  if (error instanceof EmbeddedPostgresError || error instanceof DatabaseProblem || error instanceof KeyFileProblem)
    giveUp(error.message)
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    giveUp(`PORT ${process.env['PORT'] ?? 3000} is in use by another program. Set PORT to a free one.`)
  // without its text: a failing migration quotes the row it failed on
  endAtOnce(error, 'start failed')
}

/** EX_SOFTWARE of sysexits. Never 1, which the supervisor takes as final. */
const CRASHED = 70

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end())
process.on('disconnect', () => void end())

start().catch(fail)
