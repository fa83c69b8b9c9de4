import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrastOf, hostOf, isColour, isSlug, lettersOn, slugOf, whyNotHosts, whyNotPrivate } from './clinic.rules.ts'

describe('SPEC §5: a clinic’s address is typed without https and without a trailing slash', () => {
  test.each([
    ['klinik.example', 'klinik.example'],
    ['https://klinik.example', 'klinik.example'],
    ['HTTP://Klinik.Example/', 'klinik.example'],
    ['  klinik.example  ', 'klinik.example'],
    ['klinik.example:8443', 'klinik.example'],
    ['klinik.example.', 'klinik.example'],
    ['kuzey.localhost', 'kuzey.localhost'],
    ['klinik-çağdaş.example', 'xn--klinik-adat-t9ag6t.example'],
    ['КЛИНИКА.рф', 'xn--80apgfo1a.xn--p1ai'],
  ])('%s is %s', (typed, host) => {
    const found = hostOf(typed)
    // the browser decides how letters outside ASCII are written (UTS 46), so the test compares with it
    expect(found).toBe(host.startsWith('xn--') ? URL.parse(`http://${typed}`)!.hostname : host)
  })

  test.each([
    '',
    ' ',
    'localhost',
    'klinik',
    'klinik.example/panel',
    'klinik.example//',
    'klinik.example?x=1',
    'klinik.example#x',
    'ben@klinik.example',
    'ftp://klinik.example',
    'javascript:alert(1)',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    'klinik..example',
    '.example',
    '-klinik.example',
    'klinik_.example',
    'kli nik.example',
    'kli\tnik.example',
    'kli%6Eik.example',
    'klinik.example:port',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
    'klinik\0.example',
  ])('%j is not an address', (typed) => {
    expect(hostOf(typed)).toBeNull()
  })

  test('law: a normalised address does not change, whatever was typed around it', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/).filter((text) => !text.startsWith('xn--'))
    expect(() =>
      fc.assert(
        fc.property(
          fc.array(label, { minLength: 1, maxLength: 4 }),
          fc.constantFrom('example', 'com', 'localhost'),
          fc.constantFrom('', 'https://', 'HTTP://', '  '),
          fc.constantFrom('', '/', ':443', ':8080/', '  '),
          (labels, end, before, after) => {
            const host = [...labels, end].join('.')
            fc.pre(host.length <= 253)
            return hostOf(`${before}${host.toUpperCase()}${after}`) === host && hostOf(host) === host
          },
        ),
      ),
    ).not.toThrow()
  })

  test('law: any text gives nothing, or a host that stays the same when parsed again', () => {
    expect(() =>
      fc.assert(
        fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain()), (typed) => {
          const host = hostOf(typed)
          return host === null || (hostOf(host) === host && /^[a-z0-9.-]+$/.test(host) && host.includes('.'))
        }),
        { numRuns: 500 },
      ),
    ).not.toThrow()
  })
})

describe('the slug of a clinic', () => {
  test.each([
    ['Kuzguncuk Tıp Merkezi', 'kuzguncuk-tip-merkezi'],
    ['Şifa Diş Kliniği', 'sifa-dis-klinigi'],
    ['Ärztehaus Weißensee', 'arztehaus-weissensee'],
    ['Клиника «Заря»', 'klinika-zarya'],
    ['  --A&B--  ', 'a-b'],
    ['診療所', ''],
  ])('%s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })
  test('law: every generated slug is valid or empty', () => {
    expect(() =>
      fc.assert(
        fc.property(
          fc.string({ unit: 'grapheme', maxLength: 200 }),
          (name) => slugOf(name) === '' || isSlug(slugOf(name)),
        ),
      ),
    ).not.toThrow()
  })
  test.each(['', '-a', 'a-', 'a--b', 'A', 'ş', 'a b', 'a'.repeat(61)])('%j is not a slug', (slug) =>
    expect(isSlug(slug)).toBe(false),
  )
})

test('text on a clinic’s colour is readable on every possible colour (WCAG 1.4.3)', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  expect([contrastOf('#000000', '#ffffff'), contrastOf('#ffffff', '#ffffff')]).toEqual([21, 1])
  fc.assert(
    fc.property(hex, (colour) => {
      const onWhite = contrastOf(colour, '#ffffff')
      // the contrast with near black, from its own contrast with white
      const onDark = contrastOf('#14181a', '#ffffff') / onWhite
      return isColour(colour) && (lettersOn(colour) === '#ffffff' ? onWhite : onDark) >= 3.8
    }),
  )
})
test.each(['red', '#fff', '#12345', '#1234567', 'url(x)', '#12345g', ''])('%s is not a colour', (text) =>
  expect(isColour(text)).toBe(false),
)

test.each([
  [true, 'admin', true, null],
  [true, 'clinic', true, null],
  [true, 'admin', false, 'clinic_user_not_found'],
  [false, 'admin', true, 'private_own_only'],
  [false, 'admin', false, 'private_own_only'],
  [false, 'clinic', true, null],
] as const)('rule 48: private %s by %s, a user %s: %s', (wanted, by, hasUser, why) => {
  expect(whyNotPrivate(wanted, { by, hasUser })).toBe(why)
})

test.each([
  ['admin', false, true, null],
  ['admin', true, true, 'private_hosts_own'],
  // no one exists yet to whom it could belong
  ['admin', true, false, null],
  ['clinic', true, true, null],
  ['clinic', false, true, 'unauthorized'],
] as const)('rule 48: addresses by %s, private %s, had a user %s: %s', (by, isPrivate, hadUser, why) =>
  expect(whyNotHosts(by, { isPrivate, hadUser })).toBe(why),
)
