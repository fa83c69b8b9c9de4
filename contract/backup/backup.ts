import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { instant } from '../kernel/fields.ts'

/** What stood in the way of a backup or a drill; `failed` is what has no name of its own. */
export const BACKUP_FAULTS = [
  'disk_full',
  'place',
  'cut_short',
  'changed',
  'newer',
  'another_key',
  'no_key',
  'not_empty',
  'in_use',
  'not_ours',
  'older_schema',
  'files_missing',
  'failed',
] as const
export type BackupFault = (typeof BACKUP_FAULTS)[number]

/** A backup that is older than this was due and did not come, ms: one a day, and half of one more. */
export const BACKUP_OLD_MS = 36 * 3_600_000

const figure = v.pipe(v.number(), v.integer(), v.minValue(0))

/** One backup, or one drill: a backup that was restored on trial. */
export const BackupLine = v.object({
  kind: v.picklist(['backup', 'drill']),
  endedAt: instant,
  seconds: figure,
  /** Null: it went well. */
  fault: v.nullable(v.picklist(BACKUP_FAULTS)),
  rows: figure,
  files: figure,
  /** Of rows and files, before they were packed. */
  bytes: figure,
})
export type BackupLine = v.InferOutput<typeof BackupLine>

export const backupCalls = {
  /** What came of backups and drills: the last that went well of each kind, and the newest twenty, newest first. [+] */
  'backup.list': {
    method: 'POST',
    path: '/api/backup/list',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), last: v.array(BackupLine), backups: v.array(BackupLine) }),
  },
} as const satisfies CallTable
