import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileRoutes } from '../../contract/file.ts'
import { createPool } from '../../server/db/pool.ts'
import { createApp } from '../../server/app/create-app.ts'
import { videoPlatform } from '../../server/ports/video/platform.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { refreshLimits } from './cast.ts'

const dist = join(import.meta.dirname, '../../dist')
const isBuilt = existsSync(join(dist, 'index.html'))
if (!isBuilt) process.stdout.write('dist is not built: the headers of its files are not looked at.\n')

/**
 * What the policy allows inline in a page: its import map (decision 0085) and the first script on the sign-in pages
 * (0121), and no other text.
 */
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const inlineOf = (page: string) =>
  [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => hashOf(script))
const built = (file: string) => readFileSync(join(dist, file), 'utf8')
const scripts = ["'self'", ...(isBuilt ? [...inlineOf(built('index.html')), hashOf(built('boot.js'))] : [])].join(' ')

/** The headers of TRUST D7; hosts of videos, payments and maps are added with their areas. */
const D7 = {
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    'frame-src https://www.youtube-nocookie.com',
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}
const TELLS = ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials']

let server: TestServer
let app: FastifyInstance
let signed: Record<string, string>
beforeAll(async () => {
  server = await startServer()
  signed = { ...(await server.as('deskKuzey', 'kuzey.localhost')).headers }
  // the default video platform
  Object.assign(server.deps, { videos: videoPlatform() })
  app = await createApp(server.deps, { log: false, trustProxy: [], dist: isBuilt ? dist : null })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

type Request = { method?: string; url: string; headers?: Record<string, string>; payload?: string }
const send = async ({ method = 'GET', url, headers = {}, payload }: Request, to = app) =>
  to.inject({
    method: method as 'GET',
    url,
    headers: { host: 'kuzey.localhost', ...headers },
    ...(payload !== undefined && { payload }),
  })
const json = { 'content-type': 'application/json' }
const form = { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x--\r\n' }

/** Every kind of answer, and the request that leads to it. */
const answers: Record<string, [status: number, request: Request]> = {
  'a yes': [200, { url: '/api/session' }],
  'a yes to a signed-in person': [200, { url: '/api/auth', headers: { signed: '' } }],
  health: [200, { url: '/api/health' }],
  'the contract': [200, { url: '/api/openapi.json' }],
  'the page to read it by': [200, { url: '/api/docs' }],
  'a pull': [200, { url: '/api/sync', headers: { signed: '' } }],
  'a batch refused': [400, { method: 'POST', url: '/api/batch', headers: { signed: '', ...json }, payload: '{}' }],
  'bad input': [
    400,
    { method: 'POST', url: '/api/appointment/list', headers: { signed: '', ...json }, payload: '{"from":"x"}' },
  ],
  'broken JSON': [
    400,
    { method: 'POST', url: '/api/appointment/list', headers: { signed: '', ...json }, payload: '{' },
  ],
  'no body where JSON is said': [
    400,
    { method: 'POST', url: '/api/appointment/list', headers: { signed: '', ...json }, payload: '' },
  ],
  'who are you': [401, { url: '/api/auth' }],
  'not for your kind': [
    403,
    { method: 'POST', url: '/api/patient/list', headers: { 'as patient': '', ...json }, payload: '{}' },
  ],
  'does not exist for you': [
    404,
    {
      method: 'PUT',
      url: '/api/appointment/01a1fe40-2a75-7541-81a4-979355279929',
      headers: { signed: '', ...json },
      payload: '{"note":"x"}',
    },
  ],
  'no such address': [404, { url: '/api/nothing' }],
  'no such method': [404, { method: 'DELETE', url: '/api/auth' }],
  'a method of another trade': [405, { method: 'PROPFIND', url: '/api/auth' }],
  'a host nobody knows': [
    404,
    { method: 'POST', url: '/api/clinic/web', headers: { host: 'nowhere.example', ...json }, payload: '{}' },
  ],
  'an address that cannot be decoded': [404, { url: '/api/%zz' }],
  'an address with half a character': [
    404,
    { url: '/api/availability/%ED%A0%80/20260101/20260102/online', headers: { signed: '' } },
  ],
  'an address with an endless part': [
    404,
    { url: `/api/availability/${'a'.repeat(3000)}/20260101/20260102/online`, headers: { signed: '' } },
  ],
  'a named no': [
    409,
    { method: 'POST', url: '/api/auth/admin', headers: json, payload: '{"session":"x","username":"x","password":"x"}' },
  ],
  'too large': [
    413,
    {
      method: 'POST',
      url: '/api/appointment/list',
      headers: { signed: '', ...json },
      payload: `{"keyword":"${'x'.repeat(1100 * 1024)}"}`,
    },
  ],
  'not JSON': [
    415,
    {
      method: 'POST',
      url: '/api/appointment/list',
      headers: { signed: '', 'content-type': 'text/plain' },
      payload: 'x',
    },
  ],
  'too old an app': [426, { url: '/api/auth', headers: { signed: '', 'bedside-build': '0' } }],
  'a newer app than the server': [503, { url: '/api/auth', headers: { signed: '', 'bedside-build': '99' } }],
  'from another site': [403, { method: 'POST', url: '/api/session', headers: { 'sec-fetch-site': 'cross-site' } }],
  'a manifest': [200, { url: '/manifest.webmanifest' }],
  'an icon': [200, { url: '/icon-192.png' }],
  'a clinic’s page CSS': [200, { url: '/clinic.css' }],
  'a logo that is not there': [404, { url: '/clinic-logo' }],
  'an icon of another size': [404, { url: '/icon-7.png' }],
  'a file that is not there': [404, { url: '/assets/nothing.js' }],
  'a picture that does not exist for you': [
    404,
    { url: '/api/file/01a1fe40-2a75-7541-81a4-979355279929', headers: { signed: '' } },
  ],
  'a picture nobody asks for': [401, { url: '/api/file/01a1fe40-2a75-7541-81a4-979355279929' }],
  ...Object.fromEntries(
    Object.values(fileRoutes)
      .filter(({ method }) => method === 'POST')
      .flatMap(({ path }): [string, [number, Request]][] => [
        [`${path} from nobody`, [401, { method: 'POST', url: path, ...form }]],
        [
          `${path} that is no form`,
          // a doctor may see the pictures of articles, a desk may not
          [
            400,
            {
              method: 'POST',
              url: path,
              headers: { [path.includes('/article/') ? 'as doctor' : 'signed']: '', ...json },
              payload: '{}',
            },
          ],
        ],
      ]),
  ),
  'an upload not for your kind': [
    403,
    {
      method: 'POST',
      url: '/api/file/clinic/image',
      headers: { 'as patient': '', ...form.headers },
      payload: form.payload,
    },
  ],
}

describe('G10: every kind of reply has the headers of D7', () => {
  test.each(Object.entries(answers))('%s', async (_, [status, request]) => {
    const response = await send({ ...request, headers: await signedIn(request.headers ?? {}) })
    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject(D7)
    expect(TELLS.filter((name) => name in response.headers)).toEqual([])
    const isApi = request.url.startsWith('/api')
    expect([isApi, response.headers['cache-control'] === 'no-store']).toEqual([isApi, isApi])
  })

  test('too many requests: 429 gives a retry time', async () => {
    refreshLimits(server)
    await Promise.all(Array.from({ length: 600 }, () => server.deps.limits.spend('call', '127.0.0.1')))
    const response = await send({ url: '/api/session' })
    refreshLimits(server)
    expect([response.statusCode, Number(response.headers['retry-after']) > 0]).toEqual([429, true])
    expect(response.headers).toMatchObject({ ...D7, 'cache-control': 'no-store' })
  })

  test('Mapbox’ hosts are allowed if the operator has its token, for pictures and calls and nothing else', async () => {
    const withMaps = await createApp(
      { ...server.deps, mapToken: 'pk.test' },
      { log: false, trustProxy: [], dist: isBuilt ? dist : null },
    )
    await withMaps.ready()
    const { headers } = await send({ url: '/api/session' }, withMaps)
    await withMaps.close()
    const named = String(headers['content-security-policy']).split(';')
    const hosts = 'https://api.mapbox.com https://events.mapbox.com https://*.tiles.mapbox.com'
    expect(named.filter((each) => !D7['content-security-policy'].split(';').includes(each))).toEqual([
      `img-src 'self' data: blob: ${hosts}`,
      `connect-src 'self' ${hosts}`,
    ])
  })

  test('our own fault: 500 with a request id, no stack, nothing of the database', async () => {
    const pool = createPool(server.url, 2)
    const broken = await createApp(
      { ...server.deps, pool },
      { log: false, trustProxy: [], dist: isBuilt ? dist : null },
    )
    await broken.ready()
    await pool.end()
    const response = await send({ url: '/api/health' }, broken)
    await broken.close()
    expect(response.statusCode).toBe(500)
    expect(response.headers).toMatchObject({ ...D7, 'cache-control': 'no-store' })
    expect(response.json()).toEqual({
      status: false,
      refused: 'server_error',
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })
})

/** The headers of a request in the table: a marker header names the actor; without one, no one is signed in. */
async function signedIn({
  signed: as,
  'as patient': asPatient,
  'as doctor': asDoctor,
  ...headers
}: Record<string, string>) {
  if (asDoctor !== undefined) return { ...(await server.as('doctorKuzey')).headers, ...headers }
  if (asPatient !== undefined) return { ...(await server.as('patientKuzey')).headers, ...headers }
  return as === undefined ? headers : { ...signed, ...headers }
}

test.each(Object.entries(answers).filter(([, [status, { url }]]) => status >= 400 && url.startsWith('/api')))(
  'DESIGN “contract”: %s gets our envelope, and nothing is echoed',
  async (_, [, request]) => {
    const response = await send({ ...request, headers: await signedIn(request.headers ?? {}) })
    expect(response.headers['content-type']).toContain('application/json')
    const { status, refused, ...more } = response.json<{ status: boolean; refused: string }>()
    expect([status, typeof refused]).toEqual([false, 'string'])
    expect(Object.keys(more).filter((name) => !['fields', 'build', 'seconds'].includes(name))).toEqual([])
  },
)

test.each([
  ['/assets/kdf.worker-C3QI1SE_.js', true],
  ['/assets/digest.worker-C3QI1SE_.js', true],
  ['/assets/kdf.worker-C3QI1SE_.js.html', false],
  ['/kdf.worker-C3QI1SE_.js', false],
  ['/assets/first-kdf.worker.js', false],
  ['/appointment?x=/assets/kdf.worker-C3QI1SE_.js', false],
])('D7: WebAssembly is allowed only in the worker that derives keys: %s', async (url, may) => {
  const { headers } = await send({ url })
  const policy = D7['content-security-policy']
  expect(headers['content-security-policy']).toBe(
    may ? policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'") : policy,
  )
})

test.each([
  ['/appointment/01a1fe40-2a75-7541-81a4-979355279929/meeting', true],
  ['/appointment/01a1fe40-2a75-7541-81a4-979355279929/meeting?x=1', true],
  ['/appointment/01a1fe40-2a75-7541-81a4-979355279929', false],
  ['/appointment/a/b/meeting', false],
  ['/x/appointment/a/meeting', false],
  ['/appointment?x=/appointment/a/meeting', false],
  ['/api/appointment/01a1fe40-2a75-7541-81a4-979355279929/meeting', false],
  ['/kiosk', true],
  ['/kiosk?x=1', true],
  ['/kiosk/tablets', false],
  ['/login?x=/kiosk', false],
])('the camera is allowed only for joining an online visit and on a check-in tablet: %s', async (url, may) => {
  const response = await send({ url })
  expect(response.headers['permissions-policy']).toBe(
    `camera=${may ? '(self)' : '()'}, microphone=${may ? '(self)' : '()'}, geolocation=(self), payment=(), usb=()`,
  )
})

describe.runIf(isBuilt)('the app’s own files', () => {
  test.each([
    ['/', 'no-cache'],
    ['/appointment', 'no-cache'],
    ['/doctor-login', 'private, no-cache'],
  ])('%s returns the shell, revalidated each time', async (url, cache) => {
    // a device that has signed in gets the shell; for any other, `/` is the public page (tests/site/site.test.ts)
    const response = await send({ url, headers: { cookie: 'user-token=x' } })
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, cache])
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.headers).toMatchObject(D7)
  })

  test('the page is compressed at every address, and not sent again to a browser that has it', async () => {
    const packed = await send({ url: '/appointment', headers: { 'accept-encoding': 'br, gzip' } })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
    })
    expect(packed.rawPayload.length).toBeLessThan(8000)
    const again = await send({
      url: '/payment',
      headers: { 'if-none-match': String(packed.headers['etag']), 'accept-encoding': 'br, gzip' },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers).toMatchObject(D7)
  })

  test.each(['/login', '/doctor-login', '/patient-login'])(
    '%s is in its page before any script, with its styles, and without scripts outside the policy',
    async (url) => {
      const { body, headers } = await send({ url, headers: { cookie: 'user-lang=de', 'accept-encoding': 'identity' } })
      expect(body).toContain('<html')
      expect(body).toMatch(/lang="de"/)
      expect(body).toContain('<title>Klinik kuzey</title>')
      expect(body.match(/<meta name="description" content="[^"]{9}/g)).toEqual([
        '<meta name="description" content="Klinik ku',
      ])
      const named = String(headers['content-security-policy'])
      expect(inlineOf(body).length).toBe(2)
      for (const hash of inlineOf(body)) expect(named).toContain(hash)
      // the form comes before everything that blocks rendering, and no typeface is preloaded
      const [head = '', below = ''] = body.split('<body>')
      expect(head).not.toMatch(/rel="stylesheet"|as="font"|<script src/)
      expect(below.indexOf('id="early-form"')).toBeLessThan(below.indexOf('rel="stylesheet"'))
      expect(below).toMatch(/id="early"[^]*<div id="root"><\/div>/)
      expect(body.match(/<script type="module"/g)).toEqual(built('index.html').match(/<script type="module"/g))
    },
  )

  test('a sign-in page of an unknown host, and one while the database is down, is the general page', async () => {
    const plain = built('index.html')
    expect((await send({ url: '/login', headers: { host: 'nowhere.example' } })).body).toBe(plain)
    const { databaseIsUp } = server.deps
    Object.assign(server.deps, { databaseIsUp: () => false })
    expect((await send({ url: '/login' })).body).toBe(plain)
    Object.assign(server.deps, { databaseIsUp })
  })

  test('the only script in the page is its import map, allowed by the policy and placed before all others', async () => {
    const { body, headers } = await send({ url: '/appointment' })
    const [inline, ...more] = inlineOf(body)
    expect(more).toEqual([])
    expect(String(headers['content-security-policy']).split(';')).toContain(
      `script-src 'self' ${inline} ${hashOf(built('boot.js'))}`,
    )
    const [first = ''] = /<script.*?<\/script>/s.exec(body) ?? []
    const map = JSON.parse(/^<script type="importmap">(.*)<\/script>$/s.exec(first)![1]!) as { imports: object }
    const files = Object.values(map.imports) as string[]
    expect(files.length).toBeGreaterThan(100)
    const there = new Set(readdirSync(join(dist, 'assets')).map((name) => `/assets/${name}`))
    expect(files.filter((file) => !there.has(file))).toEqual([])
  })

  test.each(['kdf', 'digest'])('the worker %s is the file the server knows by name', async (workerKind) => {
    const [worker, ...more] = readdirSync(join(dist, 'assets')).filter((name) =>
      new RegExp(`^${workerKind}\\.worker.*\\.js$`).test(name),
    )
    expect(more).toEqual([])
    const response = await send({ url: `/assets/${worker}` })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'")
  })

  test('a file with a hash in its name may be cached for ever', async () => {
    const shell = (await send({ url: '/appointment' })).body
    const asset = /(?<= src=")\/assets\/[\w.-]+\.js(?=")/.exec(shell)![0]
    const response = await send({ url: asset })
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers).toMatchObject(D7)
  })

  test.each(['/robots.txt~', '/index.html.bak', '/sw.mjs.orig', '/.git'])(
    '%s is not a page of the app: an editor’s leftover of a file is not served',
    async (url) => {
      const { statusCode, headers } = await send({ url, headers: { cookie: 'user-token=x' } })
      expect([statusCode, headers['content-type']]).toEqual([404, expect.stringContaining('application/json')])
    },
  )
  test('a dot in the query does not count as part of the address', async () => {
    expect((await send({ url: '/login?back=/appointment%3Fq=dr.' })).statusCode).toBe(200)
    expect((await send({ url: '/appointment?q=dr.' })).statusCode).toBe(200)
  })

  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/../../package.json',
    '/assets/..%5c..%5cpackage.json',
    '/.env',
    '//etc/passwd',
  ])('%s returns nothing', async (url) => {
    const response = await send({ url })
    expect(response.body).not.toMatch(/"dependencies"|root:/)
  })
})

