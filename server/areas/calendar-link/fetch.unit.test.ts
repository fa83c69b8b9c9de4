import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchCalendar, NotFetched } from './fetch.ts'
import type { OpenWeb } from '../../ports/calendar/open-web.ts'

let answerWith: (request: IncomingMessage, response: ServerResponse) => void
const server = createServer((request, response) => answerWith(request, response))
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/**
 * A network that resolves these names, and where every address leads to the stub on loopback; `dialled` are the
 * addresses to which connections were made.
 */
function web(
  names: Readonly<Record<string, readonly string[]>>,
  sequence: Readonly<Record<string, readonly (readonly string[])[]>> = {},
) {
  const dialled: string[] = []
  const lookups = new Map<string, number>()
  const made: OpenWeb = {
    resolve: async (host) => {
      const n = lookups.get(host) ?? 0
      lookups.set(host, n + 1)
      return sequence[host]?.[n] ?? names[host] ?? []
    },
    connect: ({ address }) => {
      dialled.push(address)
      return connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }) // it listens on a port
    },
  }
  return { ...made, dialled, asked: lookups }
}
const PUBLIC = '93.184.215.14'
const house = () => web({ 'calendar.example.org': [PUBLIC] })
const URL_ = 'https://calendar.example.org/feed.ics'
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof NotFetched ? error : Promise.reject(error)),
  )

describe('fetching a calendar', () => {
  test('returns the unpacked bytes, and the validators for the next request', async () => {
    answerWith = (_, response) => {
      response.writeHead(200, {
        etag: '"7"',
        'last-modified': 'Sun, 22 Nov 2026 05:00:00 GMT',
        'content-encoding': 'gzip',
      })
      response.end(gzipSync('BEGIN:VCALENDAR'))
    }
    expect(await fetchCalendar(house(), URL_)).toEqual({
      bytes: Buffer.from('BEGIN:VCALENDAR'),
      marks: { etag: '"7"', modified: 'Sun, 22 Nov 2026 05:00:00 GMT' },
    })
    let sent: IncomingMessage['headers'] = {}
    answerWith = (request, response) => {
      sent = request.headers
      response.writeHead(304).end()
    }
    expect(await fetchCalendar(house(), URL_, { etag: '"7"', modified: 'then' })).toBe('unchanged')
    expect(sent).toMatchObject({ 'if-none-match': '"7"', 'if-modified-since': 'then', host: 'calendar.example.org' })
  })

  test('stops at an endless reply, a small one that unpacks to too much, a slow one and a malformed one', async () => {
    answerWith = (_, response) => {
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(64_000)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    }
    expect(await failure(fetchCalendar(house(), URL_))).toMatchObject({ reason: 'too_large' })
    answerWith = (_, response) => void response.writeHead(200, { 'content-length': String(2 ** 31) }).write('x')
    expect(await failure(fetchCalendar(house(), URL_))).toMatchObject({ reason: 'too_large' })
    answerWith = (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)))
    expect(await failure(fetchCalendar(house(), URL_))).toMatchObject({ reason: 'too_large' })
    answerWith = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all')
    expect(await failure(fetchCalendar(house(), URL_))).toMatchObject({ reason: 'unreachable' })
    answerWith = (_, response) => void response.writeHead(200).write('x')
    expect(await failure(fetchCalendar(house(), URL_, undefined, 300))).toMatchObject({ reason: 'unreachable' })
    answerWith = (request) => void request.socket.destroy()
    expect(await failure(fetchCalendar(house(), URL_))).toMatchObject({ reason: 'unreachable' })
    answerWith = (_, response) => void response.writeHead(403).end('who are you')
    expect(await failure(fetchCalendar(house(), URL_))).toMatchObject({ reason: 'refused' })
  })
})

type Case = {
  readonly id: string
  readonly url: string
  readonly verdict: 'allow' | 'refuse'
  readonly stage: string
  readonly dns?: Readonly<Record<string, readonly string[]>>
  readonly dnsSequence?: Readonly<Record<string, readonly (readonly string[])[]>>
  readonly redirects?: readonly (readonly [number, string])[]
}
const file = join(import.meta.dirname, '../../../../shared/data/urls-ssrf.json')
const cases = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Case[]) : []

// the list is not part of the project; without it only the cases below run
describe.skipIf(cases.length === 0)('calendar addresses as people and attackers type them', () => {
  test.each(cases)('$id: $verdict', async ({ url, verdict, stage, dns = {}, dnsSequence, redirects = [] }) => {
    const steps = [...redirects]
    answerWith = (_, response) => {
      const step = steps.shift()
      if (step) response.writeHead(step[0], { location: step[1] }).end()
      else response.writeHead(200).end('BEGIN:VCALENDAR')
    }
    const client = web(dns, dnsSequence)
    const why = await failure(fetchCalendar(client, url))
    // every dialled address had been found public
    expect(client.dialled.every((address) => !/^(127|10|192\.168|169\.254)\.|^::1/.test(address))).toBe(true)
    // rebinding: one look-up, and the connection goes to its result, so that the second answer is never used
    const stopped = dnsSequence ? client.asked.size === 1 && [...client.asked.values()][0] === 1 : why !== null
    expect(stopped).toBe(verdict === 'refuse')
    // only https is accepted, so plain http may be stopped sooner
    expect([dnsSequence ? undefined : stage, 'scheme', '-']).toContain(dnsSequence ? undefined : (why?.stage ?? '-'))
  })
})

describe('addresses that are refused before any DNS lookup', () => {
  test.each([
    ['http://calendar.example.org/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user:secret@calendar.example.org/', 'userinfo'],
    ['https://calendar.example.org:8443/', 'port'],
    ['https://127.0.0.1/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://[::ffff:10.0.0.1]/', 'address'],
    ['https://169.254.169.254/latest/meta-data/', 'address'],
    ['webcal://2130706433/', 'address'],
    ['https://inside.example.org/', 'dns'],
    ['not an address', 'parse'],
  ])('%s', async (url, stage) => {
    const client = web({ 'inside.example.org': [PUBLIC, '10.1.2.3'] })
    expect(await failure(fetchCalendar(client, url))).toMatchObject({ reason: 'address_refused', stage })
    expect(client.dialled).toEqual([])
  })

  test('a redirect into the private network is not followed', async () => {
    answerWith = (_, response) => void response.writeHead(302, { location: 'https://127.0.0.1/' }).end()
    const client = house()
    expect(await failure(fetchCalendar(client, URL_))).toMatchObject({ reason: 'address_refused', stage: 'redirect' })
    expect(client.dialled).toEqual([PUBLIC])
  })
})
