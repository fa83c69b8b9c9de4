import { startPostgres } from '../../server/db/embedded.ts'
import { EmbeddedPostgresError } from '../../server/db/embedded-folder.ts'
import { createPool } from '../../server/db/pool.ts'
import { removeFactor } from '../../server/areas/session/remove-factor.ts'
import { readSettings } from '../../server/app/settings.ts'

/**
 * `npm run remove-factor -- <email>`: removes the second factor and all passkeys of one superadmin who has lost phone
 * and recovery codes; the server may keep running. Whoever may run this can read the database anyway. Exit code 1 with
 * one line if it fails.
 */
async function main([email, ...more]: readonly string[]): Promise<number> {
  if (!email?.includes('@') || more.length) return giveUp('npm run remove-factor -- <e-mail of a superadmin>')
  const read = readSettings(process.env)
  if ('problems' in read) return giveUp(read.problems.join('\n'))
  const embedded = read.settings.DATABASE_URL ? null : await startPostgres(read.settings.BEDSIDE_DATA)
  const pool = createPool(read.settings.DATABASE_URL ?? embedded!.url, 1)
  try {
    const outcome = await removeFactor(pool, email, Date.now())
    if (outcome === 'not_found') return giveUp(`no superadmin has the address ${email}`)
    if (outcome === 'has_none') return giveUp(`${email} has no second factor`)
    process.stdout.write(
      `bedside: the second factor of ${email} is removed and written to the log; they are signed out everywhere, and set up another at their next sign-in\n`,
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
  if (error instanceof EmbeddedPostgresError) return giveUp(error.message)
  if (error instanceof Error && 'code' in error) return giveUp(`The database says no: ${error.message}`)
  throw error
})
