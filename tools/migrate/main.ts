import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseProblem } from '../../server/db/check.ts'
import { EmbeddedPostgresError } from '../../server/db/embedded-folder.ts'
import { startPostgres } from '../../server/db/embedded.ts'
import { migrate, planMigration } from '../../server/db/migrate.ts'
import { readMigrations } from '../../server/db/migration-files.ts'
import { createPool } from '../../server/db/pool.ts'
import { readSettings, type Settings } from '../../server/app/settings.ts'

/**
 * `npm run migrate`: migrates the database that a start would use to this build, without starting. `-- --dry-run` says
 * what there is to do and changes nothing. Exit code 1 with one line if it fails.
 */
async function main(args: readonly string[]): Promise<number> {
  const isDry = args.includes('--dry-run')
  if (args.some((arg) => arg !== '--dry-run')) return giveUp('npm run migrate knows --dry-run alone')
  const read = readSettings(process.env)
  if ('problems' in read) return giveUp(read.problems.join('\n'))
  const migrations = await readMigrations()
  if (isDry && !(await isThere(read.settings))) {
    say(`there is no database yet; the first start makes it, with all ${migrations.length} migrations`)
    return 0
  }
  const embedded = read.settings.DATABASE_URL ? null : await startPostgres(read.settings.BEDSIDE_DATA)
  const pool = createPool(read.settings.DATABASE_URL ?? embedded!.url, 1)
  try {
    const { pending, open } = await planMigration(pool, migrations)
    for (const { name, endsOlder } of pending)
      say(`${isDry ? 'to run' : 'runs'}: ${name}${endsOlder ? ' (builds without it cannot start afterwards)' : ''}`)
    for (const table of open) say(`${isDry ? 'to put' : 'puts'} under row-level security: ${table}`)
    if (!isDry) await migrate(pool, say, migrations)
    if (!pending.length && !open.length) say(`nothing to do: all ${migrations.length} migrations have run`)
    return 0
  } finally {
    await pool.end()
    // a database that was already running belongs to a server
    if (embedded && !embedded.joined) await embedded.stop()
  }
}

const isThere = async ({ DATABASE_URL, BEDSIDE_DATA }: Settings) =>
  DATABASE_URL !== undefined ||
  stat(join(BEDSIDE_DATA, 'postgres')).then(
    () => true,
    () => false,
  )

const say = (line: string) => void process.stdout.write(`bedside: ${line}\n`)

function giveUp(line: string) {
  process.stderr.write(`${line}\n`)
  return 1
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof DatabaseProblem || error instanceof EmbeddedPostgresError) return giveUp(error.message)
  if (error instanceof Error && 'code' in error) return giveUp(`The database says no: ${error.message}`)
  throw error
})
