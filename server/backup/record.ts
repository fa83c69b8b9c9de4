import { newId } from '../../contract/kernel/id.ts'
import type { Db } from '../db/pool.ts'
import type { Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'

/** The result of one backup or drill. */
export type Outcome = { readonly manifest: Manifest } | { readonly error: unknown }

/**
 * Stores the result of a backup or a drill in the database, for metrics, warnings and superadmins. On an older database
 * without that table it stores nothing: people make a backup before an upgrade.
 */
export async function recordBackup(db: Db, kind: 'backup' | 'drill', beganAt: number, outcome: Outcome): Promise<void> {
  const { rows } = await db.query<{ there: boolean }>(`select to_regclass('public.backup') is not null as there`)
  if (!rows[0]!.there) return
  const figures = 'manifest' in outcome ? figuresOf(outcome.manifest) : { rows: 0, files: 0, bytes: 0 }
  await db.query(
    `insert into backup (id, kind, began_at, ended_at, fault, rows, files, bytes) values ($1, $2, clock_timestamp() - $3 * interval '1 ms', clock_timestamp(), $4, $5, $6, $7)`,
    [
      newId(),
      kind,
      Math.max(0, Date.now() - beganAt),
      'error' in outcome ? faultName(outcome.error) : null,
      figures.rows,
      figures.files,
      figures.bytes,
    ],
  )
  await db.query(`delete from backup where ended_at < now() - interval '1 year'`)
}

/** Rows, files, and bytes of both before compression. */
export const figuresOf = ({ tables, files }: Manifest) => ({
  rows: tables.reduce((sum, table) => sum + table.rows, 0),
  files: files.count,
  bytes: tables.reduce((sum, table) => sum + table.sum.bytes, 0) + files.bytes,
})

const faultName = (error: unknown) => (error instanceof BackupProblem ? error.fault : 'failed')
