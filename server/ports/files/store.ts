import { hkdfSync, randomBytes } from 'node:crypto'
import { openBytes, sealBytes } from './patient-key.ts'

/**
 * Where the bytes of files lie (TRUST D9). Names are random and say nothing; who may have what is the database's to know. Every call throws
 * `StorageDown` where the place does not answer in its time, but `remove`: what could not be removed is named by nothing any more and
 * goes with the next clean-up.
 */
export type FileStore = {
  readonly put: (name: string, bytes: Buffer) => Promise<void>
  /** The bytes as they were put; null when there are none of this name. Throws when they are not what was put. */
  readonly get: (name: string) => Promise<Buffer | null>
  /** Also of what was made of it. */
  readonly remove: (name: string) => Promise<void>
  /** All names, with the time each was put, epoch ms. */
  readonly names: () => AsyncIterable<{ readonly name: string; readonly at: number }>
}

/** The place where files lie does not answer; what needed it is to be tried again. */
export class StorageDown extends Error {
  override name = 'StorageDown'
}

export const newName = () => randomBytes(24).toString('hex')

/** Which smaller copies of a picture lie beside it; px of the longer side. */
export const COPIES = [96, 480] as const
export type Copy = (typeof COPIES)[number]

/** A copy is named after its picture, so that whatever names the one names the other, and both go together. */
export const copyName = (name: string, size: Copy) => `${name}-${size}`
export const pictureName = (name: string) => name.slice(0, 48)
/** Of 24 bytes, and of a copy. */
export const isName = (name: string) => /^[0-9a-f]{48}(-\d{2,3})?$/.test(name)

/** A place whose files rest sealed with AES-256-GCM under a key of the server's master key, so that it holds nothing it could read. */
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
