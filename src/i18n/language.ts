import {
  COOKIE_PATH,
  COOKIE_SAME_SITE,
  COOKIE_SECONDS,
  DEFAULT_LANGUAGE,
  LANGUAGE_COOKIE,
  LANGUAGES,
  type Language,
} from '../../contract/kernel/constants.ts'

/** Any value outside the list falls back to tr (SPEC §9). */
export function languageOf(value: unknown): Language {
  return LANGUAGES.find((language) => language === value) ?? DEFAULT_LANGUAGE
}

/** The language of the `user-lang` cookie; tr when it is absent or unknown. */
export function readLanguage(cookies: string = document.cookie): Language {
  const entry = cookies.split(';').find((pair) => pair.trim().startsWith(`${LANGUAGE_COOKIE}=`))
  return languageOf(entry?.slice(entry.indexOf('=') + 1).trim())
}

/** The cookie that keeps a choice: seven days, path /, strict same-site (SPEC §9). */
export function languageCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}; max-age=${COOKIE_SECONDS}; path=${COOKIE_PATH}; samesite=${COOKIE_SAME_SITE}`
}

/** The tag `Intl` is asked with: English is British (LOOKS "Voice"). */
export const intlTag = (language: Language) => (language === 'en' ? 'en-GB' : language)
