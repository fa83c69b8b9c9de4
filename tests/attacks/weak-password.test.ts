import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guessesOf } from '../../server/areas/session/password-guesses.ts'
import { linkFor, registration } from '../api/account-attempts.ts'
import { refreshLimits } from '../api/cast.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'

/**
 * TRUST D3: no call accepts a password that an attacker tries first; staff need one that withstands a hundred million
 * tries.
 */
let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())
beforeEach(() => refreshLimits(server))

const TRIED_FIRST = [
  'aaaaab',
  'qazxsw',
  'hello1',
  'zzzzzz',
  'asdfjkl1',
  'mnbvcxz',
  'abababab',
  'p4ssw0rd',
  'ncc1701',
  'Qwerty!!',
]
const STAFF_ALONE = ['monkeydragon7', 'jessica1985x', 'sunflower19']

const change = async (who: 'doctorKuzey' | 'deskKuzey' | 'admin' | 'patientKuzey', password: string) =>
  (await server.signIn(who)).call('session.changePassword', { current: PASSWORD, password })
const reset = async (password: string, who: 'patientKuzey' | 'doctorKuzey') =>
  server.nobody().call('session.reset', { code: await linkFor(server, who), password })

describe.each(TRIED_FIRST)('%s is refused', (password) => {
  test('for a patient: at registration, on change, and by a link', async () => {
    const answers = [
      await server
        .nobody()
        .call('session.register', { ...registration({ server, phone: () => '+905301234567' }), password }),
      await change('patientKuzey', password),
      await reset(password, 'patientKuzey'),
    ]
    for (const { status, body } of answers) expect([status, body['refused']]).toEqual([409, 'password_common'])
  })
})

test('a slightly stronger one is still too weak for people who work with patients’ records', async () => {
  for (const password of STAFF_ALONE) {
    for (const who of ['doctorKuzey', 'deskKuzey', 'admin'] as const)
      expect((await change(who, password)).body['refused']).toBe('password_guessable')
    expect((await reset(password, 'doctorKuzey')).body['refused']).toBe('password_guessable')
    expect((await reset(password, 'patientKuzey')).status).toBe(200)
  }
})

test('SPEC’s minimum of six applies to patients; staff need ten, or what the server has set', async () => {
  expect((await reset('xK9!mq', 'patientKuzey')).status).toBe(200)
  const short = await reset('xK9!mqv', 'doctorKuzey')
  expect([short.body['refused'], short.body['least']]).toEqual(['password_short', 10])
  const { body } = await server.nobody().call('clinic.web', {})
  expect([body['passwordMin'], body['passwordMinStaff']]).toEqual([6, 10])
})

test('judging the longest password takes no longer than hashing it', () => {
  guessesOf('warm')
  const worst = [
    'aB3$'.repeat(32),
    'demo-sifre-1'.repeat(10),
    'a'.repeat(128),
    'qwertyuiop'.repeat(12),
    'p4$$w0rd'.repeat(16),
  ]
  for (const password of worst) {
    const from = performance.now()
    guessesOf(password)
    expect(performance.now() - from).toBeLessThan(1000)
  }
})
