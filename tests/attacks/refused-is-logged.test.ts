import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { createApp } from '../../server/app/create-app.ts'
import { createLog } from '../../server/app/log.ts'
import { createLimits } from '../../server/http/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'

/**
 * ASVS V16.3.2, V16.3.3: a refused attempt leaves a log line that says what was refused, why, and by which pseudonymous
 * person.
 */
let server: TestServer
let app: Awaited<ReturnType<typeof createApp>>
let written = ''
const log = createLog(
  'info',
  new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk)
      done()
    },
  }),
)
type Line = Readonly<Partial<Record<'route' | 'method' | 'actor' | 'refused' | 'msg', string>>> & { status?: number }

beforeAll(async () => {
  server = await startServer()
  app = await createApp({ ...server.deps, log }, { log, trustProxy: [], dist: null })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await server.stop()
})
beforeEach(() => void (written = ''))

/** What a request with these headers leaves in the log. */
async function lineOf(
  headers: Readonly<Record<string, string>>,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
): Promise<Line> {
  written = ''
  await app.inject({ method, url, headers, ...(payload && { payload }) })
  const lines = written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line) // as pino writes it
  expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(1)
  return lines.find(({ msg }) => msg === 'request')!
}

const headersOf = async (who: Parameters<TestServer['as']>[0], host: string) => (await server.as(who, host)).headers

test('a wrong role, another’s record, an invalid input and a used-up limit are logged, each with its person', async () => {
  const { people, clinics } = server.world
  const desk = await headersOf('deskKuzey', 'kuzey.localhost')
  const tried = [
    await lineOf(desk, 'POST', '/api/bank', { id: newId() }),
    await lineOf(desk, 'POST', '/api/patient/identity', { id: people.patientGizli.id }),
    await lineOf(desk, 'POST', '/api/patient/list', { clinicId: `${clinics.kuzey}' or 1=1 --` }),
    await lineOf({ ...desk, 'sec-fetch-site': 'cross-site' }, 'POST', '/api/patient/list', {}),
  ]
  const limits = { ...createLimits(), spend: async () => 7 }
  const before = app
  app = await createApp({ ...server.deps, limits, log }, { log, trustProxy: [], dist: null })
  tried.push(await lineOf(desk, 'POST', '/api/patient/list', {}))
  await app.close()
  app = before
  expect(tried.map(({ status, refused, route }) => [status, refused, route])).toEqual([
    [403, 'unauthorized', '/api/bank'],
    [404, 'patient_not_found', '/api/patient/identity'],
    [400, 'bad_input', '/api/patient/list'],
    [403, 'unauthorized', '/api/patient/list'],
    [429, 'too_many_tries', '/api/patient/list'],
  ])
  // a request from another site has no actor: the server does not even look at its session
  const actors = tried.map(({ actor }) => actor)
  expect(actors[3]).toBeUndefined()
  expect(new Set(actors.filter((_, i) => i !== 3)).size).toBe(1)
  expect(actors[0]).toMatch(/^[\w-]{12}$/)
  const doctor = await lineOf(await headersOf('doctorKuzey', 'localhost'), 'POST', '/api/bank', { id: newId() })
  expect(doctor.actor).toMatch(/^[\w-]{12}$/)
  expect(doctor.actor).not.toBe(actors[0])
})

test('an invalid token is logged as no one’s', async () => {
  const line = await lineOf({ host: 'localhost', authorization: 'x'.repeat(43) }, 'POST', '/api/patient/list', {})
  expect([line.status, line.refused, line.actor]).toEqual([401, 'token_invalid', undefined])
})

test('each refusal within a batch is logged, though the batch itself succeeds', async () => {
  const desk = await headersOf('deskKuzey', 'kuzey.localhost')
  const change = (call: string, input: object) => ({
    call,
    key: newId(),
    base: 1,
    madeAt: new Date().toISOString(),
    input,
  })
  const line = await lineOf(desk, 'POST', '/api/batch', {
    calls: [
      change('recipe.delete', { id: newId() }),
      change('appointment.update', { id: newId(), patientNote: 'x' }),
      change('patient.addNote', { id: newId(), patientId: server.world.people.patientKuzey.id, text: 'x' }),
    ],
  })
  expect([line.status, line.refused]).toEqual([200, 'unauthorized appointment_not_found'])
})

test('a successful call logs no refusal, and no line names a person by id', async () => {
  const desk = await headersOf('deskKuzey', 'kuzey.localhost')
  expect(await lineOf(desk, 'POST', '/api/patient/list', {})).toMatchObject({ status: 200, actor: expect.any(String) })
  expect(written).not.toContain('refused')
  expect(written).not.toContain(server.world.people.deskKuzey.id)
})
