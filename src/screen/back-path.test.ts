import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { backPath } from './back-path.ts'
import { isLoginPath } from './login-path.ts'
import { SignInSearch } from './search.ts'

const context = (path: string, door = '/login') => `${door}?${new URLSearchParams({ back: path })}`
const doors = fc.constantFrom(
  '/login',
  '/doctor-login',
  '/patient-login',
  '/LOGIN',
  '/login/',
  '/lo%67in',
  '/x/../login',
  '/./login',
)
const places = fc
  .tuple(
    fc.constantFrom('/appointment', '/wallet', '/patient/018f3c2a-0000-7000-8000-000000000001', '/'),
    fc.constantFrom('', '?tab=files', '?q=a%20b&page=2', '?back=%2Fwallet', '#note'),
  )
  .map((parts) => parts.join(''))
/** What a forged address may contain. */
const hostile = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '/',
        '\\',
        '//',
        '..',
        '.',
        '%2f',
        '%5c',
        '\t',
        '\n',
        '\u0000',
        '@',
        ':',
        '?',
        '#',
        'http',
        'javascript:',
        'evil.example',
        'login',
        'back=',
        '%',
        '\u202e',
        ' ',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)

test('the requested path comes back unchanged', () => {
  fc.assert(fc.property(places, (path) => void expect(backPath(path)).toBe(path)))
})

test('30.3: nested login pages resolve to the innermost address', () => {
  fc.assert(
    fc.property(places, fc.array(doors, { maxLength: 6 }), (path, outside) => {
      expect(backPath(outside.reduce(context, path))).toBe(path)
    }),
  )
})

test('a login page with an empty address, or too deeply nested, leads nowhere', () => {
  expect(['/login', '/login?back=', '/doctor-login?back=%2Flogin', '/login#x'].map(backPath)).toEqual(
    Array.from({ length: 4 }),
  )
  const deep = Array.from({ length: 40 }).reduce((inner: string) => `/login?back=${inner}`, '/wallet')
  expect(backPath(deep)).toBeUndefined()
  expect(backPath(`/wallet?${'x'.repeat(500)}`)).toBeUndefined()
  expect(backPath(`/login?x=${'x'.repeat(5000)}&back=/wallet`)).toBeUndefined()
})

test('any value, alone or nested in login pages, gives no other site, no login page and no address beyond the limit', () => {
  fc.assert(
    fc.property(hostile, fc.array(doors, { maxLength: 3 }), (text, outside) => {
      const back = backPath(outside.reduce(context, text))
      if (back === undefined) return
      const url = new URL(back, 'https://clinic.example')
      expect([url.origin, url.pathname + url.search + url.hash]).toEqual(['https://clinic.example', back])
      expect(back).toMatch(/^\/(?![/\\])/)
      expect([isLoginPath(url.pathname), back.length <= 500]).toEqual([false, true])
      // an address kept on the sign-in page reads back unchanged
      expect(v.parse(SignInSearch, { back })).toEqual({ back })
    }),
    { numRuns: 3000 },
  )
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/login?back=//evil.example',
  '/login?back=https://evil.example',
])('%j leads nowhere', (path) => {
  expect(v.parse(SignInSearch, { back: path })).toEqual({ back: undefined })
})
