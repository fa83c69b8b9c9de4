import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOrphans } from '../../server/jobs/clean-up-files.ts'
import { drawPicture } from '../../server/media/picture.ts'
import { copyName, pictureName } from '../../server/ports/files/store.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { ACTORS, gather, refreshLimits, roleOf, type Actor, type Cast } from './cast.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
})
afterAll(() => server.stop())

/** A different value for every pixel, as in a photo: one colour would be a few bytes at any size. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  })
    .jpeg()
    .toBuffer()
const read = (client: Client, id: string, size?: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'GET',
    url: `/api/file/${id}${size === undefined ? '' : `?size=${size}`}`,
    headers: { ...client.headers, ...headers },
  })
const sizeOf = async (client: Client, id: string, size?: string) => {
  const { rawPayload } = await read(client, id, size)
  const { width, height, format } = await sharp(rawPayload).metadata()
  return `${width} × ${height} ${format}`
}
/** The files on disk that belong to a picture. */
const lying = (stored: string) =>
  readdirSync(server.folder, { recursive: true })
    .map(String)
    .filter((path) => path.includes(stored))
    .map((path) => path.slice(3 + 48))
    .toSorted()
const storedOf = async (id: string) =>
  (await server.pool.query<{ stored: string }>('select stored from file where id = $1', [id])).rows[0]!.stored

async function photo(client: Client, bytes: Buffer): Promise<string> {
  refreshLimits(server)
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' }))
  const sent = new Response(form)
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/file/profile/image',
    headers: { ...client.headers, 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ files: { id: string }[] }>().files[0]!.id
}
/** Like a picture that was uploaded before there were copies. */
async function withoutCopies(id: string): Promise<string> {
  const stored = await storedOf(id)
  for (const size of [96, 480] as const) await server.deps.files.remove(copyName(stored, size))
  expect(lying(stored)).toEqual([''])
  return stored
}

test('a picture is scaled to 96, 480 and 2048 px once, on arrival, and never enlarged', async () => {
  const client = cast.clients.doctorPublic
  const large = await photo(client, await noise(2400, 1600))
  expect(lying(await storedOf(large))).toEqual(['', '-480', '-96'])
  expect(await Promise.all(['96', '480', '2048', undefined].map((size) => sizeOf(client, large, size)))).toEqual([
    '96 × 64 webp',
    '480 × 320 webp',
    '2048 × 1365 webp',
    '2048 × 1365 webp',
  ])
  const bytes = await Promise.all(
    ['96', '480', '2048'].map(async (size) => (await read(client, large, size)).rawPayload.length),
  )
  expect(bytes[0]).toBeLessThan(6000)
  expect(bytes[2]! / bytes[0]!).toBeGreaterThan(50)
  const small = await photo(client, await noise(300, 90))
  expect(lying(await storedOf(small))).toEqual(['', '-96'])
  expect(await sizeOf(client, small, '480')).toBe('300 × 90 webp')
})

test('a replaced or removed picture takes its copies along; the clean-up deletes other leftovers', async () => {
  const client = cast.clients.deskPublic
  const first = await storedOf(await photo(client, await noise(900, 900)))
  const id = await photo(client, await noise(900, 900))
  const second = await storedOf(id)
  expect([lying(first), lying(second)]).toEqual([[], ['', '-480', '-96']])
  await server.deps.files.put(copyName(first, 96), Buffer.from('made while its picture went'))
  await removeOrphans(server.deps.files, -1000, async (names) => new Set(names.filter((name) => name !== first)))
  expect([lying(first), lying(second)]).toEqual([[], ['', '-480', '-96']])
  await client.request('POST', '/api/file/removepicture', { id })
  expect(lying(second)).toEqual([])
})

