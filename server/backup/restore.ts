import pg from 'pg'
import { SESSION_LOCKS } from '../db/advisory.ts'
import { loadDatabase } from '../db/load.ts'
import { migrate } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-files.ts'
import { createPool } from '../db/pool.ts'
import type { FileStore } from '../ports/files/store.ts'
import { checkBackup } from './check.ts'
import { putFiles } from './files.ts'
import { rowsFile, type Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'

export type Restoring = {
  /** A backup's own folder. */
  readonly folder: string
  /** The owner's address of an empty database, on which nobody runs. */
  readonly url: string
  readonly place: FileStore
  /** The master key that the restored server will have (`key-name.ts`). */
  readonly key: string
  readonly say: (line: string) => void
}

/**
 * Reads a backup back into an empty place: all of it is compared with its manifest first, then the files are put, and the rows last, in one
 * transaction. What breaks it off leaves an empty database, and it may be tried again. The next start of the server stamps the feed anew, and
 * devices bring back what the backup lacks (decision 0057).
 *
 * @throws {BackupProblem} DatabaseProblem
 */
export async function restoreBackup({ folder, url, place, key, say }: Restoring): Promise<Manifest> {
  say('comparing the backup with its manifest')
  const manifest = await checkBackup(folder)
  if (manifest.key !== key)
    throw new BackupProblem(
      'another_key',
      'The backup is sealed under another master key: give the one of its server (BEDSIDE_KEY_FILE, or --key). Nothing is written.',
    )
  const known = await migrationsOf(manifest)
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined) // told by whatever is asked of it
  await client.connect()
  try {
    await emptyPlace(client)
    say('making its tables')
    const owner = createPool(url, 1)
    try {
      await migrate(owner, say, known)
    } finally {
      await owner.end()
    }
    say('putting its files')
    await putFiles(folder, place)
    say('reading its rows')
    await loadDatabase(client, manifest, (table) => rowsFile(folder, table))
    await client.query('analyze')
    return manifest
  } finally {
    await client.end()
  }
}

/** The migrations that have made the backup's tables, and no others: the next start runs what is new. */
async function migrationsOf(manifest: Manifest) {
  const ran = new Map(manifest.migrations.map(({ name, sha }) => [name, sha]))
  const known = (await readMigrations()).filter(({ name, sha }) => ran.get(name) === sha)
  if (known.length === ran.size) return known
  throw new BackupProblem(
    'newer',
    `The backup is of another Bedside (build ${manifest.build}), whose migrations this one does not bring: restore it with that one.`,
  )
}

/** Nobody runs on it, and there is nothing in it that anybody could miss. */
async function emptyPlace(client: pg.Client) {
  const { rows } = await client.query<{ is_free: boolean; tables: number; ours: boolean }>(
    `select pg_try_advisory_lock($1) as is_free, to_regclass('public.incarnation') is not null as ours,
            (select count(*)::int from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace) as tables`,
    [SESSION_LOCKS.app],
  )
  const { is_free: isFree, tables, ours } = rows[0]!
  if (!isFree)
    throw new BackupProblem('in_use', 'Bedside runs on this database: a backup is restored into an empty place.')
  if (tables === 0) return
  if (!ours)
    throw new BackupProblem('not_ours', 'The database holds tables that are not of Bedside: nothing is written.')
  // whoever was ever here is a person
  const { rows: people } = await client.query<{ n: boolean }>('select exists (select from person) as n')
  if (people[0]!.n)
    throw new BackupProblem(
      'not_empty',
      'The database holds data: a backup is restored into an empty place alone (another BEDSIDE_DATA, or a new database). Nothing is written.',
    )
}
