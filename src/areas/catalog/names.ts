import { LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import type { CatalogEntry } from '../../../contract/catalog/catalog.ts'
import type { Multilingual } from '../../i18n/multilingual.ts'

/** Names as they are sent: without spaces around, an emptied language without an entry (SPEC §5). */
export const namesOf = (value: Multilingual): CatalogEntry['name'] =>
  value.flatMap(({ lang, value: text }) => (text.trim() ? [{ lang, value: text.trim() }] : []))

/** Whether Turkish is filled, which every word needs (SCREENS B0). */
export const isNamed = (value: Multilingual): boolean =>
  value.some(({ lang, value: text }) => lang === 'tr' && text.trim() !== '')

/** The languages a word has no text in. */
export const missingIn = (value: Multilingual): Language[] =>
  LANGUAGES.filter((lang) => !value.some((text) => text.lang === lang && text.value.trim() !== ''))
