import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoff, isStuck, verdict } from './verdict.ts'

const refusal = { status: false, refused: 'slot_taken', slots: [1, 2] }
const park = (kind: string, status: number, code: string | null, details: object) => ({
  kind: 'park',
  problem: { kind, status, code, details },
})

/** SYNC "Answers", row by row. */
const table = [
  ['2xx, fresh or replayed', 200, { status: true, appointment: {} }, { kind: 'done' }],
  ['2xx', 201, { status: true }, { kind: 'done' }],
  ['2xx that is not our yes', 200, { status: false }, { kind: 'retry', after: null }],
  ['2xx that is no object: a captive portal', 200, '<html>', { kind: 'retry', after: null }],
  ['2xx that is nothing', 204, null, { kind: 'retry', after: null }],
  ['409 refused', 409, refusal, park('refused', 409, 'slot_taken', { slots: [1, 2] })],
  [
    '412 conflict',
    412,
    { status: false, refused: 'changed_since', fields: ['start'], by: 'x' },
    park('conflict', 412, 'changed_since', { fields: ['start'], by: 'x' }),
  ],
  ['403', 403, { status: false, refused: 'unauthorized' }, park('refused', 403, 'unauthorized', {})],
  ['404', 404, { status: false, refused: 'appointment_not_found' }, park('refused', 404, 'appointment_not_found', {})],
  ['410', 410, { status: false }, park('refused', 410, null, {})],
  ['422', 422, { status: false, refused: 'key_reused' }, park('refused', 422, 'key_reused', {})],
  [
    '400: a fault of the app',
    400,
    { status: false, refused: 'bad_input', fields: { note: 'text' } },
    park('fault', 400, 'bad_input', { fields: { note: 'text' } }),
  ],
  [
    '413: a fault of the app',
    413,
    { status: false, refused: 'file_too_large' },
    park('fault', 413, 'file_too_large', {}),
  ],
  ['a code nobody knows', 409, { status: false, refused: 'toString' }, park('refused', 409, null, {})],
  ['401', 401, { status: false, refused: 'token_invalid' }, { kind: 'stop', because: 'signed-out' }],
  ['426 app too old', 426, { status: false, refused: 'app_too_old' }, { kind: 'stop', because: 'app-too-old' }],
  ['408', 408, null, { kind: 'retry', after: null }],
  ['425', 425, null, { kind: 'retry', after: null }],
  ['429', 429, { status: false }, { kind: 'retry', after: 7 }],
  ['500', 500, { status: false }, { kind: 'retry', after: null }],
  ['503 with Retry-After', 503, { status: false, refused: 'busy' }, { kind: 'retry', after: 7 }],
  ['599', 599, null, { kind: 'retry', after: null }],
] as const

test.each(table)('%s', (_, status, body, ruling) => {
  const retryAfter = 'after' in ruling ? ruling.after : null
  expect(verdict({ status, body, ...(retryAfter !== null && { retryAfter }) })).toEqual(ruling)
})

test('I2: only our own success ends an entry; any other reply keeps it', () => {
  const answers = fc.record({
    status: fc.integer({ min: 100, max: 599 }),
    body: fc.oneof(
      fc.anything(),
      fc.record({ status: fc.oneof(fc.boolean(), fc.constant('true')), refused: fc.string() }),
    ),
  })
  fc.assert(
    fc.property(answers, ({ status, body }) => {
      const isYes =
        status >= 200 &&
        status < 300 &&
        typeof body === 'object' &&
        body !== null &&
        !Array.isArray(body) &&
        (body as { status?: unknown }).status === true
      expect(verdict({ status, body }).kind === 'done').toBe(isYes)
    }),
  )
})

describe('delays between attempts', () => {
  test('full jitter between 1 s and 60 s, never shorter after more attempts with the same random number', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempts, luck) => {
        const wait = backoff(attempts, null, () => luck)
        expect([wait >= 1000, wait <= 60_000, backoff(attempts + 1, null, () => luck) >= wait]).toEqual([
          true,
          true,
          true,
        ])
      }),
    )
  })
  test('Retry-After is respected, up to a limit', () => {
    expect([backoff(0, 7), backoff(9, 7), backoff(0, 0), backoff(0, 1e9)]).toEqual([7000, 7000, 0, 3_600_000])
  })
  test('stuck means twenty attempts and a day, not just one of the two', () => {
    const made = '2026-11-21T09:00:00.000Z'
    const day = Date.parse(made) + 86_400_000
    expect([isStuck(20, made, day + 1), isStuck(19, made, day + 1), isStuck(500, made, day)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

test('deleting what is already gone succeeds; a reply that is not our server’s does not count (SYNC “Answers”)', () => {
  const gone = { status: 404, body: { status: false, refused: 'record_not_found' } }
  expect(verdict(gone, true)).toEqual({ kind: 'done' })
  expect(verdict(gone)).toMatchObject({ kind: 'park' })
  expect(verdict({ status: 404, body: null }, true)).toMatchObject({ kind: 'park' })
})
