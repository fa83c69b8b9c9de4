import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { PICTURE_ENDINGS } from '../../contract/file/file.kinds.ts'
import { MOST_PIXELS } from '../../contract/kernel/constants.ts'

/** A picture as it is kept: drawn anew, so that nothing of what was sent is left but what could be seen. */
export type Picture = {
  readonly bytes: Buffer
  readonly type: 'image/webp'
  readonly width: number
  readonly height: number
  /** Of `bytes`, base64url. */
  readonly sha256: string
}

/**
 * Reads a picture that someone has sent (TRUST D9): its ending and its first bytes must say the same of three kinds, it is decoded whole
 * within 40 megapixels, and encoded anew without metadata, its longer side at most 2048 px. Null when it is none of that.
 */
export async function readPicture(name: string, sent: Buffer): Promise<Picture | null> {
  const type = pictureType(sent)
  return type && hasEnding(name, PICTURE_ENDINGS[type]) ? drawPicture(sent) : null
}

/** Whether a file's name ends in one of these endings, in whatever case. */
export function hasEnding(name: string, endings: readonly string[] = []): boolean {
  const ending = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && endings.includes(ending)
}

/** The picture drawn anew, whatever it is called, its longer side at most `longest` px; null when its bytes are none that can be. */
export const drawPicture = (sent: Buffer, longest = LONGEST): Promise<Picture | null> =>
  inTurn(() => draw(sent, longest))

const LONGEST = 2048
const SECONDS = 10

async function draw(sent: Buffer, longest: number): Promise<Picture | null> {
  try {
    const { data, info } = await sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .toBuffer({ resolveWithObject: true })
    const sha256 = createHash('sha256').update(data).digest('base64url')
    return { bytes: data, type: 'image/webp', width: info.width, height: info.height, sha256 }
  } catch {
    // whatever the decoder says of it, it is not a picture we can show
    return null
  }
}

/** What its first bytes say it is. Three signatures are three comparisons: no sniffer that a crafted file could stall (R54). */
export function pictureType(bytes: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | null {
  const starts = (at: number, ...signature: number[]) => signature.every((byte, i) => bytes[at + i] === byte)
  if (starts(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp'
  return null
}

/** One picture at a time: a decoded one may take 160 MB. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work)
  last = next.catch(() => null)
  return next
}
