import { expect, test } from 'vitest'
import { cardFinder } from './name-finder.ts'

const cards = [
  { name: 'Işıl Öztürkoğlu', phone: '+905325550981' },
  { name: 'İbrahim Ağaoğlu', phone: '+905325550118' },
  { name: 'Karl-Friedrich Schönhuber', phone: '+491705550118' },
  { name: 'Пётр Соловьёв', phone: null },
]
const find = cardFinder(cards)
const names = (typed: string) => find(typed).map(({ name }) => name)

test.each([
  ['isil oz', ['Işıl Öztürkoğlu']],
  ['OZTURK', ['Işıl Öztürkoğlu']],
  ['ağa ibr', ['İbrahim Ağaoğlu']],
  ['fried', ['Karl-Friedrich Schönhuber']],
  ['schon karl', ['Karl-Friedrich Schönhuber']],
  ['петр', ['Пётр Соловьёв']],
  ['pyotr solov', ['Пётр Соловьёв']],
  ['Solowjow', ['Пётр Соловьёв']],
  ['ибрагим', []],
  ['ибрахим', ['İbrahim Ağaoğlu']],
  ['turkoglu', []],
  ['isil karl', []],
])('“%s” matches the beginnings of words in %j', (typed, found) => {
  expect(names(typed)).toEqual(found)
})

test.each([
  ['0532 555', ['Işıl Öztürkoğlu', 'İbrahim Ağaoğlu']],
  ['+49 170', ['Karl-Friedrich Schönhuber']],
  ['0118', ['İbrahim Ağaoğlu', 'Karl-Friedrich Schönhuber']],
  ['05', []],
])('“%s” is searched for in the phone', (typed, found) => {
  expect(names(typed)).toEqual(found)
})
