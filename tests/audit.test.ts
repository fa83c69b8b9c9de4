import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { auditPackages, readReasons } from '../tools/run/audit.ts'

/** A registry that reports one vulnerability, in our version of fastify, or answers as a test sets it. */
let registry: Server
let mood: 'knows' | 'has none' | 'cannot' | 'is no registry' = 'knows'
let requestBodies: Record<string, string[]> = {}
beforeAll(async () => {
  registry = createServer((request, response) => {
    if (mood === 'cannot') return void response.writeHead(405, { allow: 'GET,HEAD' }).end()
    if (mood === 'is no registry')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method !== 'POST')
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ name: 'fastify', 'dist-tags': {}, versions: {} }))
      const body = Buffer.concat(chunks)
      requestBodies = JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(mood === 'has none' ? {} : { fastify: [FAULT] }))
    })
  })
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done))
})
afterAll(() => new Promise((done) => registry.close(done)))
afterEach(() => vi.restoreAllMocks())

const FAULT = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-abcd-1234-wxyz',
  title: 'Made up',
  severity: 'high',
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 0, vectorString: null },
}
const WHY = { advisory: 'GHSA-abcd-1234-wxyz', package: 'fastify', why: 'made up as well' }

/** The audit's result and output, with npm using this registry. */
async function audit(reasons: Parameters<typeof auditPackages>[0], url = urlOf(registry)) {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  return { code: await auditPackages(reasons, [`--registry=${url}`]), said: said.join('\n') }
}
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // it listens on TCP

test('a fault without a reason fails, and is named', async () => {
  mood = 'knows'
  const { code, said } = await audit([])
  expect(code).toBe(1)
  expect(said).toContain('fastify: Made up (high, GHSA-abcd-1234-wxyz)')
  expect(requestBodies['fastify']).toHaveLength(1)
  expect(Object.keys(requestBodies).length).toBeGreaterThan(900)
})

test('with its reason it passes, and the reason is printed', async () => {
  mood = 'knows'
  const { code, said } = await audit([WHY])
  expect([code, said]).toEqual([0, expect.stringContaining('GHSA-abcd-1234-wxyz stays: made up as well')])
})

test.each([
  { ...WHY, package: 'vite' },
  { ...WHY, advisory: 'GHSA-abcd-1234-wxy9' },
])('a reason for another package or fault does not count: $package, $advisory', async (reason) => {
  mood = 'knows'
  expect((await audit([reason])).code).toBe(1)
})

test('without faults it passes, and says which reasons are left over', async () => {
  mood = 'has none'
  expect(await audit([])).toEqual({ code: 0, said: '' })
  expect((await audit([WHY])).said).toContain('its reason can go')
})

test.each(['cannot', 'is no registry'] as const)(
  'a registry that %s: it says that nothing was checked',
  async (its) => {
    mood = its
    expect(await audit([])).toEqual({ code: 0, said: expect.stringContaining('NOT looked for') })
  },
)

test('without a network it says the same', async () => {
  expect(await audit([], 'http://127.0.0.1:9/')).toEqual({ code: 0, said: expect.stringContaining('NOT looked for') })
})

test('each stored reason names its fault and package, and explains why in a sentence', () => {
  for (const reason of readReasons()) {
    expect(Object.keys(reason).toSorted()).toEqual(['advisory', 'package', 'why'])
    expect(reason.advisory).toMatch(/^(GHSA(-[\da-z]{4}){3}|\d+)$/)
    expect(reason.why.length).toBeGreaterThan(30)
  }
})
