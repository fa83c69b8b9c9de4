import { decodeQRBatch } from 'qr/decode.js'

/** One picture of a camera, RGBA. */
export type Frame = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

/**
 * The text of a QR code in a picture, or null where none can be read. In plain JavaScript, and in turns of some 8 ms: a slow tablet's
 * fingers and film are not held up while it looks. `patience`: ms for guesses at a bad picture; the next one may be sharper.
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

/** As it was written: a mark of byte order is kept like any other. */
const words = new TextDecoder('utf-8', { ignoreBOM: true })
