import { request, type OutgoingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { processMs } from '../support/cpu.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let port: number
let desk: Client

beforeAll(async () => {
  server = await startServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as { port: number }).port // listens on TCP
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  const { doctorKuzey, patientKuzey } = server.world.people
  for (let n = 0; n < 20; n++)
    await server.world.visit(doctorKuzey.id, patientKuzey.id, server.world.clinics.kuzey, server.world.slot(1, n))
})
afterAll(() => server.stop())

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync }

describe('replies', () => {
  test.each([
    ['what browsers send', 'gzip, deflate, br, zstd', 'br'],
    ['gzip alone', 'gzip', 'gzip'],
    ['brotli refused', 'br;q=0, gzip', 'gzip'],
    ['nothing said', undefined, undefined],
    ['nothing but as it is', 'identity', undefined],
    ['a kind nobody has', 'snappy', undefined],
  ])('a first fill to a client that accepts %s', async (_, accepted, encoding) => {
    const plain = await ask('GET', '/api/sync')
    const { headers, bytes } = await ask('GET', '/api/sync', undefined, { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toBe('accept-encoding')
    const unpacked = encoding ? UNPACK[encoding]!(bytes) : bytes
    expect(rowsOf(unpacked)).toEqual(rowsOf(plain.bytes))
    expect(bytes.length).toBeLessThan(plain.bytes.length / (encoding ? 4 : 0.9))
  })

  test.each([
    ['a list', 'POST', '/api/appointment/list', '{}'],
    ['the contract', 'GET', '/api/openapi.json', undefined],
    ['the contract as a page', 'GET', '/api/docs', undefined],
  ])('%s is compressed', async (_, method, url, body) => {
    const { headers } = await ask(method, url, body, { 'accept-encoding': 'br' })
    expect([headers['content-encoding'], headers['vary']]).toEqual(['br', 'accept-encoding'])
  })

  test('BREACH: a reply with a secret is sent uncompressed, however long', async () => {
    const body = JSON.stringify({ id: newId(), name: 'Ayşe', phone: '+905551112233', allergies: '漢'.repeat(500) })
    const { status, headers, bytes } = await ask('POST', '/api/patient/add', body, { 'accept-encoding': 'br' })
    expect([status, headers['content-encoding'], headers['vary']]).toEqual([200, undefined, undefined])
    expect(bytes.length).toBeGreaterThan(1500)
  })

  test('a pull with nothing new does not grow', async () => {
    let cursor = ''
    let page: { bytes: Buffer; headers: Record<string, unknown> }
    let more = true
    do {
      page = await ask('GET', `/api/sync?cursor=${cursor}`, undefined, { 'accept-encoding': 'identity' })
      ;({ cursor, more } = JSON.parse(page.bytes.toString()) as { cursor: string; more: boolean })
    } while (more)
    // a cursor names each open transaction of other tests in this cluster (decision 0053), so both requests follow each
    // other
    await expect
      .poll(async () => {
        const [plain, squeezed] = [
          await ask('GET', `/api/sync?cursor=${cursor}`, undefined, { 'accept-encoding': 'identity' }),
          await ask('GET', `/api/sync?cursor=${cursor}`, undefined, { 'accept-encoding': 'br' }),
        ]
        page = squeezed
        return squeezed.bytes.length - plain.bytes.length
      })
      .toBeLessThanOrEqual(0)
    expect(page.headers['content-encoding']).toBeUndefined()
  })
})

describe('bodies', () => {
  const ENCODING = { 'content-encoding': 'picklist' }
  const batch = (note: string) => JSON.stringify({ calls: [one(note)] })
  const one = (note: string) => ({
    call: 'patient.addNote',
    key: newId(),
    base: null,
    madeAt: new Date(server.clock.now).toISOString(),
    input: { id: newId(), patientId: server.world.people.patientKuzey.id, text: note },
  })

  test('a gzipped batch is accepted like a plain one', async () => {
    const { status, bytes } = await ask('POST', '/api/batch', gzipSync(batch('x'.repeat(1900))), GZIP)
    expect([status, answersOf(bytes)]).toEqual([200, [200]])
  })

  test('a gzip bomb gets 413 with a code, and does not keep the server busy', async () => {
    // gzip allows several members, one after the other
    const member = gzipSync(Buffer.alloc(8 * 1024 * 1024))
    const bomb = Buffer.concat(Array.from<Buffer>({ length: 32 }).fill(member))
    const started = processMs()
    for (let n = 0; n < 32; n++) gunzipSync(member)
    const before = processMs()
    const whole = before - started
    const { status, bytes } = await ask('POST', '/api/batch', bomb, GZIP)
    expect([status, JSON.parse(bytes.toString())]).toEqual([413, { status: false, refused: 'body_too_large' }])
    await new Promise((later) => setTimeout(later, 1000))
    expect(processMs() - before).toBeLessThan(whole / 2)
  })

  test.each([
    ['an encoding nobody knows', 'snappy', Buffer.from('{}'), 415, ENCODING],
    ['brotli, which is not taken', 'br', Buffer.from('{}'), 415, ENCODING],
    ['twice', 'gzip, gzip', gzipSync(gzipSync('{}')), 415, ENCODING],
    ['gzip that is none', 'gzip', Buffer.from('{"calls":[]}'), 400, { body: 'gzip' }],
    ['gzip cut short', 'gzip', gzipSync(JSON.stringify({ calls: [] })).subarray(0, 15), 400, { body: 'gzip' }],
    ['gzip of no JSON', 'gzip', gzipSync('x'), 400, {}],
  ])('%s is refused with a code', async (_, encoding, body, expected, fields) => {
    const { status, bytes } = await ask('POST', '/api/batch', body, { ...GZIP, 'content-encoding': encoding })
    const answer = JSON.parse(bytes.toString()) as Record<string, unknown>
    expect(answer).toEqual({ status: false, refused: 'bad_input', fields })
    expect(status).toBe(expected)
  })
})

const GZIP = { 'content-encoding': 'gzip' }

/** Over TCP with node:http, which neither requests compression nor decompresses by itself. */
function ask(
  method: string,
  url: string,
  body?: string | Buffer,
  headers: OutgoingHttpHeaders = {},
): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }> {
  const present = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: { ...desk.headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...present },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const rowsOf = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { rows: unknown }).rows
const answersOf = (bytes: Buffer) =>
  (JSON.parse(bytes.toString()) as { answers: { status: number }[] }).answers.map(({ status }) => status)
