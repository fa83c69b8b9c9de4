import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { startServer, type Client, type TestServer } from '../../tests/support/server.ts'
import { createApp } from '../app/create-app.ts'
import type { Deps } from './handler.ts'
import { openSockets, type Sockets } from './sockets.ts'

let server: TestServer
let app: FastifyInstance
let sockets: Sockets
let base: string
const opened: Socket[] = []

beforeAll(async () => {
  server = await startServer()
  // in main.ts's order: the app first, then the sockets on its server
  const late: { current?: Sockets } = {}
  const deps: Deps = {
    ...server.deps,
    poke: (rooms) => late.current?.poke(rooms),
    closeSockets: (session) => late.current?.closeSockets(session),
  }
  app = await createApp(deps, { log: false, trustProxy: [], dist: null })
  await app.ready()
  sockets = late.current = openSockets(app, deps)
  base = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect()
})
afterAll(async () => {
  const closed = app.close()
  sockets.close()
  await closed
  await server.stop()
})

type Auth = { readonly token?: unknown; readonly session?: unknown; readonly clinics?: unknown }

/** Opens a socket; returns it, or why it was refused. */
async function open(
  auth: Auth,
  headers: Record<string, string> = {},
  transport: 'websocket' | 'polling' = 'websocket',
) {
  const socket = io(base, {
    path: '/socket.io',
    transports: [transport],
    auth,
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  })
  opened.push(socket)
  const pokes: string[] = []
  socket.onAny(
    (event: string, ...data: unknown[]) =>
      void pokes.push([event, ...data.map((each) => JSON.stringify(each))].join(' ')),
  )
  const refused = await new Promise<string | null>((done) => {
    socket.on('connect', () => done(null))
    socket.on('connect_error', (error) => done(error.message))
  })
  return { socket, heard: pokes, refused }
}
const authOf = ({ token, headers }: Client): Auth => ({ token, session: headers['session'] })

/** The desk of Kuzey books, over the app that has the sockets. */
let slot = 0
async function book() {
  const { people, clinics } = server.world
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const response = await app.inject({
    method: 'POST',
    url: '/api/bank/payment',
    headers: { ...desk.headers, 'idempotency-key': newId() },
    payload: {
      id: newId(),
      paymentId: newId(),
      patientId: people.patientKuzey.id,
      doctorId: people.doctorKuzey.id,
      clinicId: clinics.kuzey,
      start: server.world.slot(5, slot++),
      duration: 20,
      type: 'face-to-face',
      payWith: 'later',
    },
  })
  expect(response.statusCode).toBe(200)
}
const isSoon = async (so: () => boolean) => {
  for (let i = 0; i < 50 && !so(); i++) await sleep(20)
  return so()
}

