import { EmbeddedPostgresError } from './db/embedded-folder.ts'
import { startPostgres } from './db/embedded.ts'
import { checkDatabase, DatabaseProblem } from './db/check.ts'
import { createPool } from './db/pool.ts'
import { readSettings } from './settings.ts'
import { KeyFileProblem } from './vault.ts'

/**
 * Settings, the database and the lock on it; only then the rest of the server, whose modules take a second or two to read. So a bad
 * setting is told at once, and so is a second start on the same data (TRUST G20).
 */
async function start() {
  const read = readSettings(process.env)
  if ('problems' in read) return giveUp(read.problems.join('\n'))
  const { settings } = read
  let isOurs = false
  const starting = settings.DATABASE_URL ? null : startPostgres(settings.BEDSIDE_DATA)
  closing.push(async () => {
    const its = await starting?.catch(() => null)
    // one that runs already may be another server's
    if (its && (isOurs || !its.joined)) await its.stop()
  })
  const embedded = await starting
  const url = settings.DATABASE_URL ?? embedded!.url
  // twenty together (TRUST D12)
  const pool = createPool(url, 6)
  const requests = createPool(url, 14)
  closing.push(() => Promise.all([pool.end(), requests.end()]))
  const lock = await checkDatabase(pool)
  closing.push(() => lock.release())
  isOurs = true

  const { serve } = await import('./serve.ts')
  const { log, close } = await serve(settings, { pool, requests })
  closing.push(close)
  // TRUST D20: what nobody expected is logged once, and the supervisor starts afresh
  process.on('uncaughtException', (error) => {
    log.fatal({ name: error.name, stack: error.stack }, 'uncaught')
    process.exit(70)
  })
}

/** The way down of what is up, last first. */
const closing: (() => unknown)[] = []
let isEnding = false

/** Told to end, also while it starts: with what is up by then. */
async function end() {
  if (isEnding) return
  isEnding = true
  await closeAll()
  process.exit(0)
}

async function closeAll() {
  for (let close = closing.pop(); close; close = closing.pop()) await close()
}

/** What the operator can mend is one clear line and exit code 1; the supervisor does not try it again. */
function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end())
process.on('disconnect', () => void end())

start().catch(async (error: unknown) => {
  // what was closed under it while it started
  if (isEnding) return
  isEnding = true
  await closeAll()
  if (error instanceof EmbeddedPostgresError || error instanceof DatabaseProblem || error instanceof KeyFileProblem)
    giveUp(error.message)
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    giveUp(`PORT ${process.env['PORT'] ?? 3000} is in use by another program. Set PORT to a free one.`)
  throw error
})
