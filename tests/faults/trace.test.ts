import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../server/app/create-app.ts'
import { createLog } from '../../server/app/log.ts'
import { inTrace, traceOf } from '../../server/kernel/trace.ts'
import { medisoftOver } from '../../server/ports/clinic-software/medisoft.ts'
import { sendAs } from '../../src/api/http.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * Issue 29.15: an id finds one request from the device that sent it to the statement that it runs; a person's name
 * finds nothing.
 */
let server: TestServer
let app: Awaited<ReturnType<typeof createApp>>
let at: string
let desk: Client
let lines: Record<string, unknown>[] = []
beforeAll(async () => {
  server = await startServer()
  desk = await server.signIn('deskKuzey', 'kuzey.localhost')
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  app = await createApp(server.deps, { log, trustProxy: [], dist: null })
  await app.listen({ port: 0, host: '127.0.0.1' })
  at = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  await server.stop()
})
beforeEach(() => void (lines = []))

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const ask = (path: string, headers: Readonly<Record<string, string>> = {}, body?: object) =>
  app.inject({
    method: body ? 'POST' : 'GET',
    url: path,
    headers: { host: 'kuzey.localhost', ...desk.headers, ...headers },
    ...(body && { payload: body }),
  })
const requestLine = async () => {
  for (let n = 0; n < 100 && !lines.some(({ msg }) => msg === 'request'); n++) await sleep(10)
  return lines.find(({ msg }) => msg === 'request')!
}

test('an incoming trace continues in the log and in the reply', async () => {
  const answer = await ask('/api/health', { traceparent: `00-${ID}-00f067aa0ba902b7-01` })
  expect(answer.headers['traceparent']).toMatch(new RegExp(`^00-${ID}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
  expect(await requestLine()).toMatchObject({ trace: ID, route: '/api/health' })
})

test('a device starts a trace with each request, using the client’s own code', async () => {
  const logged: (string | undefined)[] = []
  app.server.on('request', ({ headers }) => void logged.push(String(headers['traceparent'])))
  const send = sendAs(null)
  for (let n = 0; n < 2; n++) await send({ method: 'POST', url: `${at}/api/user/list`, body: {} })
  expect(new Set(logged).size).toBe(2)
  expect(await requestLine()).toMatchObject({ trace: logged[0]!.split('-')[1] })
})

test('PostgreSQL shows whose statement is running, and nothing once it is done', async () => {
  const client = await server.pool.connect()
  // a read of patients writes an audit line in the same transaction
  await client.query('begin; lock table audit in access exclusive mode')
  const response = ask('/api/patient/list', { traceparent: `00-${ID}-00f067aa0ba902b7-01` }, {})
  const names = await waiting(`bedside ${ID}`)
  await client.query('rollback')
  client.release()
  expect((await response).statusCode).toBe(200)
  expect(names).toContain(`bedside ${ID}`)
  expect(await applications()).not.toContain(`bedside ${ID}`)
})

test('the person is a hash under the server’s key: equal for the same person, different for others, and not an id', async () => {
  const { deskKuzey } = server.world.people
  await ask('/api/patient/list', {}, {})
  const first = (await requestLine())['actor']
  lines = []
  await ask('/api/patient/list', {}, {})
  expect((await requestLine())['actor']).toBe(first)
  expect(first).toMatch(/^[\w-]{12}$/)
  expect(first).not.toContain(deskKuzey.id.slice(0, 8))
  lines = []
  const other = await server.signIn('doctorKuzey')
  await ask('/api/patient/list', other.headers, {})
  expect((await requestLine())['actor']).not.toBe(first)
  lines = []
  await fetch(`${at}/api/health`)
  expect(await requestLine()).not.toHaveProperty('actor')
  expect(JSON.stringify(lines)).not.toContain(deskKuzey.id)
})

test('a service called by the server gets the same trace', async () => {
  const logged: unknown[] = []
  const theirs = createServer(({ headers }, response) => {
    logged.push(headers['traceparent'])
    response.end('{"doctors":[]}')
  }).listen(0, '127.0.0.1')
  await once(theirs, 'listening')
  const medisoft = medisoftOver(`http://127.0.0.1:${(theirs.address() as AddressInfo).port}`, 'key')
  const trace = traceOf(`00-${ID}-00f067aa0ba902b7-01`)
  await inTrace(trace, medisoft)
  await medisoft()
  expect(logged).toEqual([`00-${ID}-${trace.span}-01`, undefined])
  theirs.close()
})

const applications = async () =>
  (
    await server.watch.query<{ name: string }>(
      `select application_name as name from pg_stat_activity where datname = current_database()`,
    )
  ).rows.map(({ name }) => name)

async function waiting(name: string) {
  for (let n = 0; n < 250; n++) {
    const found = await applications()
    if (found.includes(name)) return found
    await sleep(10)
  }
  return applications()
}