describe('D14: who is notified of a booking, and with what', () => {
  test('its clinic, its doctor, its patient and the admins get an empty poke within a second', async () => {
    const near = await Promise.all(
      (
        [
          ['deskKuzey', 'kuzey.localhost'],
          ['doctorKuzey', 'localhost'],
          ['patientKuzey', 'localhost'],
          ['admin', 'localhost'],
        ] as const
      ).map(async ([who, host]) => open(authOf(await server.as(who, host)))),
    )
    expect(near.map(({ refused }) => refused)).toEqual([null, null, null, null])
    await book()
    expect(await isSoon(() => near.every(({ heard }) => heard.length > 0))).toBe(true)
    expect(new Set(near.flatMap(({ heard }) => heard))).toEqual(new Set(['notify']))
  })

  test('many devices are not poked at the same moment, and each once, however many changes there are', async () => {
    const room = 'all'
    const near = []
    const names = ['deskKuzey', 'deskLinden', 'doctorKuzey', 'doctorLinden', 'doctorBoth', 'patientKuzey'] as const
    for (const who of names) for (let n = 0; n < 4; n++) near.push(await open(authOf(await server.as(who))))
    const open_ = near.filter(({ refused }) => refused === null)
    expect(open_.length).toBeGreaterThan(20)
    const moments: number[] = []
    for (const { socket } of open_) socket.on('notify', () => moments.push(Date.now()))
    for (let n = 0; n < 10; n++) sockets.poke([room])
    await sleep(1500)
    expect(moments.length).toBe(open_.length)
    expect(Math.max(...moments) - Math.min(...moments)).toBeGreaterThan(200)
  })

  test('R63: no one else is notified: another clinic, another doctor, another patient, the private clinic', async () => {
    const far = await Promise.all(
      (
        [
          ['deskLinden', 'linden.localhost'],
          ['deskGizli', 'gizli.localhost'],
          ['doctorLinden', 'localhost'],
          ['doctorBoth', 'localhost'],
          ['patientLinden', 'localhost'],
          ['patientGizli', 'gizli.localhost'],
        ] as const
      ).map(async ([who, host]) => open(authOf(await server.as(who, host)))),
    )
    const near = await open(authOf(await server.as('deskKuzey', 'kuzey.localhost')))
    await book()
    expect(await isSoon(() => near.heard.length > 0)).toBe(true)
    expect(far.flatMap(({ heard }) => heard)).toEqual([])
  })

  test('R63: no client event joins a room or has any effect', async () => {
    const stranger = await open(authOf(await server.as('deskLinden', 'linden.localhost')))
    const { kuzey } = server.world.clinics
    for (const event of ['join', 'subscribe', 'room', 'joinRoom', 'poke', 'message', 'notify', `clinic:${kuzey}`])
      for (const data of [`clinic:${kuzey}`, { room: `clinic:${kuzey}` }, [`clinic:${kuzey}`, 'admin', 'all']])
        stranger.socket.emit(event, data)
    const acknowledged = await stranger.socket
      .timeout(300)
      .emitWithAck('join', `clinic:${kuzey}`)
      .catch(() => 'no answer')
    const near = await open(authOf(await server.as('deskKuzey', 'kuzey.localhost')))
    await book()
    expect(await isSoon(() => near.heard.length > 0)).toBe(true)
    expect([acknowledged, stranger.heard]).toEqual(['no answer', []])
  })
})

describe('an admin is notified about the clinics that their device holds (decision 0125)', () => {
  const admin = async (clinics?: unknown) => open({ ...authOf(await server.as('admin')), clinics })

  test('about the chosen clinics, or else the first; an invalid list chooses nothing', async () => {
    const { kuzey, linden } = server.world.clinics
    const near = [await admin(), await admin(kuzey), await admin([kuzey])]
    const far = [await admin(linden), await admin(`${linden},${newId()}`)]
    await book()
    expect(await isSoon(() => near.every(({ heard }) => heard.length > 0))).toBe(true)
    expect(far.flatMap(({ heard }) => heard)).toEqual([])
  })

  test('rule 47: not about a private clinic, chosen or not, nor about one that has become private', async () => {
    const { kuzey, gizli } = server.world.clinics
    const [chose, before] = [await admin(gizli), await admin(kuzey)]
    const gone = await server.pool.query('update clinic set private = true where id = $1', [kuzey])
    expect(gone.rowCount).toBe(1)
    const desk = await open(authOf(await server.as('deskKuzey', 'kuzey.localhost')))
    await book()
    expect(await isSoon(() => desk.heard.length > 0)).toBe(true)
    await server.pool.query('update clinic set private = false where id = $1', [kuzey])
    sockets.poke([`admins:${gizli}`])
    await sleep(200)
    expect([...chose.heard, ...before.heard]).toEqual([])
  })
})

