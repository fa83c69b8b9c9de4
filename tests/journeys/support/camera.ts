import { writeFile } from 'node:fs/promises'
import { encodeQR } from 'qr'

const [WIDTH, HEIGHT, SCALE] = [640, 480, 8]
const [DARK, LIGHT, WALL] = [60, 200, 130]

/**
 * Writes a film of one still frame, a text's QR code, for a device's `camera`. The device sees it the next time it
 * opens the camera.
 */
export async function showToCamera(file: string, text: string): Promise<void> {
  const code = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const [left, top] = [WIDTH, HEIGHT].map((length) => Math.floor((length - code.length * SCALE) / 2)) as [
    number,
    number,
  ]
  const luma = Buffer.alloc(WIDTH * HEIGHT, WALL)
  for (const [y, row] of code.entries())
    for (const [x, isDark] of row.entries())
      for (let line = 0; line < SCALE; line++) {
        const at = (top + y * SCALE + line) * WIDTH + left + x * SCALE
        luma.fill(isDark ? DARK : LIGHT, at, at + SCALE)
      }
  // the two colour planes, a quarter of the size each, are grey
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
  await writeFile(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F30:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  )
}
