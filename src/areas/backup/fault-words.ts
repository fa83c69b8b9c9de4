import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BackupFault } from '../../../contract/backup/backup.ts'

/** What went wrong, and so what to fix. Complete by type: a new fault without words does not compile. */
export const BACKUP_FAULT_WORDS: Readonly<Record<BackupFault, MessageDescriptor>> = {
  disk_full: msg`The disk of the backups is full.`,
  place: msg`The folder of the backups cannot be written to.`,
  cut_short: msg`The backup is cut short.`,
  changed: msg`The backup was changed after it was made.`,
  newer: msg`The backup is of another version.`,
  another_key: msg`The backup is encrypted with another key.`,
  no_key: msg`The master key is missing.`,
  not_empty: msg`The place was not empty.`,
  in_use: msg`The database was in use.`,
  not_ours: msg`It is another program’s database.`,
  older_schema: msg`The database has not been brought to this version.`,
  files_missing: msg`Files that records refer to are missing from the backup.`,
  failed: msg`It stopped early. The server’s log has the details.`,
}