describe('R62, R63: who may connect', () => {
  const right = async () => authOf(await server.as('deskKuzey', 'kuzey.localhost'))

  test.each(['websocket', 'polling'] as const)(
    'without a token, or with an invalid one, no %s opens',
    async (transport) => {
      const { token, session } = await right()
      const wrong: Auth[] = [
        {},
        { session },
        { token: session },
        { token: '' },
        { token: 'x', session },
        { token: [token] },
        { token: { toString: token } },
        { token, session: 'x' },
      ]
      for (const auth of wrong) expect((await open(auth, {}, transport)).refused).toBe('token_invalid')
      expect((await open({ token, session }, {}, transport)).refused).toBeNull()
      expect((await open({ token }, {}, transport)).refused).toBeNull()
    },
  )

  test('R62: cookies alone open nothing', async () => {
    const { token, session } = await right()
    const { refused } = await open(
      {},
      {
        cookie: `user-token=${String(token)}; user-session=${String(session)}; bind=${String(session)}`,
        authorization: String(token),
      },
    )
    expect(refused).toBe('token_invalid')
  })

  test.each(['https://evil.example', 'http://127.0.0.1.evil.example', 'http://127.0.0.1:1', 'null', 'file://'])(
    'R62: a page of %s cannot connect, with or without the right token',
    async (origin) => {
      for (const transport of ['websocket', 'polling'] as const)
        expect((await open(await right(), { origin }, transport)).refused).not.toBeNull()
    },
  )

  test('its own page can', async () => {
    expect((await open(await right(), { origin: base })).refused).toBeNull()
  })

  test('a browser’s token also needs the cookie that scripts cannot read here (D1)', async () => {
    const { session } = (await app.inject({ url: '/api/session', headers: { host: 'localhost' } })).json<{
      session: string
    }>()
    const signIn = await app.inject({
      method: 'POST',
      url: '/api/auth/doctor',
      headers: { host: 'localhost', 'sec-fetch-site': 'same-origin' },
      payload: { session, username: server.world.people.doctorKuzey.username, password: 'Correct-horse-9' },
    })
    const auth = signIn.json<{ token: string; session: string }>()
    const cookie = String(signIn.headers['set-cookie']).split(';')[0]!
    expect((await open(auth)).refused).toBe('token_invalid')
    expect((await open(auth, { cookie })).refused).toBeNull()
  })
})

describe('G24: a session that ends', () => {
  test('it closes its own sockets within a second, and no others', async () => {
    const [ending, staying] = [await server.signIn('doctorLinden'), await server.signIn('doctorLinden')]
    const [one, two, other] = [await open(authOf(ending)), await open(authOf(ending)), await open(authOf(staying))]
    const since = performance.now()
    expect((await app.inject({ method: 'DELETE', url: '/api/session', headers: ending.headers })).statusCode).toBe(200)
    expect(await isSoon(() => !one.socket.connected && !two.socket.connected)).toBe(true)
    expect(performance.now() - since).toBeLessThan(1000)
    expect(other.socket.connected).toBe(true)
    expect((await open(authOf(ending))).refused).toBe('token_invalid')
  })

  test('R32: a deactivated person can open no socket', async () => {
    const gone = await server.signIn('doctorLinden')
    await server.pool.query('update person set active = false where id = $1', [server.world.people.doctorLinden.id])
    const { refused } = await open(authOf(gone))
    await server.pool.query('update person set active = true where id = $1', [server.world.people.doctorLinden.id])
    expect(refused).toBe('token_invalid')
  })
})

test('R56: invalid frames and handshakes do not affect other clients', async () => {
  const near = await open(authOf(await server.as('deskKuzey', 'kuzey.localhost')))
  const broken = [
    '/socket.io/?EIO=4&transport=polling',
    '/socket.io/?EIO=99&transport=websocket',
    '/socket.io/?EIO=4&transport=polling&sid=__proto__',
    '/socket.io/?EIO=4&transport=__proto__',
    '/socket.io/%00?EIO=4',
  ]
  const answers = await Promise.all(
    broken.flatMap((path) => [
      fetch(base + path),
      fetch(base + path, { method: 'POST', body: '2:40\u0000' }),
      fetch(base + path, { method: 'POST', body: 'x'.repeat(20_000) }),
    ]),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  // beyond 16 KB a connection is closed, and only that one
  const loud = await open(authOf(await server.as('deskLinden', 'linden.localhost')))
  loud.socket.emit('x', 'x'.repeat(64 * 1024))
  expect(await isSoon(() => !loud.socket.connected)).toBe(true)
  await book()
  expect(await isSoon(() => near.heard.includes('notify'))).toBe(true)
})
