import { LARGEST_PICTURE, type PictureSize } from '../../../contract/file.ts'
import { COPIES, copyName, newName, type Copy, type FileStore } from './store.ts'
import { drawPicture, type Picture } from '../../media/picture.ts'

/** A picture as the database names it. */
type Kept = { readonly stored: string; readonly width: number; readonly height: number }

/** Stores a picture and its smaller copies; returns its name. All or nothing: an incomplete one is removed. */
export async function keepPicture(files: FileStore, { bytes, width, height }: Picture): Promise<string> {
  const stored = newName()
  try {
    await files.put(stored, bytes)
    for (const size of COPIES) if (isSmaller(size, { width, height })) await putCopy(files, stored, size, bytes)
  } catch (error) {
    await files.remove(stored)
    throw error
  }
  return stored
}

/** The bytes of a picture at a size, WebP; null if there are none. */
export const pictureAt = (files: FileStore, kept: Kept, size: PictureSize): Promise<Buffer | null> =>
  size === LARGEST_PICTURE || !isSmaller(size, kept) ? files.get(kept.stored) : copyAt(files, kept.stored, size)

/**
 * A copy of a picture. A picture from before there were copies gets its copy at the first request, once for all
 * simultaneous requests: drawn outside this thread, one after the other, within ten seconds (`picture.ts`). Null if
 * there is no such picture, or it can no longer be drawn.
 */
export async function copyAt(files: FileStore, stored: string, size: Copy): Promise<Buffer | null> {
  const name = copyName(stored, size)
  return (await files.get(name)) ?? making.get(name) ?? makeOnce(files, stored, size)
}

const isSmaller = (size: Copy, { width, height }: Pick<Kept, 'width' | 'height'>) => size < Math.max(width, height)

/** Copies being made, by name. */
const making = new Map<string, Promise<Buffer | null>>()

function makeOnce(files: FileStore, stored: string, size: Copy): Promise<Buffer | null> {
  const name = copyName(stored, size)
  const made = files
    .get(stored)
    .then((whole) => whole && putCopy(files, stored, size, whole))
    .finally(() => making.delete(name))
  making.set(name, made)
  return made
}

async function putCopy(files: FileStore, stored: string, size: Copy, whole: Buffer): Promise<Buffer | null> {
  const drawn = await drawPicture(whole, size)
  if (drawn) await files.put(copyName(stored, size), drawn.bytes)
  return drawn && drawn.bytes
}
