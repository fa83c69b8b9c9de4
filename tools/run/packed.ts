import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.ts'

/**
 * The file in a folder made by `npm run pack` that names the kind of machine it is for. Such a folder needs no
 * installation and no build.
 */
export const PACKED = '.packed'

export const isPacked = (): boolean => existsSync(join(root, PACKED))

/** Why a packed folder cannot run here, in one line; null if it can. */
export function whyNotHere(): string | null {
  if (!isPacked()) return null
  const made = readFileSync(join(root, PACKED), 'utf8').trim()
  const here = `${process.platform}-${process.arch}`
  return made === here ? null : `this package is for ${made}, and this machine is ${here}`
}
