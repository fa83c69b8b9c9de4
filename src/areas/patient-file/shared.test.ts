import { expect, test } from 'vitest'
import { whyNotDocument } from './judge.ts'
import { packShared, unpackShared } from './shared.ts'

test('a shared file is stored byte for byte', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256)
  const packed = await packShared(new File([bytes], 'Befund für Ayşe.pdf', { type: 'application/pdf' }))
  const file = unpackShared(JSON.parse(JSON.stringify(packed)))
  expect([file.name, file.type]).toEqual(['Befund für Ayşe.pdf', 'application/pdf'])
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes)
})

test('no byte of a refused file is stored', async () => {
  const packed = await packShared(new File(['secret'], 'a.svg', { type: 'image/svg+xml' }))
  expect(packed).toEqual({ name: 'a.svg', type: 'image/svg+xml', base64: '', wrong: 'kind' })
})

test('30.3: a phone’s own picture format that the browser cannot open is named, and no byte of it is stored', async () => {
  const packed = await packShared(new File(['ftypheic'], 'IMG_1.HEIC', { type: 'image/heic' }))
  expect(packed).toEqual({ name: 'IMG_1.HEIC', type: 'image/heic', base64: '', wrong: 'heic' })
})

test.each([
  ['a.pdf', 'application/pdf', 5 * 1024 * 1024, null],
  ['a.pdf', 'application/pdf', 5 * 1024 * 1024 + 1, 'too-large'],
  ['a.pdf', 'application/pdf', 0, 'empty'],
  ['a.exe', 'application/pdf', 10, 'kind'],
  ['a.svg', 'image/svg+xml', 10, 'kind'],
  ['A.JPG', 'image/jpeg', 10, null],
])('%s as %s with %i bytes: %s', (name, type, size, why) => expect(whyNotDocument({ name, type, size })).toBe(why))
