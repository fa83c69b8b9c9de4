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
  /** The owner's address of an empty database that no server uses. */
  readonly url: string
  readonly place: FileStore
  /** The master key that the restored server will use (`key-name.ts`). */
  readonly key: string
  readonly say: (line: string) => void
}

/**
 * Restores a backup into an empty place: compares all of it with its manifest first, then stores the files, and the
 * rows last in one transaction. An interrupted restore leaves an empty database and can be repeated. The server's next
 * start stamps the feed again, and devices bring back what the backup lacks (decision 0057).
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
  client.on('error', () => undefined) // every query reports it
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

/** Only the migrations that made the backup's tables: the next start runs the new ones. */
async function migrationsOf(manifest: Manifest) {
  const ran = new Map(manifest.migrations.map(({ name, sha }) => [name, sha]))
  const known = (await readMigrations()).filter(({ name, sha }) => ran.get(name) === sha)
  if (known.length === ran.size) return known
  throw new BackupProblem(
    'newer',
    `The backup is of another Bedside (build ${manifest.build}), whose migrations this one does not bring: restore it with that one.`,
  )
}

/** Checks that no server uses it, and that it contains nothing that anyone could miss. */
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
  // anyone who was ever here is a person
  const { rows: people } = await client.query<{ n: boolean }>('select exists (select from person) as n')
  if (people[0]!.n)
    throw new BackupProblem(
      'not_empty',
      'The database holds data: a backup is restored into an empty place alone (another BEDSIDE_DATA, or a new database). Nothing is written.',
    )
}
