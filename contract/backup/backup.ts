import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { instant } from '../kernel/fields.ts'

/** Why a backup or a drill failed; `failed` stands for all other faults. */
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

/** If the newest backup is older than this (ms), one is overdue: one a day, plus half a day. */
export const BACKUP_OLD_MS = 36 * 3_600_000

const figure = v.pipe(v.number(), v.integer(), v.minValue(0))

/** One backup, or one drill: a test restore of a backup. */
export const BackupLine = v.object({
  kind: v.picklist(['backup', 'drill']),
  endedAt: instant,
  seconds: figure,
  /** Null: it succeeded. */
  fault: v.nullable(v.picklist(BACKUP_FAULTS)),
  rows: figure,
  files: figure,
  /** Rows and files, before compression. */
  bytes: figure,
})
export type BackupLine = v.InferOutput<typeof BackupLine>

export const backupCalls = {
  /** The last successful backup and drill, and the newest twenty of both, newest first. [+] */
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
