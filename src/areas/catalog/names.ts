import { LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import type { CatalogEntry } from '../../../contract/catalog/catalog.ts'
import type { Multilingual } from '../../i18n/multilingual.ts'

/** The names as they are sent: trimmed, without empty languages (SPEC §5). */
export const namesOf = (value: Multilingual): CatalogEntry['name'] =>
  value.flatMap(({ lang, value: text }) => (text.trim() ? [{ lang, value: text.trim() }] : []))

/** Whether there is a Turkish name, which every word needs (SCREENS B0). */
export const isNamed = (value: Multilingual): boolean =>
  value.some(({ lang, value: text }) => lang === 'tr' && text.trim() !== '')

/** The languages in which a word has no name. */
export const missingIn = (value: Multilingual): Language[] =>
  LANGUAGES.filter((lang) => !value.some((text) => text.lang === lang && text.value.trim() !== ''))