describe('D5: a cross-site request is refused, whatever it contains', () => {
  const write = { method: 'PUT', url: '/api/notify/readall', payload: '{}' }
  test.each([
    ['a browser that says so', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['an origin that only begins alike', { origin: 'http://kuzey.localhost.evil.example' }, 403],
    ['another port', { origin: 'http://kuzey.localhost:81' }, 403],
    ['another clinic’s host', { origin: 'http://linden.localhost' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['an origin that is none', { origin: 'kuzey.localhost' }, 403],
    ['both, one of them right', { 'sec-fetch-site': 'cross-site', origin: 'http://kuzey.localhost' }, 403],
    ['its own page', { 'sec-fetch-site': 'same-origin', origin: 'http://kuzey.localhost' }, 200],
    ['no browser', {}, 200],
  ] as const)('%s', async (_, headers, status) => {
    const response = await send({ ...write, headers: { ...signed, ...json, ...headers } })
    expect(response.statusCode).toBe(status)
  })

  test('a sibling host of the same site is recognised by its origin', async () => {
    const response = await send({
      ...write,
      headers: { ...signed, ...json, 'sec-fetch-site': 'same-site', origin: 'http://linden.localhost' },
    })
    expect(response.statusCode).toBe(403)
  })

  test('cookies alone open nothing: neither the bind cookie nor SPEC’s own is a token', async () => {
    const { authorization, session } = signed
    const cookie = `user-token=${authorization}; user-session=${session}; bind=${session}`
    expect((await send({ ...write, headers: { ...json, cookie } })).statusCode).toBe(401)
  })

  test('a preflight allows nothing', async () => {
    const response = await send({
      method: 'OPTIONS',
      url: '/api/auth',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
    })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

test.each([
  ['no HTTP', 'HELLO\r\n\r\n'],
  [
    'two lengths',
    'POST /api/auth HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['headers of a megabyte', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(1_000_000)}\r\n\r\n`],
])('D19: %s on the wire gets our envelope without an echo, and the server keeps running', async (_, bytes) => {
  const address = app.server.listening
    ? app.server.address()
    : await app.listen({ port: 0, host: '127.0.0.1' }).then(() => app.server.address())
  const { port } = address as { port: number } // listens on TCP
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  const said = await text(socket).catch(() => '')
  expect(said).toMatch(/^(HTTP\/1\.1 4\d\d .*\r\n\r\n\{"status":false,"refused":"[a-z_]+"(,"fields":\{\})?\})?$/s)
  expect(said).not.toMatch(/HELLO|xxx/)
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
})
