import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sealedStore, type FileStore } from './store.ts'

/** Files in a folder of this machine, readable only by its owner, encrypted: the default. */
export const createFolderStore = (folder: string, master: Buffer): FileStore => sealedStore(folderPlace(folder), master)

/** The encrypted bytes as they are, for copying them elsewhere. */
export function folderPlace(folder: string): FileStore {
  const placeOf = (name: string) => join(folder, name.slice(0, 2))
  return {
    put: async (name, bytes) => {
      const place = placeOf(name)
      await mkdir(place, { recursive: true, mode: 0o700 })
      const part = join(place, `${name}${PART}`)
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, join(place, name))
    },
    get: (name) => readFile(join(placeOf(name), name)).catch(nothingThere),
    remove: async (name) => {
      await rm(join(placeOf(name), name), { force: true })
      await rm(join(placeOf(name), `${name}${PART}`), { force: true })
    },
    names: async function* () {
      for (const place of (await readdir(folder).catch(nothingThere)) ?? [])
        for (const name of await readdir(join(folder, place))) {
          const found = await stat(join(folder, place, name)).catch(nothingThere)
          if (found) yield { name: name.replace(PART, ''), age: Date.now() - found.mtimeMs }
        }
    },
  }
}

const PART = '.part'

function nothingThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
