import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Crash } from '../../contract/crash/crash.ts'
import { createLimits } from '../../server/http/limits.ts'
import { cleanUp } from '../../server/jobs/clean-up.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * Anyone may report a crash (decision 0080): hostile texts, and a flood that would fill the disk or hide what matters.
 */
let server: TestServer
let boss: Client
beforeAll(async () => {
  server = await startServer()
  boss = await server.signIn('superadmin')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate crash')
  Object.assign(server.deps, { limits: createLimits() })
})

const fault = (more: Partial<Crash> = {}): Crash => ({
  build: 'tNS8dkLE',
  route: '/patient/$id',
  place: 'page',
  name: 'TypeError',
  code: null,
  stack: ['patient-screen-DguTdVzi.js:1:234'],
  count: 1,
  ...more,
})
const tell = async (crashes: unknown, ip = '203.0.113.9') =>
  (
    await server.app.inject({
      method: 'POST',
      url: '/api/crash/report',
      remoteAddress: ip,
      headers: { host: 'localhost', 'sec-fetch-site': 'same-origin' },
      payload: { crashes },
    })
  ).statusCode
const listed = async () => (await boss.call('crash.list', {})).body['crashes'] as Record<string, unknown>[]

test('the same fault is counted, and is new again after it was marked as fixed', async () => {
  expect(await tell([fault({ count: 2 })])).toBe(200)
  expect(await tell([fault()])).toBe(200)
  const [line] = await listed()
  expect(line).toMatchObject({ count: 3, known: false, route: '/patient/$id', seenAt: null })
  const { status } = await boss.call('crash.seen', { fingerprint: String(line!['fingerprint']) })
  expect(status).toBe(200)
  expect((await listed())[0]!['seenAt']).not.toBeNull()
  const desk = await server.signIn('deskKuzey')
  expect((await desk.call('crash.report', { crashes: [fault()] })).status).toBe(200)
  expect(await listed()).toMatchObject([{ count: 4, known: true }])
  expect((await desk.call('crash.list', {})).status).toBe(403)
})

test.each([
  ['HTML', { stack: ['<script>alert(1)</script>'] }],
  ['a person in the route', { route: '/patient/0190c1de-7b4e-7000-8000-00000000abcd' }],
  ['a query', { route: '/patient?q=Ayşe' }],
  ['a name of its own', { name: 'Ayşe Yılmaz' }],
  ['a message', { code: 'Cannot read Ayşe' }],
  ['a message beside', { message: 'Ayşe' }],
  ['a huge stack', { stack: Array.from({ length: 5000 }, () => 'kit-DtzAey0H.js:1:1') }],
  ['a huge line', { stack: ['x'.repeat(100_000)] }],
  ['a build that is a text', { build: 'x'.repeat(5000) }],
  ['a count without end', { count: 1e12 }],
])('%s is refused and not stored', async (_, more) => {
  expect(await tell([{ ...fault(), ...more }])).toBe(400)
  expect(await listed()).toEqual([])
})

test('more than twenty at once are refused, and so is an empty report', async () => {
  expect(await tell(Array.from({ length: 21 }, (_, i) => fault({ stack: [`sw.js:1:${i}`] })))).toBe(400)
  expect(await tell([])).toBe(400)
})

test('a flood from strangers is rate-limited, fills nothing and displaces none of ours', async () => {
  const desk = await server.signIn('deskKuzey')
  expect((await desk.call('crash.report', { crashes: [fault({ build: 'ours0000' })] })).status).toBe(200)
  let n = 0
  const lots = () => Array.from({ length: 20 }, () => fault({ build: `b${String(n++).padStart(7, '0')}` }))
  const one: number[] = []
  for (let i = 0; i < 25; i++) one.push(await tell(lots()))
  expect([one.filter((status) => status === 200).length, one.at(-1)]).toEqual([20, 429])
  // from many addresses: all strangers together have a limit too
  const many: number[] = []
  for (let i = 0; i < 250; i++) many.push(await tell(lots(), `198.51.100.${i}`))
  expect(many.filter((status) => status === 200).length).toBeLessThanOrEqual(200)
  expect(many.at(-1)).toBe(429)
  const { rows } = await server.pool.query<{ known: boolean; total: number }>(
    'select known, count(*)::int as total from crash group by known order by known',
  )
  expect(rows).toEqual([
    { known: false, total: 200 },
    { known: true, total: 1 },
  ])
})

test('no report is kept longer than 90 days', async () => {
  await tell([fault()])
  await cleanUp({ pool: server.pool, now: () => server.deps.now() + 91 * 86_400_000 })
  expect((await server.pool.query('select from crash')).rowCount).toBe(0)
})
