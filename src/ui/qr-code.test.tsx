// @vitest-environment happy-dom
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'
import { render, until } from './testing.tsx'

test.each([
  'bedside:019a9abc-0000-7000-8000-000000000001:004211',
  'otpauth://totp/Bedside:Dr.%20Ş?secret=JBSWY3DPEHPK3PXP',
  'Şükrü 💀 日本',
])('the drawn code of %s decodes to it, with its quiet zone', async (text) => {
  await render(<QrCode text={text} label="the code" />)
  await until(() => expect(document.querySelector('svg[role="img"]')?.getAttribute('aria-label')).toBe('the code'))
  const side = Number(document.querySelector('svg')!.getAttribute('viewBox')!.split(' ')[2])
  const dark = drawn(document.querySelector('path')!.getAttribute('d')!)
  expect(Math.min(...dark.map(({ x }) => x), ...dark.map(({ y }) => y))).toBe(4)
  expect(decodeQR(picture(side, dark))).toBe(text)
})

type Module = { readonly x: number; readonly y: number }

/** The bars of the path as modules. */
const drawn = (path: string): Module[] =>
  [...path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)].flatMap(([, x, y, wide]) =>
    Array.from({ length: Number(wide) }, (_, n) => ({ x: Number(x) + n, y: Number(y) })),
  )

function picture(side: number, dark: readonly Module[], scale = 4) {
  const wide = side * scale
  const data = new Uint8ClampedArray(wide * wide * 4).fill(255)
  for (const { x, y } of dark)
    for (let row = y * scale; row < (y + 1) * scale; row++)
      for (let column = x * scale; column < (x + 1) * scale; column++)
        data.fill(0, (row * wide + column) * 4, (row * wide + column) * 4 + 3)
  return { width: wide, height: wide, data }
}
