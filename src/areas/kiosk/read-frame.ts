import { decodeQRBatch } from 'qr/decode.js'

/** One camera picture, RGBA. */
export type Frame = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

/**
 * The text of a QR code in a picture, or null if none can be read. Plain JavaScript, in turns of about 8 ms, so that
 * touches and the video of a slow tablet are not held up. `patience` is how many ms to spend on a bad picture; the next
 * one may be sharper.
 */
export async function readFrame({ width, height, data }: Frame, patience = 120): Promise<string | null> {
  const [found = []] = await decodeQRBatch([{ width, height, data }], {
    maxSize: { width, height },
    format: 'RGBA',
    timeLimit: patience,
    textDecoder: (bytes) => words.decode(bytes),
  })
  return found.find((text) => typeof text === 'string') ?? null
}

/** The text as written: a byte order mark is kept. */
const words = new TextDecoder('utf-8', { ignoreBOM: true })
