import { BackupProblem } from '../../server/backup/problem.ts'
import { DatabaseProblem } from '../../server/db/check.ts'
import { EmbeddedPostgresError } from '../../server/db/embedded-folder.ts'
import { KeyFileProblem } from '../../server/ports/key-file.ts'
import { ending } from './installation.ts'
import { StorageDown } from '../../server/ports/files/store.ts'

/** Exit code 1 with one line if the operator can fix it; an unexpected error is rethrown. */
export function giveUp(error: unknown): number {
  if (ending.signal.aborted) return inOneLine('It was broken off; nothing of it is left.')
  if (
    error instanceof BackupProblem ||
    error instanceof DatabaseProblem ||
    error instanceof EmbeddedPostgresError ||
    error instanceof KeyFileProblem
  )
    return inOneLine(error.message)
  if (error instanceof StorageDown) return inOneLine('The bucket of BEDSIDE_S3_BUCKET does not answer as it should.')
  if (error instanceof Error && 'code' in error) return inOneLine(`It was broken off: ${error.message}`)
  throw error
}

export function inOneLine(line: string): number {
  process.stderr.write(`${line}\n`)
  return 1
}
