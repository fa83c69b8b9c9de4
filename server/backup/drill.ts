import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../db/embedded.ts'
import { createFolderStore, folderPlace } from '../ports/files/store-folder.ts'
import { secretsUnder } from '../ports/keys.ts'
import { filesOf } from './files.ts'
import { isAlive } from './kept.ts'
import { NAMED } from './make.ts'
import type { Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { restoreBackup } from './restore.ts'

export type Drill = {
  readonly say: (line: string) => void
  /** Aborts the drill. */
  readonly until: AbortSignal
  /** A folder with room for database and files; default: the system's temporary folder. */
  readonly within?: string | undefined
}

/**
 * Restores a backup into a scratch place on this machine with its own PostgreSQL, compares counts and sums there,
 * decrypts each file, and removes the place. The server and its data are not touched.
 *
 * @throws {BackupProblem} DatabaseProblem, EmbeddedPostgresError
 */
export async function drillBackup(
  folder: string,
  { master, key }: { readonly master: Buffer; readonly key: string },
  { say, until, within = tmpdir() }: Drill,
): Promise<Manifest> {
  await sweepScratch(within)
  const scratch = await mkdtemp(join(within, `${SCRATCH}${process.pid}-`))
  try {
    const postgres = await startPostgres(scratch, LOADING)
    // pending queries fail, and the place is removed
    until.addEventListener('abort', () => void postgres.stop())
    try {
      until.throwIfAborted()
      const files = join(scratch, 'files')
      const manifest = await restoreBackup({ folder, url: postgres.url, place: folderPlace(files), key, say })
      say('opening its files')
      const store = createFolderStore(files, await secretsOf(postgres.url, master))
      const restoredNames = new Set<string>()
      for await (const { name } of filesOf(folder)) {
        await store.get(name).catch(() => {
          throw new BackupProblem('another_key', `File ${name} of the backup does not open with this key.`)
        })
        restoredNames.add(name)
      }
      await allThere(postgres.url, restoredNames, manifest)
      return manifest
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function secretsOf(url: string, master: Buffer): Promise<Buffer> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    const secrets = await secretsUnder(pool, master)
    if (!secrets) throw new BackupProblem('another_key', 'The keys in the backup do not open with this master key.')
    return secrets
  } finally {
    await pool.end()
  }
}

const SCRATCH = 'bedside-drill-'

/** Removes what a killed drill of this machine has left: its PostgreSQL may still run. */
async function sweepScratch(within: string) {
  for (const name of await readdir(within)) {
    const pid = Number(/^bedside-drill-(\d+)-/.exec(name)?.[1])
    if (!pid || isAlive(pid)) continue
    const left = join(within, name)
    if (await stat(join(left, 'postgres')).catch(() => null))
      await startPostgres(left).then(
        (postgres) => postgres.stop(),
        () => undefined, // too broken to start, and so it does not run
      )
    await rm(left, { recursive: true, force: true })
  }
}

/** None of it needs to be durable. */
const LOADING = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }

/** Checks that every file that records name is in the backup, or known to it as missing. */
async function allThere(url: string, names: ReadonlySet<string>, manifest: Manifest) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the query reports it
  await client.connect()
  const { rows } = await client.query<{ stored: string }>(NAMED).finally(() => client.end())
  const missing = rows.filter(({ stored }) => !names.has(stored)).length
  if (missing > manifest.files.missing)
    throw new BackupProblem('files_missing', `${missing} files that records name are not in the backup.`)
}
