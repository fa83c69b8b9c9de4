import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureSize } from './picture-size.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 120, b: 90, alpha: 0.5 } } })

test.each([
  ['JPEG', (width: number, height: number) => picture(width, height).jpeg()],
  [
    'JPEG with what a camera says, progressive',
    (width: number, height: number) =>
      picture(width, height).withMetadata({ orientation: 6 }).jpeg({ progressive: true }),
  ],
  ['PNG', (width: number, height: number) => picture(width, height).png()],
  ['WebP', (width: number, height: number) => picture(width, height).flatten().webp()],
  ['WebP without loss', (width: number, height: number) => picture(width, height).webp({ lossless: true })],
  ['WebP with clear parts', (width: number, height: number) => picture(width, height).webp()],
])('%s: its size is in its first bytes', async (_, make) => {
  for (const [width, height] of [
    [8, 6],
    [301, 1207],
    [4096, 17],
  ] as const) {
    const bytes = new Uint8Array(await make(width, height).toBuffer())
    expect(pictureSize(bytes)).toEqual({ width, height })
    // cut off anywhere, the result is the same or null
    const cut = Array.from({ length: Math.min(bytes.length, 64) }, (__, most) => pictureSize(bytes.slice(0, most)))
    expect(cut.filter((found) => found !== null && (found.width !== width || found.height !== height))).toEqual([])
  }
})

test('a file that is not a picture, or of another type, has none', () => {
  for (const text of ['', '%PDF-1.7', 'RIFF0000WAVEfmt ', 'GIF89a', '\u00ff\u00d8 and then nothing of the kind'])
    expect(pictureSize(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))).toBeNull()
})
