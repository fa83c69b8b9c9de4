import { i18n, type Messages } from '@lingui/core'
import type { Language } from '../../../contract/kernel/constants.ts'
import { loadServerWords } from '../../i18n/locale.ts'

const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  tr: () => import('../../../locales/tr/gallery.po'),
  en: () => import('../../../locales/en/gallery.po'),
  de: () => import('../../../locales/de/gallery.po'),
  ru: () => import('../../../locales/ru/gallery.po'),
}

/** Adds the gallery's own words to those of the app and draws the page again. */
export async function loadGalleryWords(language: Language): Promise<void> {
  await loadServerWords()
  const { messages } = await catalogs[language]()
  i18n.load(language, messages)
  i18n.activate(i18n.locale)
}
