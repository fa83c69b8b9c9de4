import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../contract/kernel/constants.ts'

/** SPEC §3: a text per language. */
export type Multilingual = readonly { readonly lang: Language; readonly value: string }[]

/** Whether an unknown value is a text per language; an empty list is not. */
export const isMultilingual = (value: unknown): value is Multilingual =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === 'object' && one && 'lang' in one && 'value' in one)

/**
 * The text for a reader of `language`: that language, otherwise tr, otherwise the first that is filled (rule 80).
 * `lang` says which it is, so that a page can mark it. Null if no language is filled.
 */
export function pickText(texts: Multilingual, language: Language): Multilingual[number] | null {
  const filled = texts.filter(({ value }) => value.trim() !== '')
  const of = (lang: Language) => filled.find((text) => text.lang === lang)
  return of(language) ?? of(DEFAULT_LANGUAGE) ?? filled[0] ?? null
}

/** The texts with one language changed; an empty text removes its language (SPEC §5). The order is SPEC's. */
export function writeText(texts: Multilingual, lang: Language, value: string): Multilingual {
  const others = texts.filter((text) => text.lang !== lang)
  const written = value.trim() === '' ? others : [...others, { lang, value }]
  return written.toSorted((a, b) => LANGUAGES.indexOf(a.lang) - LANGUAGES.indexOf(b.lang))
}
