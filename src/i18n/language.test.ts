// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { keepLanguage, languageCookie, languageOf, readLanguage } from './language.ts'

describe('the language', () => {
  it.each([
    ['de', 'de'],
    ['fr', 'tr'],
    ['', 'tr'],
    ['DE', 'tr'],
    [undefined, 'tr'],
    [7, 'tr'],
  ])('%s is shown as %s', (value, language) => expect(languageOf(value)).toBe(language))

  it.each([
    ['user-lang=ru', 'ru'],
    ['a=1; user-lang=de; b=2', 'de'],
    ['user-lang=fr', 'tr'],
    ['x-user-lang=de', 'tr'],
    ['user-lang=', 'tr'],
    ['', 'tr'],
  ])('the cookies "%s" select %s', (cookies, language) => expect(readLanguage(cookies, null)).toBe(language))

  it.each([
    ['', 'de', 'de'],
    ['', 'fr', 'tr'],
    ['user-lang=ru', 'de', 'ru'],
    ['user-lang=fr', 'de', 'tr'],
  ])('35 9: the cookies "%s" and %s in local storage select %s', (cookies, kept, language) =>
    expect(readLanguage(cookies, kept)).toBe(language),
  )

  it('35 9: a choice is stored in the cookie and in local storage (SPEC §9)', () => {
    keepLanguage('ru')
    expect([localStorage.getItem('user-lang'), /user-lang=(\w+)/.exec(document.cookie)?.[1]]).toEqual(['ru', 'ru'])
    localStorage.removeItem('user-lang')
    document.cookie = 'user-lang=; max-age=0; path=/'
  })

  it('is stored for seven days, on every path, for this site only', () => {
    expect(languageCookie('de')).toBe('user-lang=de; max-age=604800; path=/; samesite=Strict')
  })
})
