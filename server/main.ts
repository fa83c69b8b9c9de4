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
  const embedded = settings.DATABASE_URL ? null : await startPostgres(settings.BEDSIDE_DATA)
  const url = settings.DATABASE_URL ?? embedded!.url
  // twenty together (TRUST D12)
  const pool = createPool(url, 6)
  const requests = createPool(url, 14)
  const lock = await checkDatabase(pool)
  const closeDatabase = async () => {
    lock.release()
    await Promise.all([pool.end(), requests.end()])
    await embedded?.stop()
  }

  const { serve } = await import('./serve.ts')
  const served = await serve(settings, { pool, requests, isEmbedded: embedded !== null }).catch(
    async (error: unknown) => {
      await closeDatabase()
      throw error
    },
  )

  let ending = false
  const stop = async () => {
    if (ending) return
    ending = true
    await served.close()
    await closeDatabase()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())
  // TRUST D20: what nobody expected is logged once, and the supervisor starts afresh
  process.on('uncaughtException', (error) => {
    served.log.fatal({ name: error.name, stack: error.stack }, 'uncaught')
    process.exit(70)
  })
}

/** What the operator can mend is one clear line and exit code 1; the supervisor does not try it again. */
function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

start().catch((error: unknown) => {
  if (error instanceof EmbeddedPostgresError || error instanceof DatabaseProblem || error instanceof KeyFileProblem)
    giveUp(error.message)
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    giveUp(`PORT ${process.env['PORT'] ?? 3000} is in use by another program. Set PORT to a free one.`)
  throw error
})
