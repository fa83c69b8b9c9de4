import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sumPacked } from '../db/dump.ts'
import { filesOf, placeIn, sumOfBytes } from './files.ts'
import { listFile, readManifest, rowsFile, type Manifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'

/**
 * Reads all of a backup and compares it with its manifest, byte for byte, before it is used.
 *
 * @throws {BackupProblem} something is truncated, changed or missing
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const { name, sum } of manifest.tables) {
    const file = rowsFile(folder, name)
    const found = await sumPacked(file).catch(() => null)
    if (!found) throw new BackupProblem('cut_short', `${file} is missing, or cut short.`)
    if (found.sha256 !== sum.sha256) throw new BackupProblem('changed', `${file} is not what the manifest says.`)
  }
  const list = await readFile(listFile(folder)).catch(() => null)
  if (!list || createHash('sha256').update(list).digest('hex') !== manifest.files.list.sha256)
    throw new BackupProblem('cut_short', `${listFile(folder)} is missing, cut short or was changed.`)
  for await (const { name, sha256 } of filesOf(folder)) {
    const bytes = await readFile(placeIn(folder, name)).catch(() => null)
    if (!bytes) throw new BackupProblem('cut_short', `${placeIn(folder, name)} is missing.`)
    if (sumOfBytes(bytes).sha256 !== sha256)
      throw new BackupProblem('changed', `${placeIn(folder, name)} is not what the manifest says.`)
  }
  return manifest
}
