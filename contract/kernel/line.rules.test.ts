import * as v from 'valibot'
import { expect, test } from 'vitest'
import { cpuOf } from '../../tests/support/cpu.ts'
import { freeText, secret, text } from './fields.ts'
import { composed, hasInvisible, withoutInvisible } from './line.rules.ts'

const NFD = 'Çağla Öz'.normalize('NFD')

test.each([
  ['U+202E turns the line round', 'Ayşe \u202Emanhaki', 'Ayşe manhaki'],
  ['isolates', '\u2066Ali\u2069', 'Ali'],
  ['marks of direction', 'Ali\u200E\u200F\u061C', 'Ali'],
  ['no room', 'A\u200Bl\u2060i\uFEFF', 'Ali'],
  ['a joiner between letters that do not join', 'A\u200Dli\u200C', 'Ali'],
  ['a joiner in front', '\u200DAli', 'Ali'],
])('it is refused with one line: %s', (_, line, clean) => {
  expect(hasInvisible(line)).toBe(true)
  expect(withoutInvisible(line)).toBe(clean)
  const read = v.safeParse(text(200), line)
  expect(read.issues?.map(({ message }) => message)).toEqual(['text_invisible'])
  expect(v.parse(freeText(200), line)).toBe(line)
  expect(v.parse(text(2000), line)).toBe(line)
})

test.each([
  ['Persian', 'می\u200Cخواهم'],
  ['Hindi', 'क्\u200Dष'],
  ['Arabic with a vowel sign before the joiner', 'بَ\u200Cب'],
  ['an emoji of several', 'Aile 👨\u200D👩\u200D👧'],
  ['an emoji with a skin', '👩🏽\u200D⚕️'],
  ['Turkish', 'Çağla Öz'],
  ['an apostrophe', 'O’Neill'],
])('it is accepted unchanged: %s', (_, line) => {
  expect(v.parse(text(200), line)).toBe(line)
  expect(withoutInvisible(line)).toBe(line)
})

test('every text is stored as NFC, except those where every byte counts', () => {
  for (const schema of [text(200), text(2000), freeText(60)]) expect(v.parse(schema, NFD)).toBe('Çağla Öz')
  expect(v.parse(secret(200), NFD)).toBe(NFD)
})

test('a text that grows under NFC is refused if it no longer fits', () => {
  expect('\u0958'.normalize('NFC')).toHaveLength(2)
  expect(v.parse(text(10), '\u0958'.repeat(5))).toHaveLength(10)
  expect(v.safeParse(text(10), '\u0958'.repeat(6)).success).toBe(false)
})

test('endless combining marks cost no time: they are not reordered', () => {
  const marks = '\u0301\u0316'
  expect(cpuOf(() => composed(marks.repeat(75_000)))).toBeLessThan(50)
  expect(cpuOf(() => composed(`a${marks.repeat(15)}`.repeat(5000)))).toBeLessThan(50)
  expect(cpuOf(() => hasInvisible('ü\u200D'.repeat(75_000)))).toBeLessThan(50)
  expect(composed(`a${marks.repeat(400)}`)).toBe(`a${marks.repeat(400)}`.normalize('NFC'))
})
