import type { BackupFault } from '../../contract/backup/backup.ts'

/** Why a backup cannot be made or restored. `message` is one line for the operator. */
export class BackupProblem extends Error {
  readonly fault: BackupFault
  constructor(fault: BackupFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** The machine's error in words for the operator; an error that no operator can fix is rethrown as it is. */
export function inWords(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupProblem('disk_full', `The disk of ${folder} is full; what was begun there is removed.`)
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR')
    return new BackupProblem('place', `Cannot write to ${folder} (${code}).`)
  return error
}
