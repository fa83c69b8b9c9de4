import { expect, test } from 'vitest'
import { blankLine, holds, oftenGiven, readLines, withCopied, withoutGiven, wrongIn } from './recipe-values.ts'

const line = { ...blankLine, drug: ' Parol ' }

test.each([
  ['nothing', blankLine, null],
  ['a drug alone', line, null],
  ['a dose of nothing', { ...blankLine, dose: '1' }, 'drug'],
  ['no days', { ...line, days: ' ' }, null],
  ['ten years', { ...line, days: '3650' }, null],
  ['more', { ...line, days: '3651' }, 'days'],
  ['none', { ...line, days: '0' }, 'days'],
  ['half a day', { ...line, days: '1.5' }, 'days'],
  ['a word', { ...line, days: 'yedi' }, 'days'],
])('%s', (_, typed, wrong) => expect(wrongIn(typed)).toBe(wrong))

test('rows are sent trimmed, and empty rows not at all', () => {
  expect(readLines([blankLine, { ...line, days: ' 7 ', note: ' x ' }, line])).toEqual([
    { drug: 'Parol', dose: '', times: '', days: 7, note: 'x' },
    { drug: 'Parol', dose: '', times: '', days: null, note: '' },
  ])
})

test('copied rows come after the typed ones, as many as fit', () => {
  const earlier = readLines([{ ...line, days: '7' }, line])
  expect(withCopied([blankLine], earlier, 20).map(({ days }) => days)).toEqual(['7', ''])
  expect(withCopied([{ ...line, days: '3' }], earlier, 2).map(({ days }) => days)).toEqual(['3', '7'])
})

test('the most frequent set comes first, the newer one among equals, without duplicates', () => {
  const of = (...drugs: string[]) => readLines(drugs.map((drug) => ({ ...blankLine, drug })))
  const lately = [of('A'), of('B', 'C'), of('D'), of('B', 'C'), of('E')]
  expect(oftenGiven(lately, 3)).toEqual([of('B', 'C'), of('A'), of('D')])
})

test('an adopted set is recognised, and can be removed without the rows typed next to it', () => {
  const given = readLines([
    { ...line, days: '7' },
    { ...line, drug: 'Calpol' },
  ])
  const taken = withCopied([{ ...line, drug: 'Own' }], given, 20)
  expect(holds(taken, given)).toBe(true)
  expect(withoutGiven(taken, given).map(({ drug }) => drug)).toEqual(['Own'])
  // one of its lines has changed since
  expect(holds(taken.with(1, { ...taken[1]!, days: '5' }), given)).toBe(false)
})
