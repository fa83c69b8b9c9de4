import { expect, test } from 'vitest'
import { MOST_LINES, readPaste } from './paste.ts'

const known = [
  {
    name: [
      { lang: 'tr' as const, value: 'Şeker hastalığı' },
      { lang: 'en' as const, value: 'Diabetes' },
    ],
  },
]
const kinds = (typed: string) => readPaste(typed, 'tr', known).map(({ line, kind }) => [line, kind])

test('B12: one entry per line; bullets, numbers and empty lines are ignored', () => {
  expect(kinds('Astım\r\n\n  • Migren \n3. Grip\n- Nezle\n12')).toEqual([
    ['Astım', 'new'],
    ['Migren', 'new'],
    ['Grip', 'new'],
    ['Nezle', 'new'],
    ['12', 'invalid'],
  ])
})

test('duplicates of the list or of an earlier line are marked, regardless of case and accents', () => {
  expect(kinds('SEKER HASTALIGI\nAstım\nASTIM\nDiabetes')).toEqual([
    ['SEKER HASTALIGI', 'known'],
    ['Astım', 'new'],
    ['ASTIM', 'repeated'],
    ['Diabetes', 'new'],
  ])
})

test('a line that is too long, or one too many, is kept and marked', () => {
  expect(kinds('x'.repeat(201))).toEqual([['x'.repeat(201), 'invalid']])
  const lines = Array.from({ length: MOST_LINES + 1 }, (_, i) => `Söz a${i}`)
  expect(readPaste(lines.join('\n'), 'tr', []).filter(({ kind }) => kind === 'invalid')).toHaveLength(1)
})
