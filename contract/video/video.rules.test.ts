import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byPlace, codeIn, placesFor } from './video.rules.ts'

const CODE = 'dQw4w9_gX-Q'

describe('the code of a video (SPEC §5)', () => {
  test.each([
    [CODE, false],
    [`  ${CODE} `, false],
    [`https://www.youtube.com/watch?v=${CODE}`, true],
    [`http://youtube.com/watch?app=desktop&v=${CODE}&t=42s`, true],
    [`https://m.youtube.com/watch?v=${CODE}&list=PL0123456789&index=3`, true],
    [`https://music.youtube.com/watch?v=${CODE}#x`, true],
    [`https://youtu.be/${CODE}?si=abcDEF&t=1`, true],
    [`youtu.be/${CODE}`, true],
    [`www.youtube.com/shorts/${CODE}?feature=share`, true],
    [`https://www.youtube.com/embed/${CODE}?start=3`, true],
    [`https://www.youtube-nocookie.com/embed/${CODE}`, true],
    [`https://www.youtube.com/live/${CODE}/`, true],
    [`HTTPS://WWW.YOUTUBE.COM/watch?v=${CODE}`, true],
  ])('%s', (typed, isLink) => expect(codeIn(typed)).toEqual({ code: CODE, isLink }))

  test.each([
    '',
    'merhaba',
    `${CODE}x`,
    `https://vimeo.com/${CODE}`,
    `https://youtube.com.evil.example/watch?v=${CODE}`,
    `https://evil.example/?u=https://youtu.be/${CODE}`,
    `javascript:alert('${CODE}')`,
    `https://www.youtube.com/watch?v=${CODE}%00`,
    `https://www.youtube.com/watch?v=short`,
    `https://www.youtube.com/@kanal`,
    `https://www.youtube.com/playlist?list=${CODE}`,
    `ftp://youtu.be/${CODE}`,
  ])('none in %s', (typed) => expect(codeIn(typed)).toBeNull())

  test('law: any text gives a code or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (typed) => {
        const found = codeIn(typed)
        expect(found === null || /^[A-Za-z0-9_-]{11}$/.test(found.code)).toBe(true)
      }),
    )
  })

  test('law: every form of a video’s link gives its code', () => {
    const code = fc
      .array(fc.constantFrom(...'abcXYZ019-_'), { minLength: 11, maxLength: 11 })
      .map((letters) => letters.join(''))
    const form = fc.constantFrom(
      (c: string) => `https://youtu.be/${c}`,
      (c: string) => `https://www.youtube.com/watch?v=${c}`,
      (c: string) => `https://youtube.com/shorts/${c}`,
      (c: string) => `https://www.youtube.com/embed/${c}`,
    )
    fc.assert(
      fc.property(code, form, (c, of) => {
        expect(codeIn(of(c))?.code).toBe(c)
      }),
    )
  })
})

test('law: a video moved before another ends up there, wherever it was and however close the others are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 12 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
      (places, moves) => {
        const all = new Map([['moved', 0], ...places.map((place, i) => [String(i), place] as const)])
        for (const n of moves) {
          const others = [...all].flatMap(([id, place]) => (id === 'moved' ? [] : [{ id, place }])).toSorted(byPlace)
          const index = n % (others.length + 1)
          for (const [id, place] of placesFor(others, 'moved', index)) all.set(id, place)
          const order = [...all].map(([id, place]) => ({ id, place })).toSorted(byPlace)
          expect(order.map(({ id }) => id)).toEqual(others.map(({ id }) => id).toSpliced(index, 0, 'moved'))
          expect(order.every(({ place }) => Number.isSafeInteger(place))).toBe(true)
        }
      },
    ),
  )
})
