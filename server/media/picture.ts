import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { PICTURE_ENDINGS } from '../../contract/file/file.kinds.ts'
import { MOST_PIXELS } from '../../contract/kernel/constants.ts'

/** A picture as it is stored: redrawn, so that only what was visible remains. */
export type Picture = {
  readonly bytes: Buffer
  readonly type: 'image/webp'
  readonly width: number
  readonly height: number
  /** Of `bytes`, base64url. */
  readonly sha256: string
}

/**
 * Reads an uploaded picture (TRUST D9): its extension and its first bytes must name the same of three kinds; it is
 * decoded whole within 40 megapixels, and encoded again without metadata, its longer side at most 2048 px. Null
 * otherwise.
 */
export async function readPicture(name: string, sent: Buffer): Promise<Picture | null> {
  const type = pictureType(sent)
  return type && hasEnding(name, PICTURE_ENDINGS[type]) ? drawPicture(sent) : null
}

/** Whether a file name has one of these extensions, in any case. */
export function hasEnding(name: string, endings: readonly string[] = []): boolean {
  const ending = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && endings.includes(ending)
}

/** The picture redrawn, whatever its name, its longer side at most `longest` px; null if its bytes cannot be drawn. */
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
    // whatever the decoder says, it is not a picture we can show
    return null
  }
}

/**
 * The type by its first bytes. Three signatures are three comparisons, instead of a sniffer that a crafted file could
 * stall (R54).
 */
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
