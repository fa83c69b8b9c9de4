import {
  COOKIE_PATH,
  COOKIE_SAME_SITE,
  COOKIE_SECONDS,
  DEFAULT_LANGUAGE,
  LANGUAGE_COOKIE,
  LANGUAGES,
  type Language,
} from '../../contract/kernel/constants.ts'

/** Any value outside the list becomes tr (SPEC §9). */
export function languageOf(value: unknown): Language {
  return LANGUAGES.find((language) => language === value) ?? DEFAULT_LANGUAGE
}

/**
 * The language of the `user-lang` cookie, otherwise of local storage, which outlasts a cookie; tr if both are absent or
 * unknown.
 */
export function readLanguage(cookies: string = document.cookie, kept: string | null = keptLanguage()): Language {
  const entry = cookies.split(';').find((pair) => pair.trim().startsWith(`${LANGUAGE_COOKIE}=`))
  return languageOf(entry ? entry.slice(entry.indexOf('=') + 1).trim() : kept)
}

/** Stores a choice in both places that SPEC §9 names; a browser that blocks storage has only the cookie. */
export function keepLanguage(language: Language): void {
  document.cookie = languageCookie(language)
  try {
    localStorage.setItem(LANGUAGE_COOKIE, language)
  } catch {
    // private mode, or a policy
  }
}

function keptLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_COOKIE)
  } catch {
    return null
  }
}

/** The cookie that stores a choice: seven days, path /, strict same-site (SPEC §9). */
export function languageCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}; max-age=${COOKIE_SECONDS}; path=${COOKIE_PATH}; samesite=${COOKIE_SAME_SITE}`
}
