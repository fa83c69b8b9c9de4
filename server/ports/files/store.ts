import { hkdfSync, randomBytes } from 'node:crypto'
import { openBytes, sealBytes } from './patient-key.ts'

/**
 * Where the bytes of files are (TRUST D9). Names are random and say nothing; the database knows who may read what.
 * Every call throws `StorageDown` if the store does not answer in time, except `remove`: no record names what could not
 * be removed, and the next clean-up removes it.
 */
export type FileStore = {
  readonly put: (name: string, bytes: Buffer) => Promise<void>
  /** The bytes as they were stored; null if there are none of this name. Throws if they have changed. */
  readonly get: (name: string) => Promise<Buffer | null>
  /** Also removes its copies. */
  readonly remove: (name: string) => Promise<void>
  /** All names, and for how long each has been stored, ms, by the store's own clock. */
  readonly names: () => AsyncIterable<{ readonly name: string; readonly age: number }>
}

/** The file store does not answer; retry later. */
export class StorageDown extends Error {
  override name = 'StorageDown'
}

export const newName = () => randomBytes(24).toString('hex')

/** The smaller copies of a picture; px of the longer side. */
export const COPIES = [96, 480] as const
export type Copy = (typeof COPIES)[number]

/**
 * A copy is named after its picture, so that a record that names one names the other, and both are removed together.
 */
export const copyName = (name: string, size: Copy) => `${name}-${size}`
export const pictureName = (name: string) => name.slice(0, 48)
/** 24 bytes in hex, with a suffix for a copy. */
export const isName = (name: string) => /^[0-9a-f]{48}(-\d{2,3})?$/.test(name)

/**
 * A store whose files are encrypted with AES-256-GCM under a key derived from the server's, so that it holds nothing it
 * could read.
 */
export function sealedStore(place: FileStore, master: Buffer): FileStore {
  const key = Buffer.from(hkdfSync('sha256', master, 'bedside', 'file', 32))
  return {
    put: async (name, bytes) => place.put(checked(name), sealBytes(key, bytes, name)),
    get: async (name) => {
      const sealed = await place.get(checked(name))
      return sealed && openBytes(key, sealed, name)
    },
    remove: async (name) => {
      const copies = pictureName(checked(name)) === name ? COPIES.map((size) => copyName(name, size)) : []
      await Promise.all([name, ...copies].map(place.remove))
    },
    names: place.names,
  }
}

function checked(name: string): string {
  if (!isName(name)) throw new RangeError('not a name this store has given')
  return name
}
