import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { BUILD } from '../../contract/kernel/constants.ts'
import { newId } from '../../contract/kernel/id.ts'
import { SESSION_LOCKS } from '../db/advisory.ts'
import { checkRole } from '../db/check.ts'
import { dumpDatabase } from '../db/dump.ts'
import { openTables } from '../db/secure-tables.ts'
import type { FileStore } from '../ports/files/store.ts'
import { keepFiles } from './files.ts'
import { backupsIn, forgetOld, nameAt, partOf, sweepParts } from './kept.ts'
import { readManifest, rowsFile, writeManifest, type Manifest } from './manifest.ts'
import { BackupProblem, inWords } from './problem.ts'

export type Making = {
  /** The owner's connection, used only by this call. */
  readonly client: pg.Client
  /** The store of the encrypted files. */
  readonly place: FileStore
  /** The name of the master key that encrypted them (`key-name.ts`). */
  readonly key: string
  /** The folder of the backups, each a folder named after its time. */
  readonly to: string
  /** How many are kept; null: all. */
  readonly keep: number | null
}
export type Made = { readonly folder: string; readonly manifest: Manifest; readonly removed: number }

/**
 * Writes a backup of database and files, whether a server runs on them or not: all rows in one snapshot, then the files
 * they name. The folder gets its name when everything has reached the disk; an interrupted backup leaves nothing that
 * could be mistaken for one.
 *
 * @throws {BackupProblem} DatabaseProblem
 */
export async function makeBackup({ client, place, key, to, keep }: Making): Promise<Made> {
  await ours(client)
  await mkdir(to, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw inWords(error, to)
  })
  await sweepParts(to)
  const at = Date.now()
  const part = partOf(to, nameAt(at))
  try {
    await mkdir(join(part, 'rows'), { recursive: true, mode: 0o700 })
    const manifest = await write(client, place, key, part, await newest(to, key), at)
    const folder = join(to, nameAt(at))
    await written(part)
    await rename(part, folder)
    await written(to)
    return { folder, manifest, removed: keep === null ? 0 : await forgetOld(to, keep, key) }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw inWords(error, to)
  }
}

/** Checks that this is a database of ours whose owner sees all of it, and that no one else is backing it up now. */
async function ours(client: pg.Client) {
  const { rows } = await client.query<{ is_ours: boolean; is_free: boolean }>(
    `select to_regclass('public.migration') is not null and to_regclass('public.incarnation') is not null as is_ours,
            pg_try_advisory_lock($1) as is_free`,
    [SESSION_LOCKS.backup],
  )
  if (!rows[0]!.is_ours) throw new BackupProblem('not_ours', 'This is no database of Bedside: nothing is written.')
  if (!rows[0]!.is_free) throw new BackupProblem('in_use', 'Another backup of this database is being made.')
  await checkRole(client)
  const [unseen] = await openTables(client)
  if (unseen)
    throw new BackupProblem('older_schema', `Its owner may not see all rows of ${unseen}: run npm run migrate first.`)
}

async function write(
  client: pg.Client,
  place: FileStore,
  key: string,
  folder: string,
  before: string | null,
  at: number,
) {
  const named = new Set<string>()
  const facts = { postgres: 0, migrations: [] as Manifest['migrations'] }
  const dump = await dumpDatabase(
    client,
    (table) => rowsFile(folder, table),
    // in the same snapshot
    async () => {
      const { rows } = await client.query<{ stored: string }>(NAMED)
      for (const { stored } of rows) named.add(stored)
      const ran = await client.query<Manifest['migrations'][number]>('select name, sha from migration order by name')
      facts.migrations = ran.rows
      const version = await client.query<{ n: number }>(`select current_setting('server_version_num')::int as n`)
      facts.postgres = version.rows[0]!.n
    },
  )
  // after the snapshot: files are stored before their records
  const files = await keepFiles(place, named, folder, before)
  const manifest: Manifest = {
    format: 1,
    id: newId(),
    madeAt: new Date(at).toISOString(),
    build: BUILD,
    key,
    ...facts,
    tables: [...dump.tables],
    sequences: [...dump.sequences],
    files,
  }
  await writeManifest(folder, manifest)
  return manifest
}

/** The names of files in records. */
export const NAMED = `select stored from file union select stored from patient_file
  union select stored from file_upload union select stored from file_part`

/** Our newest complete backup, whose files need not be written again. */
async function newest(to: string, key: string): Promise<string | null> {
  for (const name of (await backupsIn(to)).toReversed()) {
    const manifest = await readManifest(join(to, name)).catch(() => null)
    if (manifest?.key === key) return join(to, name)
  }
  return null
}

/** Makes a rename durable on the disk. */
async function written(folder: string) {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
