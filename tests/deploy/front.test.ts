import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { createFront, type Front } from '../../tools/front/front.ts'
import { readHosts } from '../../tools/front/hosts.ts'
import { openCluster, type Cluster } from '../support/cluster.ts'
import { PASSWORD } from '../support/world.ts'

/**
 * Issue 29.12: two cells, each a real server on its own PostgreSQL, behind the front; each has a clinic `kuzey` and one
 * `linden`.
 */
let first: Cluster
let second: Cluster
let front: Front
beforeAll(async () => {
  ;[first, second] = await Promise.all([openCluster({ listens: true }), openCluster({ listens: true })])
  front = createFront(table())
  front.server.listen(0, '127.0.0.1')
  await once(front.server, 'listening')
}, 120_000)
afterAll(async () => {
  await front.close()
  await Promise.all([first.close(), second.close()])
})

/** Routes Kuzey to the first cell and Linden to the second. */
const table = (kuzey = at(first), linden = at(second)) =>
  readHosts(`# cells\nlocalhost ${at(first)}\nkuzey.localhost ${kuzey}\nlinden.localhost ${linden}\n`)
const at = (cell: Cluster) => `http://127.0.0.1:${cell.port()}`

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }
function ask(
  host: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  const { port } = front.server.address() as AddressInfo // it listens on TCP
  return new Promise((done, failed) => {
    const clientRequest = request({
      port,
      host: '127.0.0.1',
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host, ...headers },
    })
    clientRequest.once('error', failed)
    clientRequest.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.once('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.once('error', failed)
    })
    clientRequest.end(body)
  })
}
const post = async (host: string, path: string, token: string | null, input: object) => {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': newId(),
    ...(token && { authorization: token }),
  }
  const { status, text } = await ask(host, path, headers, JSON.stringify(input))
  return { status, body: JSON.parse(text) as Record<string, unknown> }
}

async function signIn(host: string, username: string): Promise<string> {
  const { session } = JSON.parse((await ask(host, '/api/session')).text) as { session: string }
  const { status, body } = await post(host, '/api/auth/admin', null, { session, username, password: PASSWORD })
  expect([host, status]).toEqual([host, 200])
  return String(body['token'])
}
const desk = (cell: Cluster, who: 'deskKuzey' | 'deskLinden') => cell.world.people[who].username

function listen(host: string, token: string): Socket {
  const { port } = front.server.address() as AddressInfo // it listens on TCP
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { host },
    reconnectionDelay: 100,
    reconnectionDelayMax: 200,
  })
  // as the app does: a socket that the server closes does not reconnect by itself
  socket.on('disconnect', (reason) => void (reason === 'io server disconnect' && socket.connect()))
  return socket
}
async function until(isSo: () => boolean) {
  for (const deadline = Date.now() + 20_000; !isSo(); await sleep(20))
    if (Date.now() > deadline) throw new Error('waited 20 s in vain')
}

test('each clinic’s host is answered by its cell, and what is written there is in no other', async () => {
  const token = await signIn('kuzey.localhost', desk(first, 'deskKuzey'))
  const id = newId()
  const { status } = await post('kuzey.localhost', '/api/patient/addnote', token, {
    id,
    patientId: first.world.people.patientKuzey.id,
    text: 'Sees well.',
  })
  expect(status).toBe(200)
  const kept = (cell: Cluster) => cell.sql('select from patient_note where id = $1', [id])
  expect([(await kept(first)).length, (await kept(second)).length]).toEqual([1, 0])
  // one cell's session means nothing in another
  const elsewhere = await post('linden.localhost', '/api/patient/list', token, { limit: 1 })
  expect(elsewhere.status).toBe(401)
  await signIn('linden.localhost', desk(second, 'deskLinden'))
})

