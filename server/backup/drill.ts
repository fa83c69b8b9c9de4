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
  /** Ends it where it is. */
  readonly until: AbortSignal
  /** A folder with room for database and files; default the system's for what is temporary. */
  readonly within?: string | undefined
}

/**
 * Restores a backup into a scratch place on this machine, a PostgreSQL of its own, compares counts and sums there, opens each file with the
 * key, and removes the place. The server and its data are not touched.
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
    // whatever waits for an answer of it is told, and the place goes
    until.addEventListener('abort', () => void postgres.stop())
    try {
      until.throwIfAborted()
      const files = join(scratch, 'files')
      const manifest = await restoreBackup({ folder, url: postgres.url, place: folderPlace(files), key, say })
      say('opening its files')
      const store = createFolderStore(files, await secretsOf(postgres.url, master))
      const there = new Set<string>()
      for await (const { name } of filesOf(folder)) {
        await store.get(name).catch(() => {
          throw new BackupProblem('another_key', `File ${name} of the backup does not open with this key.`)
        })
        there.add(name)
      }
      await allThere(postgres.url, there, manifest)
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

/** What a killed drill of this machine has left: its PostgreSQL may still run. */
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

/** Nothing of it is to last. */
const LOADING = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }

/** Records name no file that the backup does not know to be missing. */
async function allThere(url: string, there: ReadonlySet<string>, manifest: Manifest) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // told by the query
  await client.connect()
  const { rows } = await client.query<{ stored: string }>(NAMED).finally(() => client.end())
  const missing = rows.filter(({ stored }) => !there.has(stored)).length
  if (missing > manifest.files.missing)
    throw new BackupProblem('files_missing', `${missing} files that records name are not in the backup.`)
}
