import { expect, test } from 'vitest'
import { hostileStrings } from '../../tests/support/hostile.ts'
import { csvOf } from './csv.ts'

const body = (cells: string[], separator: ',' | ';' = ';') => csvOf(['h'], [cells], separator).split('\r\n')[1]

test.each(['=1+1', '+905321112233', '-5', '@cmd', '\tx', ' =1+1', '\u200B=1+1', '＝1+1'])(
  '%j is no formula',
  (cell) => {
    expect(body([cell])).toBe(`'${cell}`)
  },
)

test('what holds the separator, quotes or line ends is quoted', () => {
  expect(body(['a;b', 'c"d', 'e\nf', 'g,h'])).toBe('"a;b";"c""d";"e\nf";g,h')
  expect(body(['a;b', 'g,h'], ',')).toBe('a;b,"g,h"')
})

test('a spreadsheet takes it as UTF-8', () => {
  expect(csvOf(['Ağaoğlu'], [], ';')).toBe('\uFEFFAğaoğlu\r\n')
})

test('hostile strings: none begins a formula, and each comes back as it was, but for the sign that says it is text', () => {
  for (const string of hostileStrings().filter((one) => !/[\r\n]/.test(one))) {
    const cell = body([string])!
    const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    expect(read).not.toMatch(/^[\s\u200B]*[=+\-@]/)
    expect([string, `'${string}`]).toContain(read)
  }
})
