import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callNames, rowOf } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { createLimits } from '../../server/http/limits.ts'
import { newFactor, keepFactor } from '../../server/areas/session/factor.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'

/**
 * TRUST D4 as an attacker would guess passwords: other spellings, other hosts, many at once, a restart, a key on a
 * read; and attempts to lock the owner out.
 */
let server: TestServer
const limits = () => Object.assign(server.deps, { limits: createLimits(server.pool) })
beforeAll(async () => {
  server = await startServer()
  await server.pool.query(`update person set phone = '+905321112233' where id = $1`, [patientId()])
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate rate_limit, known_device')
  limits()
})
const patientId = () => server.world.people.patientKuzey.id
/** Each with a host on which it means this phone: a number without a country code takes the clinic's country. */
const TRIED = [
  ...[
    '+905321112233',
    '+90 532 111 22 33',
    ' +905321112233 ',
    '+90-532-111-22-33',
    '+90.532.111.22.33',
    '+90 (532) 1112233',
  ].map(
    (spelling, i) => [spelling, ['localhost', 'kuzey.localhost', 'linden.localhost', '127.0.0.1'][i % 4]!] as const,
  ),
  ...['0532 111 22 33', '05321112233', '532 111 2233', '(0532) 111-22-33', '0 532 111 22 33', '5321112233'].map(
    (spelling, i) => [spelling, ['localhost', 'kuzey.localhost'][i % 2]!] as const,
  ),
]
const PHONE = TRIED[0]![0]

type Asking = {
  readonly host?: string
  readonly ip?: string
  readonly cookie?: string
  readonly code?: string
  readonly says?: string
}
async function signIn(
  username: string,
  password: string,
  { host = 'localhost', ip = '203.0.113.9', cookie, code, says }: Asking = {},
) {
  const started = await server.app.inject({ url: '/api/session', headers: { host }, remoteAddress: ip })
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/auth/patient',
    remoteAddress: ip,
    headers: {
      host,
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...(says && { 'x-forwarded-for': says, 'x-real-ip': says }),
    },
    payload: { session: started.json<{ session: string }>().session, username, password, ...(code && { code }) },
  })
  return {
    status: response.statusCode,
    refused: response.json<{ refused?: string }>().refused,
    cookie: String(response.headers['set-cookie'] ?? '').split(';')[0]!,
  }
}
const count = (answers: readonly { status: number }[], status: number) =>
  answers.filter((its) => its.status === status).length

describe('passwords', () => {
  test('one account in twelve spellings on four hosts, from as many addresses: five attempts', async () => {
    const answers = []
    for (const [i, [spelling, host]] of TRIED.entries())
      answers.push(await signIn(spelling, 'Wrong-horse-1', { host, ip: `203.0.113.${i}` }))
    expect(count(answers.slice(5), 429)).toBe(7)
    expect(count(answers.slice(0, 5), 429)).toBe(0)
  })

  test('forty at once: five attempts, and the right one among the others does not get in either', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => signIn(PHONE, 'Wrong-horse-1', { ip: `203.0.113.${i}` })),
    )
    expect(count(answers, 429)).toBe(35)
    expect((await signIn(PHONE, PASSWORD, { ip: '198.51.100.1' })).status).toBe(429)
  })

  test('unknown accounts are limited like existing ones', async () => {
    const answers = []
    for (let i = 0; i < 7; i++)
      answers.push(
        await signIn(i % 2 ? 'NoBody@x.example ' : 'nobody@x.example', 'Wrong-horse-1', { ip: `203.0.113.${i}` }),
      )
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 429, 429])
  })

  test('one address over many accounts: thirty an hour', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => signIn(`nobody${i}@x.example`, 'Wrong-horse-1')),
    )
    expect(count(answers, 429)).toBe(10)
  })

  test('a forged forwarding header does not help: without a trusted proxy it is still thirty an hour', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        signIn(`nobody${i}@x.example`, 'Wrong-horse-1', { says: `198.51.100.${i}` }),
      ),
    )
    expect(count(answers, 429)).toBe(10)
  })

  test('successful attempts are returned: twenty sign-ins in a row', async () => {
    for (let i = 0; i < 20; i++) expect((await signIn(PHONE, PASSWORD)).status).toBe(200)
  })

  test('the count survives a restart and is shared with a second process', async () => {
    for (let i = 0; i < 5; i++) await signIn(PHONE, 'Wrong-horse-1')
    limits()
    expect((await signIn(PHONE, PASSWORD)).status).toBe(429)
    // the table does not reveal a typed login
    const { rows } = await server.pool.query<{ key: string }>('select key from rate_limit')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/532|@|203\.0/)
  })

  test('the owner’s device has its own attempts: using up the account’s does not lock them out', async () => {
    const { cookie } = await signIn(PHONE, PASSWORD)
    for (let i = 0; i < 8; i++) await signIn(PHONE, 'Wrong-horse-1')
    expect((await signIn(PHONE, PASSWORD)).status).toBe(429)
    const again = await signIn('0532 111 22 33', PASSWORD, { cookie })
    expect(again.status).toBe(200)
    // a sign-in replaces the cookie, and the previous one gives no separate allowance
    expect((await signIn(PHONE, PASSWORD, { cookie })).status).toBe(429)
    // the cookie gives a separate allowance, not an exemption: five tries, for this person alone
    for (let i = 0; i < 5; i++) await signIn(PHONE, 'Wrong-horse-1', { cookie: again.cookie })
    expect((await signIn(PHONE, PASSWORD, { cookie: again.cookie })).status).toBe(429)
    expect((await server.pool.query('select from known_device where person_id = $1', [patientId()])).rowCount).toBe(1)
  })
})

