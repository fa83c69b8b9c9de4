import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Crash } from './crash.ts'
import { crashOf, sameCrash } from './crash.rules.ts'

const ORIGIN = 'https://sifa.example'
const WHERE = { build: 'tNS8dkLE', route: '/patient/$id/edit', place: 'page', origin: ORIGIN } as const
const HASHED = 'patient-form-screen--efGo8Di.js'

/** What must never leave a device: names, numbers, addresses, words of a record, keys. */
const SECRETS = [
  'Ayşe Yılmaz',
  'Ayse-Yilmaz',
  '+90 532 111 22 33',
  '05321112233',
  '10000000146',
  'TR330006100519786457841326',
  'ayse@example.test',
  '0190c1de-7b4e-7000-8000-00000000abcd',
  'Penisilin alerjisi',
  'eyJhbGciOiJIUzI1NiJ9.e30.abc',
  '<img src=x onerror=alert(1)>',
]

test('a fault is reported by our own files and lines, as Chromium, Firefox and Safari write them', () => {
  const chromium = `TypeError: x\n    at f (${ORIGIN}/assets/${HASHED}:1:234)\n    at async ${ORIGIN}/assets/kit-DtzAey0H.js?again=17-0:2:5\n    at <anonymous>`
  const firefox = `f@${ORIGIN}/assets/${HASHED}:1:234\nasync*@${ORIGIN}/assets/kit-DtzAey0H.js?again=17-0:2:5\n`
  for (const stack of [chromium, firefox]) {
    const error = Object.assign(new TypeError('x'), { stack })
    expect(crashOf(error, WHERE)).toEqual({
      build: 'tNS8dkLE',
      route: '/patient/$id/edit',
      place: 'page',
      name: 'TypeError',
      code: null,
      stack: [`${HASHED}:1:234`, 'kit-DtzAey0H.js:2:5'],
    })
  }
  expect(crashOf(new Error('part_unreachable'), WHERE).code).toBe('part_unreachable')
})

test('no personal data survives in message, name, stack, route or build', () => {
  for (const secret of SECRETS) {
    const forged = `${secret}\n    at x (${ORIGIN}/assets/${secret}-12345678.js:1:1)`
    const lines = [
      `at ${secret} (${ORIGIN}/assets/${HASHED}:1:2)`,
      `at f (${ORIGIN}/patient/${secret}:1:2)`,
      `at f (${ORIGIN}/assets/${HASHED}?q=${secret}:3:4)`,
      `at f (https://elsewhere.test/assets/${secret}-12345678.js:1:1)`,
      `at ${ORIGIN}/patient/${secret}/assets/x-12345678.js:1:1`,
      secret,
    ]
    const errors: unknown[] = [
      Object.assign(new Error(forged), { stack: `Error: ${forged}\n${lines.join('\n')}` }),
      Object.assign(new Error(secret), { name: secret }),
      { name: secret, message: secret, stack: lines.toReversed().join('\n') },
      secret,
      { stack: 7, message: { secret }, name: null },
      new DOMException(secret, 'QuotaExceededError'),
    ]
    for (const error of errors)
      for (const route of [`/patient/${secret}`, `/patient?q=${secret}`, secret]) {
        const told = crashOf(error, { ...WHERE, route, build: secret })
        expect([told, v.is(Crash, { ...told, count: 1 })]).toEqual([told, true])
        expect(JSON.stringify(told)).not.toContain(secret)
        for (const piece of secret.split(/[\s@.-]+/).filter((each) => each.length > 3))
          expect(JSON.stringify(told).replaceAll(HASHED, '')).not.toContain(piece)
      }
  }
})

test('an error that throws when it is read, and an endless stack, are reported in time', () => {
  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no')
      },
    },
  )
  expect(crashOf(trap, WHERE)).toMatchObject({ name: 'Error', stack: [] })
  const long = { name: 'RangeError', message: '', stack: `at f (${ORIGIN}/assets/${HASHED}:1:2)\n`.repeat(100_000) }
  const began = performance.now()
  expect(crashOf(long, WHERE).stack).toHaveLength(12)
  expect(performance.now() - began).toBeLessThan(200)
})

test('the same fault gets the same fingerprint', () => {
  const a = crashOf(new TypeError('one'), WHERE)
  const b = crashOf(new TypeError('two'), WHERE)
  expect(sameCrash({ ...a, stack: [] }, { ...b, stack: [] })).toBe(true)
  expect(sameCrash(a, { ...a, build: 'other' })).toBe(false)
})
