import { EmbeddedPostgresError } from '../../server/db/embedded-folder.ts'
import { upgradeFolder } from '../../server/db/upgrade.ts'
import { readSettings } from '../../server/app/settings.ts'
import { say } from '../run/child.ts'
import { olderPostgres } from './older-postgres.ts'

/**
 * `npm run upgrade-db`: upgrades the embedded database of the data folder to this build's PostgreSQL, by dump and
 * restore. The server must not run meanwhile. The old database is kept. Exit code 1 with one line if it fails; then
 * everything is as it was.
 */
async function main(args: readonly string[]): Promise<number> {
  if (args.length) return giveUp('npm run upgrade-db takes no arguments; BEDSIDE_DATA names the data folder')
  const read = readSettings(process.env)
  if ('problems' in read) return giveUp(read.problems.join('\n'))
  if (read.settings.DATABASE_URL)
    return giveUp('npm run upgrade-db is for the embedded database; DATABASE_URL names one that you look after')
  const kept = await upgradeFolder(read.settings.BEDSIDE_DATA, { olderPostgres, say })
  say(kept ? `done; the old database is kept in ${kept}, to be removed by you` : 'nothing to do')
  return 0
}

function giveUp(line: string) {
  process.stderr.write(`${line}\n`)
  return 1
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof EmbeddedPostgresError) return giveUp(error.message)
  if (error instanceof Error && 'code' in error) return giveUp(`The upgrade was stopped: ${error.message}`)
  throw error
})
