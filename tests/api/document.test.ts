import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdToDocument, whyNotAsWritten } from '../support/api-document.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const yes = (body: unknown, statusCode = 200, headers = { 'content-type': 'application/json; charset=utf-8' }) => ({
  statusCode,
  headers,
  body: JSON.stringify(body),
})
const health = { status: true, build: 1, now: '2026-12-01T09:00:00Z' }
const list = { method: 'POST', url: '/api/branch/getall?x=1' } as const

test('33 1: every reply of the server in its tests is checked against the document', async () => {
  const { body } = await (await server.as('deskKuzey')).call('branch.getall', { limit: 2 })
  expect(whyNotAsWritten(list, yes(body))).toBeNull()
})

test.each([
  ['a field that is missing', { status: true, build: 1 }],
  ['one of another kind', { ...health, build: '1' }],
  ['one that nobody wrote down', { ...health, secret: 1 }],
  ['a yes that is none', { ...health, status: false }],
])('%s is reported', (_, body) => expect(whyNotAsWritten('/api/health', yes(body))).toContain('serverHealth 200'))

test('a wrong field deep in a record is reported, and so is a missing SPEC name of an id', async () => {
  const { body } = await (await server.as('deskKuzey')).call('branch.getall', { limit: 2 })
  const [first, ...rest] = body['branches'] as Record<string, unknown>[]
  const { _id: _, ...without } = first!
  expect(whyNotAsWritten(list, yes({ ...body, branches: [without, ...rest] }))).toContain("'_id'")
  expect(whyNotAsWritten(list, yes({ ...body, branches: [{ ...first, version: 0 }, ...rest] }))).toContain('version')
})

test.each([
  ['a status that is not named', yes(health, 201), 'is not named'],
  ['another kind of answer', yes(health, 200, { 'content-type': 'text/html' }), 'comes as text/html'],
  ['a no without a code', yes({ status: false }, 409), 'refused'],
  ['a code that nobody knows', yes({ status: false, refused: 'because' }, 503), '/refused'],
])('%s is reported', (_, answer, why) => expect(whyNotAsWritten('/api/health', answer)).toContain(why))

test('a test that gets such a reply fails', async () => {
  const app = Fastify()
  app.get('/api/live', async () => ({ status: true }))
  app.get('/api/health', async () => ({ ...health, build: 'one' }))
  holdToDocument(app)
  expect((await app.inject('/api/live')).statusCode).toBe(200)
  await expect(app.inject({ url: '/api/health' })).rejects.toThrow('not as /api/openapi.json says: serverHealth 200')
  await app.close()
})

test('an address outside the document is ignored', () =>
  expect(whyNotAsWritten('/manifest.webmanifest', yes({}))).toBeNull())
