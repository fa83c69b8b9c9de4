import { expect, it } from 'vitest'
import { foldText, matchesQuery } from './fold.rules.ts'

it.each([
  ['IŞIL ÖZTÜRKOĞLU', 'isil ozturkoglu'],
  ['Işıl', 'isil'],
  ['İpek', 'ipek'],
  ['Großmann', 'grossmann'],
  ['Wróblewski ', 'wroblewski'],
  ['Пётр Йовович', 'петр иовович'],
])('folds %s to %s', (text, folded) => expect(foldText(text)).toBe(folded))

it('finds parts of words, in any order', () => {
  expect(matchesQuery('Karl-Friedrich Schönhuber-Wiedemann', 'schon karl')).toBe(true)
  expect(matchesQuery('Çiğdem Büyükşahin', 'buyuk')).toBe(true)
  expect(matchesQuery('Çiğdem Büyükşahin', 'buyuk karl')).toBe(false)
  expect(matchesQuery('anything', '')).toBe(true)
})
