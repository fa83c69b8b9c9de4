import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../server/app/create-app.ts'
import { isLetIn } from '../../server/http/demo-door.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  server = await startServer()
  app = await createApp(server.deps, {
    log: false,
    trustProxy: ['127.0.0.1'],
    dist: null,
    demoDoor: { hosts: new Set(['demo.example.org']) },
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1', url = '/api/health') =>
  app.inject({ method: 'GET', url, headers, remoteAddress })

describe('a demo server answers its own machine only', () => {
  test.each([
    ['from the same network', { host: 'localhost:3000' }, '192.168.1.20'],
    ['from the internet, over IPv6', { host: 'localhost' }, '2001:db8::7'],
    ['an IPv4 address in IPv6', { host: 'localhost' }, '::ffff:203.0.113.9'],
    ['a tunnel that keeps the public host', { host: 'clinic-demo.example.net' }, '127.0.0.1'],
    ['a proxy that names its client', { host: 'localhost', 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
    ['a chain with a loopback end', { host: 'localhost', 'x-forwarded-for': '203.0.113.9, 127.0.0.1' }, '127.0.0.1'],
    ['a proxy that names the host', { host: 'localhost', 'x-forwarded-host': 'demo.clinic.example' }, '127.0.0.1'],
    ['RFC 7239', { host: 'localhost', forwarded: 'for="[2001:db8::7]:4711";proto=https' }, '127.0.0.1'],
    ['RFC 7239 with a host', { host: 'localhost', forwarded: 'for=127.0.0.1; host=demo.clinic.example' }, '127.0.0.1'],
    ['RFC 7239, hidden', { host: 'localhost', forwarded: 'for=_hidden' }, '127.0.0.1'],
    ['nginx', { host: 'localhost', 'x-real-ip': '203.0.113.9' }, '127.0.0.1'],
    ['a host that begins like ours', { host: 'localhost.example.net' }, '127.0.0.1'],
    ['an address that begins like ours', { host: '127.0.0.1.example.net' }, '127.0.0.1'],
    ['no host that can be read', { host: '%zz' }, '127.0.0.1'],
  ])('%s is refused', async (_, headers, from) => {
    const answer = await ask(headers, from)
    expect([answer.statusCode, answer.json()]).toEqual([403, { status: false, refused: 'demo_only_here' }])
    expect(answer.headers['content-security-policy']).toBeDefined()
  })

  test.each([
    ['the platform', { host: 'localhost:3000' }],
    ['a clinic', { host: 'kuzey.localhost:3000' }],
    ['by address', { host: '127.0.0.1:3000' }],
    ['over IPv6', { host: '[::1]:3000' }],
    [
      'a proxy of this machine',
      { host: 'localhost', 'x-forwarded-for': '127.0.0.1, ::1', 'x-forwarded-host': 'localhost:3000' },
    ],
    ['RFC 7239 on this machine', { host: 'localhost', forwarded: 'for="[::1]:4711";host=localhost:3000' }],
  ])('%s is accepted', async (_, headers) => {
    expect((await ask(headers)).statusCode).toBe(200)
    expect((await ask(headers, '::1')).statusCode).toBe(200)
  })

  test('a name set in its environment opens it under that name and no other', async () => {
    expect((await ask({ host: 'demo.example.org', 'x-forwarded-for': '203.0.113.9' }, '10.0.0.2')).statusCode).toBe(200)
    expect((await ask({ host: 'other.example.org' }, '10.0.0.2')).statusCode).toBe(403)
  })

  test('the page explains why, in four languages, and reveals no way in', async () => {
    const page = await ask({ host: 'localhost', accept: 'text/html,*/*' }, '192.168.1.20', '/patient-login')
    expect(page.statusCode).toBe(403)
    expect(page.headers['content-type']).toContain('text/html')
    for (const lang of ['tr', 'en', 'de', 'ru']) expect(page.body).toContain(`<section lang="${lang}">`)
    expect((await ask({ host: 'localhost' }, '192.168.1.20', '/dev/outbox')).statusCode).toBe(403)
  })

  test('the socket, which passes no hook, checks the same', () => {
    const from = (remoteAddress: string, headers = {}) =>
      isLetIn({ hosts: new Set() }, { socket: { remoteAddress }, headers: { host: 'localhost', ...headers } } as never)
    expect([from('::ffff:127.0.0.1'), from('10.0.0.2'), from('127.0.0.1', { 'x-real-ip': '10.0.0.2' })]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('a real server is open to everyone', async () => {
    const open = await createApp(server.deps, { log: false, trustProxy: [], dist: null })
    const { statusCode } = await open.inject({ method: 'GET', url: '/api/health', remoteAddress: '203.0.113.9' })
    await open.close()
    expect(statusCode).toBe(200)
  })
})