test('browsers cache each size for ever, privately, with its own validator; an unknown size is refused', async () => {
  const client = cast.clients.doctorPublic
  const id = await photo(client, await noise(900, 600))
  const tags = new Set<string>()
  for (const size of ['96', '480', undefined]) {
    const { headers } = await read(client, id, size)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'authorization',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const tag = String(headers.etag)
    tags.add(tag)
    expect((await read(client, id, size, { 'if-none-match': tag })).statusCode).toBe(304)
  }
  expect(tags.size).toBe(3)
  for (const size of [
    '',
    '0',
    '97',
    '-96',
    '1e9',
    '96.0',
    '096',
    '96&size=480',
    '96&x=1',
    '../96',
    '%00',
    '9'.repeat(400),
  ]) {
    const answer = await read(client, id, size)
    expect([size, answer.statusCode, answer.headers['cache-control']]).toEqual([size, 400, 'no-store'])
    expect(answer.json()).toMatchObject({ refused: 'bad_input' })
  }
})

test('a person who may not see a picture sees it at no size, whether or not it has been scaled', async () => {
  const id = await photo(cast.clients.patientPrivate, await noise(900, 600))
  const stored = await withoutCopies(id)
  const may = new Set<Actor>(['deskPrivate', 'doctorPrivate', 'patientPrivate'])
  refreshLimits(server)
  for (const actor of ACTORS.filter((each) => !may.has(each)))
    for (const size of ['96', '480', '2048']) {
      const answer = await read(cast.clients[actor], id, size)
      expect([actor, size, answer.statusCode]).toEqual([actor, size, roleOf(actor) ? 404 : 401])
      expect(answer.body).toBe((await read(cast.clients[actor], id)).body)
    }
  // a refused request makes no copy either
  expect(lying(stored)).toEqual([''])
  for (const actor of may) expect(await sizeOf(cast.clients[actor], id, '96')).toBe('96 × 64 webp')
})

test('an older picture gets its copy at the first request, once for all requests', async () => {
  const client = cast.clients.doctorPublic
  const id = await photo(client, await noise(2400, 2400))
  const stored = await withoutCopies(id)
  const puts: string[] = []
  const { put } = server.deps.files
  Object.assign(server.deps.files, {
    put: (name: string, bytes: Buffer) => {
      puts.push(name)
      return put(name, bytes)
    },
  })
  const answers = await Promise.all(Array.from({ length: 30 }, () => read(client, id, '96')))
  Object.assign(server.deps.files, { put })
  expect(new Set(answers.map(({ statusCode, rawPayload }) => `${statusCode} ${rawPayload.length > 0}`))).toEqual(
    new Set(['200 true']),
  )
  expect(puts).toEqual([copyName(stored, 96)])
  expect(lying(stored)).toEqual(['', '-96'])
})

test('a stored file that is not a picture is never scaled: a bomb, a truncated one, a page', async () => {
  const bomb = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#000' } })
    .png({ palette: true })
    .toBuffer()
  const half = (await noise(900, 900)).subarray(0, 9000)
  const client = cast.clients.doctorPublic
  for (const bytes of [bomb, half, Buffer.from('<svg onload="alert(1)"/>'), Buffer.alloc(0)]) {
    expect(await drawPicture(bytes, 96)).toBeNull()
    const id = await photo(client, await noise(900, 900))
    const stored = await withoutCopies(id)
    await server.deps.files.remove(stored)
    await server.deps.files.put(stored, bytes)
    const answer = await read(client, id, '96')
    expect([answer.statusCode, answer.json<{ refused: string }>().refused]).toEqual([404, 'not_found'])
    expect(lying(stored)).toEqual([''])
  }
})

test('a copy is named after its picture', () => {
  const name = 'ab'.repeat(24)
  expect([copyName(name, 96), pictureName(copyName(name, 96)), pictureName(name)]).toEqual([`${name}-96`, name, name])
})

test('a host’s logo is served at the size at which pages show it', async () => {
  refreshLimits(server)
  const client = cast.clients.deskPublic
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await noise(1500, 1500))], 'logo.jpg'))
  const sent = new Response(form)
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/file/clinic/image',
    headers: { ...client.headers, 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  expect(statusCode).toBe(200)
  const logo = await server.app.inject({ method: 'GET', url: '/clinic-logo', headers: { host: 'kuzey.localhost' } })
  const { width, height } = await sharp(logo.rawPayload).metadata()
  expect([logo.headers['cache-control'], width, height]).toEqual(['public, max-age=86400', 480, 480])
})
