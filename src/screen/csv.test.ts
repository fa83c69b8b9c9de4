import { expect, test } from 'vitest'
import { hostileStrings } from '../../tests/support/hostile.ts'
import { csvOf } from './csv.ts'

const body = (cells: string[], separator: ',' | ';' = ';') => csvOf(['h'], [cells], separator).split('\r\n')[1]

test.each(['+905321112233', '+90 532 111 22 33', '+4930901820'])('%j is a phone, and stays as it is', (cell) => {
  expect(body([cell])).toBe(cell)
})

test.each([
  '=1+1',
  '-5',
  '@cmd',
  '\tx',
  ' =1+1',
  '\u200B=1+1',
  '＝1+1',
  // what only looks like a phone
  '+',
  '+ ',
  '+1+1',
  '+1-1',
  '+1*1',
  '+A1',
  '+1 A1',
  '+1(2)',
  '+1;2',
  '+1,2',
  '+1.2',
  '+1e9',
  '+1%',
  '+1\t2',
  '+1\n2',
  '+1\n=1+1',
  ' +90532',
  '++90532',
  '+ 90532',
  '+90532 ',
  '\u200B+90532',
  '＋90532',
  '+９０５３２',
  '+٩٠',
  "+90'!A1",
  '+90|cmd',
  '+90\u200B532',
])('%j is not a formula', (cell) => {
  const written = csvOf(['h'], [[cell]], ';').slice('\uFEFFh\r\n'.length, -'\r\n'.length)
  expect(written.replaceAll(/^"|"$/g, '')).toBe(`'${cell}`)
})

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
    expect(/^\+[0-9 ]+$/.test(read) || !/^[\s\u200B]*[=+\-@]/.test(read)).toBe(true)
    expect([string, `'${string}`]).toContain(read)
  }
})

test('hostile strings behind a phone: none passes as one', () => {
  for (const string of hostileStrings().filter((one) => /[^0-9 ]/.test(one) && !/[\r\n;"]/.test(one))) {
    expect(body([`+90${string}`])).toBe(`'+90${string}`)
    expect(body([`+${string}`])).toBe(`'+${string}`)
  }
})
