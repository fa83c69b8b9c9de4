import { describe, expect, test } from 'vitest'
import { articleSlug, staysPublished, titleOf } from './article.rules.ts'
import { whyNotShow } from '../page/page.rules.ts'

describe('the address of a title', () => {
  test.each([
    ['Göz kuruluğu: nedir?', 'goz-kurulugu-nedir'],
    ['  IŞIK   ve ışık ', 'isik-ve-isik'],
    ['Größe & Gewicht', 'grosse-gewicht'],
    ['Уход за зубами', 'ukhod-za-zubami'],
    ['日本の医療', '日本の医療'],
    ['100 % Vitamin', '100-vitamin'],
    ['???', ''],
    ['—', ''],
  ])('%s', (title, slug) => expect(articleSlug(title)).toBe(slug))
  test('it fits the longest address, and ends with a whole word', () => {
    const slug = articleSlug('uzun bir başlık '.repeat(20))
    expect(slug.length).toBeLessThanOrEqual(120)
    expect(slug).toMatch(/[a-z]$/)
  })
  test('a title is one line', () => expect(titleOf(' a\n b\t c ')).toBe('a b c'))
})

test.each([
  ['doctor', true, false],
  ['doctor', false, true],
  ['admin', true, true],
  ['admin', false, true],
] as const)(
  'rule 79: an article of a %s, changed by its author: %s, stays published: %s',
  (authorType, byAuthor, stays) => expect(staysPublished({ authorType }, byAuthor)).toBe(stays),
)

describe('a page is shown once one language has title and text', () => {
  const tr = [{ lang: 'tr', value: 'a' }]
  const de = [{ lang: 'de', value: 'a' }]
  test.each([
    [tr, tr, null],
    [tr, [...de, ...tr], null],
    [tr, de, 'translation_not_found'],
    [tr, [], 'translation_not_found'],
  ] as const)('%j, %j', (title, content, why) => expect(whyNotShow({ title, content })).toBe(why))
})