test('an unknown host gets 404, also for sockets, and no cell is contacted', async () => {
  for (const host of ['nobody.localhost', 'kuzey.localhost.evil.example', '127.0.0.1', '']) {
    const { status, text } = await ask(host, '/api/health')
    expect([host, status, text.includes('refused')]).toEqual([host, 404, false])
  }
  // the same name with a trailing dot
  expect((await ask('localhost.', '/api/health')).status).toBe(200)
  const socket = listen('nobody.localhost', 'x')
  const output = await new Promise<string>((done) => socket.once('connect_error', ({ message }) => done(message)))
  expect(output).toBe('websocket error')
  socket.close()
})

test('naming another host in a header changes neither the cell nor the client’s address', async () => {
  const seen: IncomingHttpHeaders[] = []
  const { createServer } = await import('node:http')
  const cell = createServer((asked, answer) => {
    seen.push(asked.headers)
    asked.resume().once('end', () => answer.end('yes'))
  }).listen(0, '127.0.0.1')
  await once(cell, 'listening')
  front.lead(readHosts(`kuzey.localhost http://127.0.0.1:${(cell.address() as AddressInfo).port}`))
  const upload = Buffer.alloc(5_000_000, 'x')
  const { text } = await ask(
    'Kuzey.LOCALHOST:8080',
    '/x?y=%20',
    {
      'x-forwarded-host': 'linden.localhost',
      forwarded: 'host=linden.localhost',
      'x-forwarded-for': '10.9.8.7',
      connection: 'x-mine, close',
      'x-mine': 'of this connection',
    },
    upload,
  )
  front.lead(table())
  cell.close()
  expect(text).toBe('yes')
  expect(seen[0]).toMatchObject({
    host: 'Kuzey.LOCALHOST:8080',
    'x-forwarded-host': 'Kuzey.LOCALHOST:8080',
    'x-forwarded-for': '10.9.8.7, 127.0.0.1',
    'content-length': String(upload.length),
  })
  expect([seen[0]!['forwarded'], seen[0]!['x-mine']]).toEqual([undefined, undefined])
})

test('sockets pass through, and a change in the cell arrives', async () => {
  const token = await signIn('kuzey.localhost', desk(first, 'deskKuzey'))
  const socket = listen('kuzey.localhost', token)
  await until(() => socket.connected)
  expect(front.sockets()).toBe(1)
  let pokes = 0
  socket.on('notify', () => pokes++)
  const note = { id: newId(), patientId: first.world.people.patientKuzey.id, text: 'Heard.' }
  expect((await post('kuzey.localhost', '/api/patient/addnote', token, note)).status).toBe(200)
  await until(() => pokes > 0)
  socket.close()
  await until(() => front.sockets() === 0)
})

test('a cell that is down gets 503 with Retry-After, the other continues, and a changed table finds it again', async () => {
  const token = await signIn('kuzey.localhost', desk(first, 'deskKuzey'))
  const theirs = await signIn('linden.localhost', desk(second, 'deskLinden'))
  const [mine, other] = [listen('kuzey.localhost', token), listen('linden.localhost', theirs)]
  await until(() => mine.connected && other.connected)
  await first.kill()
  const down = await ask('kuzey.localhost', '/api/health')
  expect([down.status, down.headers['retry-after'], JSON.parse(down.text)]).toEqual([
    503,
    '2',
    { status: false, refused: 'busy' },
  ])
  await until(() => !mine.connected)
  expect((await ask('linden.localhost', '/api/health')).status).toBe(200)
  // it returns at another port, which the table says while the front runs
  await first.up()
  front.lead(table())
  await until(() => mine.connected)
  expect(other.connected).toBe(true)
  expect((await post('kuzey.localhost', '/api/patient/list', token, { limit: 1 })).status).toBe(200)
  mine.close()
  other.close()
}, 60_000)

