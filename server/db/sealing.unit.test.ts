import { expect, test } from 'vitest'
import { toColumn, toIdentity } from './sealed-columns.ts'
import { createSealer, jsonWith, sealParameters } from './sealing.ts'

const KEY = Buffer.alloc(32, 3)
const sealer = createSealer(KEY)
const CLINIC = '01930000-0000-7000-8000-00000000000a'
const OTHER = '01930000-0000-7000-8000-00000000000b'
const ID = '01930000-0000-7000-8000-000000000001'
/** A parameter as it is sent to the database. */
const sent = (value: unknown) => String(sealParameters(sealer, [value])[0])
const note = (text: string, id = ID, clinic: string | null = CLINIC) =>
  sent(toColumn('appointment', 'note', { id, clinic }, text))

test('D16: an encrypted text reveals nothing, decrypts again, and differs for another record, column or clinic', () => {
  const sealed = note('kanarya İı 😀')
  expect(Buffer.from(sealed.split('.')[2]!, 'base64url').toString('latin1')).not.toContain('kanarya')
  expect(sealer.open(sealed)).toBe('kanarya İı 😀')
  expect(note('kanarya İı 😀')).toBe(sealed)
  const others = [
    note('kanarya İı 😀', OTHER),
    note('kanarya İı 😀', ID, OTHER),
    note('kanarya İı 😀', ID, null),
    sent(toColumn('appointment', 'patient_note', { id: ID, clinic: CLINIC }, 'kanarya İı 😀')),
  ]
  expect(new Set([sealed, ...others]).size).toBe(5)
  for (const each of others) expect(sealer.open(each)).toBe('kanarya İı 😀')
  expect(note('  blanks stay \n ')).not.toBe(note('blanks stay'))
  expect(sealer.open(note('  blanks stay \n '))).toBe('  blanks stay \n ')
})

test('null stays null', () => {
  const place = { id: ID, clinic: CLINIC }
  expect([
    toColumn('recipe', 'note', place, ''),
    toColumn('recipe', 'note', place, null),
    toIdentity(null, null),
  ]).toEqual(['', null, null])
})

test('another key, another clinic’s name or one changed bit cannot be decrypted', () => {
  const sealed = note('x')
  expect(() => createSealer(Buffer.alloc(32, 4)).open(sealed)).toThrow('authenticate data')
  expect(() => sealer.open(sealed.replace(/a\./, 'b.'))).toThrow('authenticate data')
  const last = sealed.at(-1) === 'A' ? 'Q' : 'A'
  expect(() => sealer.open(sealed.slice(0, -1) + last)).toThrow('authenticate data')
})

test('a number is encrypted the same within its realm however it is typed, at a fixed length, and differently in another realm', () => {
  const number = sent(toIdentity(null, '10000000146'))
  expect(sent(toIdentity(null, ' 100 000 001-46'))).toBe(number)
  expect(sent(toIdentity(null, 'u 12345-x'))).toHaveLength(number.length)
  expect(sealer.open(sent(toIdentity(null, 'u 12345-x')))).toBe('U12345X')
  expect(sent(toIdentity(CLINIC, '10000000146'))).not.toBe(number)
  expect([sealer.open(`~E2${number}`), sealer.open(`~E4${number}`)]).toEqual(['46', '0146'])
})

test('JSON decrypts if it was encrypted as a whole, and if a part of it was', () => {
  const lines = [{ drug: 'kanarya', days: 7 }]
  const column = sent(toColumn('recipe', 'lines', { id: ID, clinic: CLINIC }, JSON.stringify(lines)))
  expect(JSON.parse(column)).toEqual([expect.stringMatching(/^~S1\./)])
  expect(sealer.openJson(column)).toEqual(lines)
  expect(
    sealer.openJson(JSON.stringify({ said: { lines: JSON.parse(column) as unknown, of: [note('x'), 'y', 1, null] } })),
  ).toEqual({
    said: { lines, of: ['x', 'y', 1, null] },
  })
  const parameter = sent(jsonWith({ name: 'Ayşe', identity: toIdentity(null, '10000000146') }))
  expect(parameter).not.toContain('10000000146')
  expect(sealer.openJson(parameter)).toEqual({ name: 'Ayşe', identity: '10000000146' })
})

test('ciphertext from a dump is not decrypted when typed in: no parameter but ours keeps the mark', () => {
  const stolen = note('kanarya')
  for (const typed of [
    stolen,
    `~E4${stolen}`,
    [stolen],
    JSON.stringify({ name: stolen }),
    jsonWith({ name: stolen }),
  ]) {
    const [kept] = sealParameters(sealer, [typed])
    const text = Array.isArray(kept) ? String(kept[0]) : String(kept)
    expect(text).not.toContain('~S1.')
    expect(sealer.open(text)).not.toContain('kanarya')
  }
})
