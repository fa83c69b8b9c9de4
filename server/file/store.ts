import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openBytes, sealBytes } from './patient-key.ts'

/**
 * Where the bytes of files lie (TRUST D9). Names are random and say nothing; who may have what is the database's to know. A bucket of
 * another make is another object of this shape.
 */
export type FileStore = {
  readonly put: (name: string, bytes: Buffer) => Promise<void>
  /** The bytes as they were put; null when there are none of this name. Throws when they are not what was put. */
  readonly get: (name: string) => Promise<Buffer | null>
  readonly remove: (name: string) => Promise<void>
  /** All names, with the time each was put, epoch ms. */
  readonly names: () => AsyncIterable<{ readonly name: string; readonly at: number }>
}

export const newName = () => randomBytes(24).toString('hex')

/** Files in a folder of this machine, readable by its owner alone, sealed with AES-256-GCM under a key of the server's master key. */
export function createFolderStore(folder: string, master: Buffer): FileStore {
  const key = Buffer.from(hkdfSync('sha256', master, 'bedside', 'file', 32))
  const placeOf = (name: string) => join(folder, name.slice(0, 2))
  return {
    put: async (name, bytes) => {
      checkName(name)
      const place = placeOf(name)
      await mkdir(place, { recursive: true, mode: 0o700 })
      const part = join(place, `${name}${PART}`)
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile(sealBytes(key, bytes, name))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, join(place, name))
    },
    get: async (name) => {
      checkName(name)
      const sealed = await readFile(join(placeOf(name), name)).catch(nothingThere)
      return sealed && openBytes(key, sealed, name)
    },
    remove: async (name) => {
      checkName(name)
      await rm(join(placeOf(name), name), { force: true })
      await rm(join(placeOf(name), `${name}${PART}`), { force: true })
    },
    names: async function* () {
      for (const place of (await readdir(folder).catch(nothingThere)) ?? [])
        for (const name of await readdir(join(folder, place))) {
          const found = await stat(join(folder, place, name)).catch(nothingThere)
          if (found) yield { name: name.replace(PART, ''), at: found.mtimeMs }
        }
    },
  }
}

const PART = '.part'
function checkName(name: string) {
  if (!/^[0-9a-f]{48}$/.test(name)) throw new RangeError('not a name this store has given')
}

function nothingThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