test('a cell moves to another machine: 503 meanwhile, then its devices continue with what they hold, and nothing acknowledged is lost', async () => {
  const token = await signIn('kuzey.localhost', desk(first, 'deskKuzey'))
  const theirs = await signIn('linden.localhost', desk(second, 'deskLinden'))
  const [mine, other] = [listen('kuzey.localhost', token), listen('linden.localhost', theirs)]
  await until(() => mine.connected && other.connected)
  let cuts = 0
  mine.on('disconnect', () => cuts++)
  other.on('disconnect', () => (cuts += 100))
  const { cursor } = JSON.parse((await ask('kuzey.localhost', '/api/sync', { authorization: token })).text) as {
    cursor: string
  }

  front.lead(readHosts(`kuzey.localhost -\nlinden.localhost ${at(second)}\n`))
  await until(() => cuts === 1)
  const moving = await ask('kuzey.localhost', '/api/sync', { authorization: token })
  expect([moving.status, moving.headers['retry-after']]).toEqual([503, '30'])
  const id = newId()
  const note = { id, patientId: first.world.people.patientKuzey.id, text: 'On the way.' }
  expect((await post('kuzey.localhost', '/api/patient/addnote', token, note)).status).toBe(503)

  await first.restoreElsewhere(await first.backUp())
  front.lead(table())
  await until(() => mine.connected)
  const pulled = await ask('kuzey.localhost', `/api/sync?cursor=${encodeURIComponent(cursor)}`, {
    authorization: token,
  })
  expect(pulled.status).toBe(200)
  expect((await post('kuzey.localhost', '/api/patient/addnote', token, note)).status).toBe(200)
  expect(await first.sql('select from patient_note where id = $1', [id])).toHaveLength(1)
  mine.close()
  other.close()
}, 120_000)

test.each([
  ['kuzey.localhost', 'line 1: a host and the address of its cell'],
  ['# all\n\nkuzey.localhost http://10.0.0.1:3000 http://10.0.0.2:3000', 'line 3: a host and the address'],
  ['kuzey.localhost:80 http://10.0.0.1:3000', 'line 1: a host in small letters, without a port'],
  ['a.example -\na.example http://10.0.0.1:3000', 'line 2: a.example stands twice'],
  ['a.example 10.0.0.1:3000', 'line 1: the address of a cell is'],
  ['a.example https://10.0.0.1', 'line 1: the address of a cell is'],
  ['a.example http://10.0.0.1:3000/path', 'line 1: the address of a cell is'],
])('an invalid table: %j', (text, problem) => {
  expect(() => readHosts(text)).toThrow(problem)
})

test('the command reloads its file when it changes, and keeps the old table if it is invalid', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bedside-front-'))
  const file = join(folder, 'hosts')
  await writeFile(file, `kuzey.localhost ${at(first)}\n`)
  const child = spawn(process.execPath, ['tools/front/main.ts', file, '--port', '0', '--host', '127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout!.on('data', (part: Buffer) => (output += part.toString()))
  await until(() => /port (\d+), 1 hosts/.test(output))
  const base = `http://127.0.0.1:${/port (\d+)/.exec(output)![1]}`
  const status = (host: string) =>
    new Promise<number>((done, failed) => {
      request(`${base}/api/health`, { headers: { host }, agent: false }, (answer) =>
        done(answer.resume().statusCode ?? 0),
      )
        .once('error', failed)
        .end()
    })
  expect([await status('kuzey.localhost'), await status('linden.localhost')]).toEqual([200, 404])
  await writeFile(file, `kuzey.localhost ${at(first)}\nlinden.localhost ${at(second)}\n`)
  await until(() => output.includes('2 hosts'))
  expect(await status('linden.localhost')).toBe(200)
  await writeFile(file, 'kuzey.localhost nowhere at all\n')
  child.kill('SIGHUP')
  await until(() => output.includes('the table stays as it was'))
  expect(await status('linden.localhost')).toBe(200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)

  const wrong = spawn(process.execPath, ['tools/front/main.ts', file], { stdio: 'ignore' })
  expect((await once(wrong, 'exit'))[0]).toBe(1)
  await rm(folder, { recursive: true, force: true })
}, 60_000)
