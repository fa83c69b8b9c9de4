import { startPostgres } from '../../server/db/embedded.ts'
import { EmbeddedPostgresError } from '../../server/db/embedded-folder.ts'
import { createPool } from '../../server/db/pool.ts'
import { KeyFileProblem, keyFileOf } from '../../server/ports/key-file.ts'
import { rotateKeys } from '../../server/ports/keys.ts'
import { readSettings } from '../../server/app/settings.ts'

/**
 * `npm run keys -- rotate`: replaces the master key in the key file; the server may keep running, and an interrupted
 * run can be repeated. Exit code 1 with one line if it fails.
 */
async function main(args: readonly string[]): Promise<number> {
  if (args.join(' ') !== 'rotate') return giveUp('npm run keys -- rotate')
  const read = readSettings(process.env)
  if ('problems' in read) return giveUp(read.problems.join('\n'))
  const { settings } = read
  const embedded = settings.DATABASE_URL ? null : await startPostgres(settings.BEDSIDE_DATA)
  const pool = createPool(settings.DATABASE_URL ?? embedded!.url, 1)
  const path = keyFileOf(settings)
  try {
    await rotateKeys(pool, path)
    process.stdout.write(
      `bedside: the master key in ${path} is a new one. Keep a copy of it apart from the backups; the old one opens this database no more, and older backups still.\n`,
    )
    return 0
  } finally {
    await pool.end()
    // a database that was already running belongs to a server
    if (embedded && !embedded.joined) await embedded.stop()
  }
}

function giveUp(line: string) {
  process.stderr.write(`${line}\n`)
  return 1
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof EmbeddedPostgresError || error instanceof KeyFileProblem) return giveUp(error.message)
  if (error instanceof Error && 'code' in error) return giveUp(`The database says no: ${error.message}`)
  throw error
})
