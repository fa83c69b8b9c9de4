import { i18n, type Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { Language } from '../../contract/kernel/constants.ts'
import { keepLanguage, languageOf } from './language.ts'

type Catalogs = Record<Language, () => Promise<{ messages: Messages }>>

/** The words of the pages that need no sign-in (lingui.config.ts). */
const open: Catalogs = {
  tr: () => import('../../locales/tr/open.po'),
  en: () => import('../../locales/en/open.po'),
  de: () => import('../../locales/de/open.po'),
  ru: () => import('../../locales/ru/open.po'),
}
/** All others. */
const house: Catalogs = {
  tr: () => import('../../locales/tr/messages.po'),
  en: () => import('../../locales/en/messages.po'),
  de: () => import('../../locales/de/messages.po'),
  ru: () => import('../../locales/ru/messages.po'),
}
let catalogs: readonly Catalogs[] = [open]

/** Loads a language's words and shows them; `<html lang>` follows. Rejects when the chunk cannot be had. */
export async function loadLocale(language: Language): Promise<void> {
  for (const { messages } of await fetchWords(language)) i18n.load(language, messages)
  i18n.activate(language)
  document.documentElement.lang = language
}

/** Lets the words that are shown now come down in another language. Rejects as `loadLocale` does. */
export const fetchWords = (language: Language) => Promise.all(catalogs.map((catalog) => catalog[language]()))

/** Lets all words come down, for later. */
export const fetchServerWords = (language: Language) => house[language]()

/** From here on all words belong to a language: what is drawn inside the frame waits for this. */
export async function loadServerWords(): Promise<void> {
  if (catalogs.includes(house)) return
  await house[languageOf(i18n.locale)]()
  catalogs = [open, house]
  // asked anew: the language may have been changed meanwhile
  await loadLocale(languageOf(i18n.locale))
}

/** A person's own choice: loads the language, then keeps it. */
export async function chooseLocale(language: Language): Promise<void> {
  await loadLocale(language)
  keepLanguage(language)
}

/** The language shown at this moment; a change draws the component again. */
export function useLanguage(): Language {
  return languageOf(useLingui().i18n.locale)
}
