import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { IMPORT_FIELDS } from '../../../contract/import/import.lists.ts'
import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import { guessColumns, withField } from './guess-columns.ts'
import { FIELD_WORDS } from './import-words.ts'

const fields = (head: readonly string[], last: Parameters<typeof guessColumns>[1] = []) =>
  guessColumns(head, last).map(({ field }) => field)

test.each([
  [
    ['Ad', 'Soyad', 'Cep Telefonu', 'Doğum Tarihi', 'T.C. Kimlik No'],
    ['name', 'name', 'phone', 'birthDate', 'identity'],
  ],
  [
    ['Full name', 'PHONE', 'E-mail', 'Sex'],
    ['name', 'phone', 'email', 'gender'],
  ],
  [
    ['Vorname', 'Nachname', 'Telefonnummer', 'Geburtsdatum'],
    ['name', 'name', 'phone', 'birthDate'],
  ],
  [
    ['ФИО', 'Телефон', 'Дата рождения', 'Город'],
    ['name', 'phone', 'birthDate', 'city'],
  ],
  // the first of two phones, and what no one knows stays out
  [
    ['Name', 'Phone', 'Mobile', 'Insurance'],
    ['name', 'phone', null, null],
  ],
])('%j', (head, expected) => {
  expect(fields(head)).toEqual(expected)
})

test('what the clinic chose before counts more than a name', () => {
  const last = [
    { head: 'phone', field: null },
    { head: 'Mobile', field: 'phone' },
  ] as const
  expect(fields(['Name', 'Phone', 'MOBILE'], last)).toEqual(['name', null, 'phone'])
})

test('a field set by hand leaves the column that had it; a name may have several', () => {
  const columns = guessColumns(['Name', 'Phone', 'Other'], [])
  expect(withField(columns, 2, 'phone').map(({ field }) => field)).toEqual(['name', null, 'phone'])
  expect(withField(columns, 2, 'name').map(({ field }) => field)).toEqual(['name', 'phone', 'name'])
})

test.each(LANGUAGES)('%s: the columns of a file with lines to fix are recognised', (language) => {
  const catalogs = ['door', 'open', 'messages'].map((name) => readFileSync(`locales/${language}/${name}.po`, 'utf8'))
  const said = new Map(
    [...catalogs.join('\n').matchAll(/\n\nmsgid "(.*)"\nmsgstr "(.*)"|\n#.*\nmsgid "(.*)"\nmsgstr "(.*)"/g)].map(
      ([, id, words, other, others]) => [id ?? other, words ?? others],
    ),
  )
  const head = IMPORT_FIELDS.map((field) => said.get(FIELD_WORDS[field].message) ?? `no words for ${field}`)
  expect(fields(head)).toEqual(IMPORT_FIELDS)
})
