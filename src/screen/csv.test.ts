import { expect, test } from 'vitest'
import { hostileStrings } from '../../tests/support/hostile.ts'
import { csvOf } from './csv.ts'

const body = (cells: string[], separator: ',' | ';' = ';') => csvOf(['h'], [cells], separator).split('\r\n')[1]

test.each(['=1+1', '+905321112233', '-5', '@cmd', '\tx', ' =1+1', '\u200B=1+1', '＝1+1'])(
  '%j is not a formula',
  (cell) => {
    expect(body([cell])).toBe(`'${cell}`)
  },
)

test('values with the separator, quotes or line breaks are quoted', () => {
  expect(body(['a;b', 'c"d', 'e\nf', 'g,h'])).toBe('"a;b";"c""d";"e\nf";g,h')
  expect(body(['a;b', 'g,h'], ',')).toBe('a;b,"g,h"')
})

test('spreadsheets read it as UTF-8', () => {
  expect(csvOf(['Ağaoğlu'], [], ';')).toBe('\uFEFFAğaoğlu\r\n')
})

test('hostile strings: none starts a formula, and each is read back unchanged except for the text mark', () => {
  for (const string of hostileStrings().filter((one) => !/[\r\n]/.test(one))) {
    const cell = body([string])!
    const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    expect(read).not.toMatch(/^[\s\u200B]*[=+\-@]/)
    expect([string, `'${string}`]).toContain(read)
  }
})
