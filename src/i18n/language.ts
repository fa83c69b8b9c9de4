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

/** The language of the `user-lang` cookie, else the one that local storage keeps longer than a cookie lasts; tr when both are absent or unknown. */
export function readLanguage(cookies: string = document.cookie, kept: string | null = keptLanguage()): Language {
  const entry = cookies.split(';').find((pair) => pair.trim().startsWith(`${LANGUAGE_COOKIE}=`))
  return languageOf(entry ? entry.slice(entry.indexOf('=') + 1).trim() : kept)
}

/** Keeps a choice in both places that SPEC §9 names; a browser whose storage is closed to us keeps the cookie alone. */
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

/** The cookie that keeps a choice: seven days, path /, strict same-site (SPEC §9). */
export function languageCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}; max-age=${COOKIE_SECONDS}; path=${COOKIE_PATH}; samesite=${COOKIE_SAME_SITE}`
}