test('the six digits after a right password: forty at once are five attempts', async () => {
  const { secret } = newFactor('x', 'y')
  await keepFactor(server.deps, patientId(), secret)
  await server.pool.query('update second_factor set confirmed_at = now() where person_id = $1', [patientId()])
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => signIn(PHONE, PASSWORD, { ip: `203.0.113.${i}`, code: '000000' })),
  )
  await server.pool.query('delete from second_factor where person_id = $1', [patientId()])
  expect([count(answers, 409), count(answers, 429)]).toEqual([5, 35])
})

test('password resets of one account, in any spelling and on any host: three an hour, with equal replies', async () => {
  const answers = []
  for (const [username, host] of TRIED)
    answers.push(await server.nobody(host).call('session.forget', { type: 'patient', username, lang: 'tr' }))
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  expect((await server.pool.query(`select from account_request where kind = 'forget'`)).rowCount).toBe(3)
})

test.each(['session.reset', 'session.setUp'] as const)('%s: of forty codes thirty are checked', async (name) => {
  const input = {
    'session.reset': () => ({ code: newId(), password: 'Correct-horse-9' }),
    'session.setUp': () => ({
      code: newId(),
      name: 'A B',
      email: 'a@b.example',
      phone: '+905321112299',
      password: 'Correct-horse-9',
    }),
  }[name]
  const answers: { readonly status: number }[] = []
  // no more at once than passwords are hashed at once: the server answers further tries that it is busy
  for (let i = 0; i < 10; i++)
    answers.push(...(await Promise.all(Array.from({ length: 4 }, () => server.nobody().call(name, input() as never)))))
  expect([count(answers, 409), count(answers, 429)]).toEqual([30, 10])
})

test('confirming the password in an open session: forty at once are five attempts, of this session only', async () => {
  const [one, other] = [await server.signIn('doctorLinden'), await server.signIn('doctorLinden')]
  const tried = (client: typeof one, current: string) =>
    client.call('session.changePassword', { current, password: 'Correct-horse-8' })
  const answers = await Promise.all(Array.from({ length: 40 }, () => tried(one, 'Wrong-horse-1')))
  expect([count(answers, 409), count(answers, 429)]).toEqual([5, 35])
  expect((await tried(one, PASSWORD)).status).toBe(429)
  expect((await tried(other, 'Wrong-horse-1')).status).toBe(409)
})

test('an Idempotency-Key on a read raises no limit, whichever read it is', async () => {
  const desk = await server.signIn('deskKuzey', 'kuzey.localhost')
  const spent: string[] = []
  Object.assign(server.deps, {
    limits: { ...server.deps.limits, spend: async (kind: string) => (spent.push(kind), 1) },
  })
  const reads = callNames.filter((name) => !('writes' in rowOf(name)))
  expect(reads.length).toBeGreaterThan(40)
  for (const name of reads) {
    const { method, path, action } = rowOf(name)
    await desk.request(
      method,
      path.replaceAll(/:\w+/g, newId()),
      method === 'GET' ? undefined : { ...(action && { action }) },
      {
        'idempotency-key': newId(),
      },
    )
  }
  expect(spent.filter((kind) => kind === 'keyed')).toEqual([])
})

test('invalid tokens count: after six hundred a minute every entrance answers 429', async () => {
  const ways = [
    ['GET', '/api/sync'],
    ['POST', '/api/batch'],
    ['GET', '/api/profile/data'],
    ['POST', '/api/patient/list'],
    ['POST', '/api/auth/user'],
  ] as const
  const ask = (method: 'GET' | 'POST', url: string) =>
    server.app.inject({
      method,
      url,
      headers: { host: 'localhost', authorization: newId() },
      remoteAddress: '198.51.100.7',
      ...(method === 'POST' && { payload: {} }),
    })
  for (let i = 0; i < 600; i += 20)
    await Promise.all(Array.from({ length: 20 }, (_, j) => ask(...(ways[(i + j) % 4] as (typeof ways)[0]))))
  const answers = await Promise.all(ways.slice(0, 4).map(([method, url]) => ask(method, url)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429, 429])
  // a token holder at the same address can still work
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const { statusCode } = await server.app.inject({
    url: '/api/sync',
    headers: desk.headers,
    remoteAddress: '198.51.100.7',
  })
  expect(statusCode).toBe(200)
})

test('R58: if attempts cannot be counted, calls that protect an account answer busy; reading continues', async () => {
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  await server.pool.query('alter table rate_limit rename to gone')
  const nobody = server.nobody()
  const answers = [
    await signIn(PHONE, PASSWORD),
    await nobody.call('session.reset', { code: newId(), password: 'Correct-horse-9' }),
    await nobody.call('session.forget', { type: 'patient', username: 'x@x.example', lang: 'tr' }),
    await desk.call('session.changePassword', { current: PASSWORD, password: 'Correct-horse-8' }),
  ]
  const read = await desk.request('GET', '/api/sync')
  await server.pool.query('alter table gone rename to rate_limit')
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect(read.status).toBe(200)
})
