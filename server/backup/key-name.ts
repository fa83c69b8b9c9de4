import { nameOfKey, readKeyFile } from '../ports/key-file.ts'
import { BackupProblem } from './problem.ts'

/**
 * An existing master key, and its name, which reveals nothing about it. Making a backup never creates a key.
 *
 * @throws {BackupProblem} KeyFileProblem
 */
export async function readKey(path: string): Promise<{ readonly master: Buffer; readonly key: string }> {
  const master = await readKeyFile(path)
  if (!master)
    throw new BackupProblem(
      'no_key',
      `There is no master key at ${path}: name its file by BEDSIDE_KEY_FILE, or by --key.`,
    )
  return { master, key: nameOfKey(master) }
}
