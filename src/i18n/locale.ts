import { i18n, type Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { Language } from '../../contract/kernel/constants.ts'
import { keepLanguage, languageOf } from './language.ts'

type Catalogs = Record<Language, () => Promise<{ messages: Messages }>>

/** The words of the sign-in pages (lingui.config.ts). */
const door: Catalogs = {
  tr: () => import('../../locales/tr/door.po'),
  en: () => import('../../locales/en/door.po'),
  de: () => import('../../locales/de/door.po'),
  ru: () => import('../../locales/ru/door.po'),
}
/** Those of the other pages that need no sign-in, and of all codes. */
const open: Catalogs = {
  tr: () => import('../../locales/tr/open.po'),
  en: () => import('../../locales/en/open.po'),
  de: () => import('../../locales/de/open.po'),
  ru: () => import('../../locales/ru/open.po'),
}
/** All others. */
const rest: Catalogs = {
  tr: () => import('../../locales/tr/messages.po'),
  en: () => import('../../locales/en/messages.po'),
  de: () => import('../../locales/de/messages.po'),
  ru: () => import('../../locales/ru/messages.po'),
}
let catalogs: readonly Catalogs[] = [door]

/** Loads a language's words and shows them; `<html lang>` follows. Rejects if the file cannot be fetched. */
export async function loadLocale(language: Language): Promise<void> {
  for (const { messages } of await fetchWords(language)) i18n.load(language, messages)
  i18n.activate(language)
  document.documentElement.lang = language
}

/** Downloads the words in use now in another language. Rejects as `loadLocale` does. */
export const fetchWords = (language: Language) => Promise.all(catalogs.map((catalog) => catalog[language]()))

/** Downloads all words, for later. */
export const fetchServerWords = (language: Language) => Promise.all([open[language](), rest[language]()])

/** From now on a language includes all words: the frame's content waits for this. */
export const loadServerWords = (): Promise<void> => include([open, rest])

/** From now on a language includes the words of all open pages: they wait for this. */
export const loadOpenWords = (): Promise<void> => include([open])

async function include(more: readonly Catalogs[]): Promise<void> {
  const missing = more.filter((catalog) => !catalogs.includes(catalog))
  if (missing.length === 0) return
  await Promise.all(missing.map((catalog) => catalog[languageOf(i18n.locale)]()))
  catalogs = [...new Set([...catalogs, ...missing])]
  // read again: the language may have changed meanwhile
  await loadLocale(languageOf(i18n.locale))
}

/** A person's own choice: loads the language, then stores it. */
export async function chooseLocale(language: Language): Promise<void> {
  await loadLocale(language)
  keepLanguage(language)
}

/** The current language; a change draws the component again. */
export function useLanguage(): Language {
  return languageOf(useLingui().i18n.locale)
}
