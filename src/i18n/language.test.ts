import { describe, expect, it } from 'vitest'
import { languageCookie, languageOf, readLanguage } from './language.ts'

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
  ])('cookies "%s" mean %s', (cookies, language) => expect(readLanguage(cookies)).toBe(language))

  it('is kept seven days, on every path, for this site alone', () => {
    expect(languageCookie('de')).toBe('user-lang=de; max-age=604800; path=/; samesite=Strict')
  })
})
