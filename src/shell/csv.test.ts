import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const body = (cells: string[], separator: ',' | ';' = ';') => csvOf(['h'], [cells], separator).split('\r\n')[1]

test.each(['=1+1', '+905321112233', '-5', '@cmd', '\tx'])('%j is no formula', (cell) => {
  expect(body([cell])).toBe(`'${cell}`)
})

test('what holds the separator, quotes or line ends is quoted', () => {
  expect(body(['a;b', 'c"d', 'e\nf', 'g,h'])).toBe('"a;b";"c""d";"e\nf";g,h')
  expect(body(['a;b', 'g,h'], ',')).toBe('a;b,"g,h"')
})

test('a spreadsheet takes it as UTF-8', () => {
  expect(csvOf(['Ağaoğlu'], [], ';')).toBe('\uFEFFAğaoğlu\r\n')
})
