import { MOST_PIXELS, UPLOAD_BYTES } from '../../contract/kernel/constants.ts'
import { pictureSize } from './picture-size.ts'

/**
 * A file to send, and how it was changed; null if unchanged. `unread`: a picture format that this browser cannot open.
 */
export type Taken = { readonly file: File; readonly made: Made | null; readonly unread: boolean }

/** The picture was too large and is smaller now: its bytes before and after, and its size. */
export type Made = {
  readonly name: string
  readonly before: number
  readonly after: number
  readonly width: number
  readonly height: number
}

/**
 * Makes a picture that is too large smaller on the device, in a page and in the worker: at most 4,096 pixels long, the
 * right way up, as JPEG, or as WebP if it has transparency. The same for a phone's own format (HEIC), if the browser
 * can open it. Documents stay as they are; what cannot be read is passed on as it is, to be checked like any file.
 */
export async function shrinkPicture(file: File): Promise<Taken> {
  const isOfPhones = isHeic(file)
  if (!isOfPhones && !(PICTURES.includes(file.type) && (await isTooLarge(file))))
    return { file, made: null, unread: false }
  try {
    const bitmap = await openSmall(file)
    const { file: made, width, height } = await write(bitmap, file).finally(() => bitmap.close())
    return { file: made, made: { name: made.name, before: file.size, after: made.size, width, height }, unread: false }
  } catch {
    return { file, made: null, unread: isOfPhones }
  }
}

const PICTURES = ['image/jpeg', 'image/png', 'image/webp']
const LONGEST = 4096

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

async function isTooLarge(file: File): Promise<boolean> {
  if (file.size > UPLOAD_BYTES) return true
  // what a camera writes before the frame begins fits into this
  const size = pictureSize(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()))
  return size !== null && size.width * size.height > MOST_PIXELS
}
const HEAD = 512 * 1024

/**
 * Decoded, rotated as the camera says and scaled down to the limit. A tiny copy gives orientation and proportions
 * first: a whole picture of 48 million pixels takes 200 MB and is never kept.
 */
async function openSmall(file: File): Promise<ImageBitmap> {
  const tiny = await createImageBitmap(file, { imageOrientation: 'from-image', resizeWidth: PROBE })
  const isTall = tiny.height > tiny.width
  tiny.close()
  const size = pictureSize(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()))
  const most = Math.min(LONGEST, size ? Math.max(size.width, size.height) : LONGEST)
  return createImageBitmap(file, {
    imageOrientation: 'from-image',
    resizeQuality: 'high',
    ...(isTall ? { resizeHeight: most } : { resizeWidth: most }),
  })
}
const PROBE = 64

/** Encodes it as large as allowed, lowering first the quality, then the size. */
async function write(bitmap: ImageBitmap, { name, type }: File) {
  const mayBeClear = type === 'image/png' || type === 'image/webp'
  for (const [share, quality] of TRIES) {
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * share), Math.round(bitmap.height * share))
    const context = canvas.getContext('2d')!
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    let blob = await canvas.convertToBlob({ type: mayBeClear ? 'image/webp' : 'image/jpeg', quality })
    if (blob.type !== 'image/webp' && blob.type !== 'image/jpeg') {
      // this browser cannot write WebP: transparency becomes white
      context.globalCompositeOperation = 'destination-over'
      context.fillStyle = '#fff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    }
    if (blob.size > UPLOAD_BYTES) continue
    const ending = blob.type === 'image/webp' ? 'webp' : 'jpg'
    const file = new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: blob.type })
    return { file, width: canvas.width, height: canvas.height }
  }
  throw new Error('no size is small enough')
}

const TRIES = [
  [1, 0.88],
  [1, 0.75],
  [0.75, 0.75],
  [0.5, 0.7],
  [0.25, 0.6],
] as const
