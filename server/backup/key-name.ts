import { stat } from 'node:fs/promises'
import { createVault, readMasterKey } from '../ports/vault.ts'
import { BackupProblem } from './problem.ts'

/** Says which master key it is to whoever has it, and nothing of the key to anybody else. */
const keyName = (master: Buffer): string => createVault(master).keyed('backup', 'which master key')

/**
 * A master key that is there already; a backup is never the moment to make one.
 *
 * @throws {BackupProblem} KeyFileProblem
 */
export async function readKey(path: string): Promise<{ readonly master: Buffer; readonly key: string }> {
  if (!(await stat(path).catch(() => null)))
    throw new BackupProblem(
      'no_key',
      `There is no master key at ${path}: name its file by BEDSIDE_KEY_FILE, or by --key.`,
    )
  const master = await readMasterKey(path)
  return { master, key: keyName(master) }
}
