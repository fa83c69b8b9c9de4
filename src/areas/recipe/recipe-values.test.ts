import { expect, test } from 'vitest'
import { blankLine, readLines, withCopied, wrongIn } from './recipe-values.ts'

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

test('rows are sent trimmed, and those of which nothing is typed not at all', () => {
  expect(readLines([blankLine, { ...line, days: ' 7 ', note: ' x ' }, line])).toEqual([
    { drug: 'Parol', dose: '', times: '', days: 7, note: 'x' },
    { drug: 'Parol', dose: '', times: '', days: null, note: '' },
  ])
})

test('what is copied stands after what is typed, as many as fit', () => {
  const earlier = readLines([{ ...line, days: '7' }, line])
  expect(withCopied([blankLine], earlier, 20).map(({ days }) => days)).toEqual(['7', ''])
  expect(withCopied([{ ...line, days: '3' }], earlier, 2).map(({ days }) => days)).toEqual(['3', '7'])
})
