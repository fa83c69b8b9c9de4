import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Language } from '../../contract/kernel/constants.ts'
import { nameCollator } from './format.ts'

/** DESIGN "The database": the device sorts its page by the person's language. */
type List = { readonly locale: Language; readonly set: string; readonly input: string[]; readonly sorted: string[] }
const file = new URL('../../../shared/data/names.json', import.meta.url)
/** Our own examples, if the real-world list is not present. */
const OURS: readonly List[] = [
  {
    locale: 'tr',
    set: 'ours',
    input: ['İlker', 'Ziya', 'Işık', 'Çağla', 'Cem'],
    sorted: ['Cem', 'Çağla', 'Işık', 'İlker', 'Ziya'],
  },
  {
    locale: 'de',
    set: 'ours',
    input: ['Zoe', 'Österreicher', 'Otto', 'Peter'],
    sorted: ['Österreicher', 'Otto', 'Peter', 'Zoe'],
  },
  {
    locale: 'ru',
    set: 'ours',
    input: ['Жанна', 'Ёлкин', 'Егоров', 'Елкина'],
    sorted: ['Егоров', 'Ёлкин', 'Елкина', 'Жанна'],
  },
]
const lists = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { sort: readonly List[] }).sort : OURS

test.each(lists)('names in $locale, $set', ({ locale, input, sorted }) => {
  expect(input.toSorted(nameCollator(locale).compare)).toEqual(sorted)
})

test.each(OURS)('our own names in $locale', ({ locale, input, sorted }) => {
  expect(input.toSorted(nameCollator(locale).compare)).toEqual(sorted)
})
