import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** The key file cannot be used; the message tells the operator what to do. */
export class KeyFileProblem extends Error {}

/**
 * Where the master key is: where the operator says; otherwise next to the data folder and not in it, so that a copy of
 * the data has no key. A key that an older build has made in the folder stays there, since the operator's copies rely
 * on it.
 */
export function keyFileOf({ BEDSIDE_KEY_FILE: named, BEDSIDE_DATA: data }: Where): string {
  if (named) return named
  const inside = join(data, 'master.key')
  return existsSync(inside) ? inside : `${resolve(data)}.key`
}
type Where = { readonly BEDSIDE_KEY_FILE?: string | undefined; readonly BEDSIDE_DATA: string }

/**
 * Makes a new key in a file that only its owner can read (mode 0600). If the data folder is a volume of its own, files
 * next to it are often discarded with a container: then the operator must name a place. Throws `KeyFileProblem`, also
 * if there is one already.
 */
export async function makeKeyFile(path: string, settings: Where | null = null): Promise<Buffer> {
  if (settings && !settings.BEDSIDE_KEY_FILE && (await isVolume(settings.BEDSIDE_DATA)))
    throw new KeyFileProblem(
      `BEDSIDE_DATA is a volume of its own, and its key must lie outside of it: set BEDSIDE_KEY_FILE to a file that stays, and keep a copy apart.`,
    )
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new KeyFileProblem(`there is a key already: ${path}`) : error
  })
  const key = randomBytes(KEY_BYTES)
  await file.writeFile(`${key.toString('base64')}\n`)
  await file.sync()
  await file.close()
  return key
}

/** The key of a file, or null if there is none. Throws `KeyFileProblem`. */
export async function readKeyFile(path: string): Promise<Buffer | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new KeyFileProblem(`The master key cannot be read: ${path} (${error.code}).`)
  })
  if (!found) return null
  if (found.mode & 0o077)
    throw new KeyFileProblem(`BEDSIDE_KEY_FILE must be readable by its owner alone: chmod 600 ${path}`)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new KeyFileProblem(`The master key cannot be read: ${path} (${error.code}).`)
  })
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new KeyFileProblem(`BEDSIDE_KEY_FILE must hold 32 bytes in base64: ${path}`)
  return key
}

/** Replaces a key file by another, atomically. */
export async function replaceKeyFile(from: string, to: string): Promise<void> {
  await rename(from, to)
  const folder = await open(dirname(to), 'r')
  await folder.sync()
  await folder.close()
}

/** Identifies a key without revealing it. */
export const nameOfKey = (key: Buffer): string =>
  createHmac('sha256', key).update('bedside master key').digest('base64url').slice(0, 22)

async function isVolume(folder: string): Promise<boolean> {
  const [settings, parents] = await Promise.all([stat(folder), stat(dirname(resolve(folder)))]).catch(() => [
    null,
    null,
  ])
  return settings !== null && parents !== null && settings.dev !== parents.dev
}

const KEY_BYTES = 32
