import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { UPLOAD_BYTES } from '../../contract/kernel/constants.ts'
import { removeOrphans } from '../../server/jobs/clean-up-files.ts'
import { newName } from '../../server/ports/files/store.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { ACTORS, gather, refreshLimits, roleOf, type Actor, type Cast } from './cast.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
})
afterAll(() => server.stop())

type Part = { name: string; file?: string; type?: string; value: Buffer | string }
const BOUNDARY = 'bedside-boundary-7'

function bodyOf(parts: readonly Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, file, type, value }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n${
          file === undefined ? '' : `Content-Type: ${type ?? 'image/png'}\r\n`
        }\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
}
const form = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

async function post(
  client: Client,
  url: string,
  parts: readonly Part[] | Buffer,
  headers: Record<string, string> = form,
) {
  const response = await server.app.inject({
    method: 'POST',
    url,
    headers: { ...client.headers, ...headers },
    payload: Buffer.isBuffer(parts) ? parts : bodyOf(parts),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>(), headers: response.headers }
}
const picture = (size = 40, colour = '#0a7') =>
  sharp({ create: { width: size, height: size, channels: 3, background: colour } })
const png = () => picture().png().toBuffer()
const photo = async (client: Client, bytes: Buffer, file = 'me.png') =>
  post(client, '/api/file/profile/image', [{ name: 'file', file, value: bytes }])
const idOf = ({ body }: { body: Record<string, unknown> }) => (body['files'] as { id: string }[])[0]!.id
const read = (client: Client, id: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: `/api/file/${id}`, headers: { ...client.headers, ...headers } })
const onDisk = () =>
  existsSync(server.folder)
    ? readdirSync(server.folder, { recursive: true }).filter((name) => String(name).length > 3)
    : []
const stored = async () => (await server.pool.query<{ n: number }>('select count(*) as n from file')).rows[0]!.n

describe('TRUST D9: storing and serving a picture', () => {
  test('one’s own photo is re-encoded without metadata, encrypted on disk, shown on the card, and announced to its devices', async () => {
    refreshLimits(server)
    const sent = await picture(3000)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'kanarya-exif' }, IFD3: { GPSLatitude: '41/1 1/1 1/1' } })
      .toBuffer()
    expect(sent.includes('kanarya-exif')).toBe(true)
    const before = server.poked.length
    const answer = await photo(cast.clients.patientPublic, sent, 'Ağ ü.JPG')
    expect(answer.status).toBe(200)
    expect(answer.body['files']).toEqual([
      expect.objectContaining({
        kind: 'photo',
        of: cast.places.kuzey1.patient,
        type: 'image/webp',
        width: 2048,
        height: 2048,
      }),
    ])
    const got = await read(cast.clients.patientPublic, idOf(answer))
    const meta = await sharp(got.rawPayload).metadata()
    expect([got.statusCode, meta.format, meta.exif]).toEqual([200, 'webp', undefined])
    const { rows } = await server.pool.query<{ stored: string; photo_id: string }>(
      'select stored, photo_id from file f join person p on p.id = f.of_id where f.id = $1',
      [idOf(answer)],
    )
    expect(rows[0]!.photo_id).toBe(idOf(answer))
    const sealed = readFileSync(join(server.folder, rows[0]!.stored.slice(0, 2), rows[0]!.stored))
    expect(sealed.includes('WEBP')).toBe(false)
    expect(server.poked.slice(before).flat()).toContain(`clinic:${cast.places.kuzey1.clinic}`)
  })

  test('a second photo replaces the first, on disk too', async () => {
    refreshLimits(server)
    const client = cast.clients.deskPublic
    const first = idOf(await photo(client, await png()))
    const files = onDisk().length
    const second = idOf(await photo(client, await png()))
    expect([(await read(client, first)).statusCode, (await read(client, second)).statusCode]).toEqual([404, 200])
    expect(onDisk().length).toBe(files)
  })

  test('response headers: no sniffing, no execution, cached for ever', async () => {
    refreshLimits(server)
    const client = cast.clients.doctorPublic
    const id = idOf(await photo(client, await png()))
    const { headers } = await read(client, id)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    const again = await read(client, id, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    expect((await read(cast.clients.anonymous, id, { 'if-none-match': String(headers.etag) })).statusCode).toBe(401)
  })

  test('bytes changed on disk are never served', async () => {
    refreshLimits(server)
    await server.deps.files.put('ab'.repeat(24), Buffer.from('as it was put'))
    const path = join(server.folder, 'ab', 'ab'.repeat(24))
    const { writeFileSync } = await import('node:fs')
    const bytes = readFileSync(path)
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(path, bytes)
    await expect(server.deps.files.get('ab'.repeat(24))).rejects.toThrow('authenticate')
    await expect(server.deps.files.get('../../etc/passwd')).rejects.toThrow(RangeError)
    await server.deps.files.remove('ab'.repeat(24))
  })

  test('bytes without a file record are deleted after an hour, others stay', async () => {
    const [young, old] = [newName(), newName()]
    for (const name of [young, old]) await server.deps.files.put(name, Buffer.from('x'))
    const named = new Set([young])
    await removeOrphans(server.deps.files, 3_600_000, async () => named)
    expect(await server.deps.files.get(old)).not.toBeNull()
    await removeOrphans(server.deps.files, -1000, async (names) => new Set(names.filter((name) => name !== old)))
    expect([await server.deps.files.get(old), (await server.deps.files.get(young))?.toString()]).toEqual([null, 'x'])
    await server.deps.files.remove(young)
  })
})

describe('who may see which picture', () => {
  /** Who can read the file; everyone else must get the answer for a file that does not exist. */
  async function readers(id: string): Promise<Actor[]> {
    refreshLimits(server)
    const may: Actor[] = []
    for (const actor of ACTORS) {
      const { statusCode, headers } = await read(cast.clients[actor], id)
      expect([actor, [200, roleOf(actor) ? 404 : 401].includes(statusCode)]).toEqual([actor, true])
      expect(headers['cache-control']).toBe(statusCode === 200 ? 'private, max-age=31536000, immutable' : 'no-store')
      if (statusCode === 200) may.push(actor)
    }
    return may
  }

  test('a private clinic’s patient: its desk, their doctor and themselves; 11 other actors get nothing (R26)', async () => {
    const id = idOf(await photo(cast.clients.patientPrivate, await png()))
    expect(await readers(id)).toEqual(['deskPrivate', 'doctorPrivate', 'patientPrivate'])
  })
  test('a public clinic’s patient: admins, its desk, their doctor, themselves', async () => {
    const id = idOf(await photo(cast.clients.patientPublic, await png()))
    // a session has its rights on every host: here the outsider is the patient's own doctor
    expect(await readers(id)).toEqual([
      'superadmin',
      'admin',
      'deskPublic',
      'doctorPublic',
      'doctorOutside',
      'patientPublic',
    ])
  })
  test('a clinic user: only themselves', async () => {
    expect(await readers(idOf(await photo(cast.clients.deskPublic, await png())))).toEqual(['deskPublic'])
  })
  test('an unknown or malformed id: 404', async () => {
    expect((await read(cast.clients.admin, newId())).statusCode).toBe(404)
    expect((await read(cast.clients.admin, 'x')).statusCode).toBe(404)
  })
})

describe('who may add and remove which picture (RULES 13)', () => {
  const logo = async (actor: Actor, clinic?: string) =>
    post(cast.clients[actor], '/api/file/clinic/image', [
      ...(clinic ? [{ name: 'clinic', value: clinic }] : []),
      { name: 'file', file: 'logo.png', value: await png() },
    ])
  const doctors = async (actor: Actor, doctor: string | null, type = 'photo') =>
    post(cast.clients[actor], '/api/file/uploadpictures', [
      { name: 'type', value: type },
      ...(doctor ? [{ name: 'doctor', value: doctor }] : []),
      { name: 'files', file: 'a.png', value: await png() },
      { name: 'files', file: 'b.png', value: await png() },
    ])

  test('a logo: admins any, desks their own, no one else', async () => {
    refreshLimits(server)
    const { kuzey1, gizli1, linden1 } = cast.places
    const statuses = [
      (await logo('admin', kuzey1.clinic)).status,
      (await logo('admin', gizli1.clinic)).status,
      (await logo('deskPublic')).status,
      (await logo('deskPublic', linden1.clinic)).status,
      (await logo('deskPublic', gizli1.clinic)).status,
      (await logo('admin', newId())).status,
      (await logo('admin')).status,
      (await logo('doctorPublic', kuzey1.clinic)).status,
      (await logo('anonymous', kuzey1.clinic)).status,
    ]
    expect(statuses).toEqual([200, 200, 200, 404, 404, 404, 400, 403, 401])
    const { rows } = await server.pool.query('select logo_id from clinic where id = $1', [linden1.clinic])
    expect(rows).toEqual([{ logo_id: null }])
  })

  test('a doctor’s pictures: the doctor, the admins if public, a clinic for its cards without an account; in upload order', async () => {
    refreshLimits(server)
    const { kuzey1, linden1, gizli1 } = cast.places
    const own = await doctors('doctorPublic', null)
    const card = await server.world.doctor('doctor.card', [kuzey1.clinic])
    await server.pool.query('update person set password_hash = null where id = $1', [card.id])
    const answers = [
      own.status,
      (await doctors('doctorPublic', kuzey1.doctor, 'diploma')).status,
      (await doctors('deskPublic', kuzey1.doctor)).status,
      (await doctors('deskPublic', card.id)).status,
      (await doctors('admin', kuzey1.doctor)).status,
      (await doctors('admin', gizli1.doctor)).status,
      (await doctors('deskPublic', linden1.doctor)).status,
      (await doctors('doctorPublic', linden1.doctor)).status,
      (await doctors('deskPublic', null)).status,
      (await doctors('doctorPublic', null, 'x')).status,
      (await doctors('patientPublic', kuzey1.doctor)).status,
    ]
    expect(answers).toEqual([200, 200, 404, 200, 200, 404, 404, 404, 400, 400, 403])
    const { rows } = await server.pool.query<{ photo_ids: string[]; diploma_ids: string[] }>(
      'select photo_ids, diploma_ids from doctor where id = $1',
      [kuzey1.doctor],
    )
    expect([rows[0]!.photo_ids.length, rows[0]!.diploma_ids.length]).toEqual([4, 2])
    expect(rows[0]!.photo_ids.slice(0, 2)).toEqual((own.body['files'] as { id: string }[]).map(({ id }) => id))
  })

  test('removing: whoever may add it, as JSON and as a form; for everyone else it does not exist', async () => {
    refreshLimits(server)
    const id = idOf(await doctors('doctorPublic', null))
    const remove = (actor: Actor, its = id) =>
      post(cast.clients[actor], '/api/file/removepicture', [{ name: 'id', value: its }])
    // the outsider on a private host is the same doctor
    for (const actor of ACTORS.filter(
      (each) => !['superadmin', 'admin', 'doctorPublic', 'doctorOutside'].includes(each),
    ))
      expect([actor, (await remove(actor)).status]).toEqual([actor, roleOf(actor) ? 404 : 401])
    const files = onDisk().length
    expect((await remove('doctorPublic')).body).toEqual({ status: true })
    expect([(await remove('doctorPublic')).status, onDisk().length]).toEqual([404, files - 1])
    const { rows } = await server.pool.query<{ photo_ids: string[] }>('select photo_ids from doctor where id = $1', [
      cast.places.kuzey1.doctor,
    ])
    expect(rows[0]!.photo_ids).not.toContain(id)
    const other = idOf(await photo(cast.clients.doctorPublic, await png()))
    const asJson = await cast.clients.doctorPublic.request('POST', '/api/file/removepicture', { id: other })
    expect(asJson.status).toBe(200)
    expect((await cast.clients.doctorPublic.request('POST', '/api/file/removepicture', { id: 'x' })).body).toEqual({
      status: false,
      refused: 'bad_input',
      fields: { id: 'regex' },
    })
  })

  test('thirty uploads an hour per person, then 429 with a retry time (TRUST D4)', async () => {
    refreshLimits(server)
    const some = { name: 'file', file: 'me.svg', value: '<svg/>' }
    for (let i = 0; i < 30; i++) await post(cast.clients.deskOther, '/api/file/profile/image', [some])
    const answer = await post(cast.clients.deskOther, '/api/file/profile/image', [some])
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await photo(cast.clients.deskPublic, await png())).status).toBe(200)
  })

  test('every action is audited, without any of the file’s content (TRUST D15)', async () => {
    const { rows } = await server.pool.query<{ action: string; fields: string[] }>(
      `select distinct action, fields from audit where action like 'file.%' order by 1, 2`,
    )
    expect(rows.map(({ action, fields }) => `${action} ${fields.join()}`)).toEqual(
      expect.arrayContaining([
        'file.put photo',
        'file.put logo',
        'file.put doctor_photo',
        'file.put diploma',
        'file.remove photo',
      ]),
    )
  })
})

describe('hostile uploads (R52, R54, R60): refused with a code, nothing stored', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04, ...Array.from({ length: 60 }, () => 0)])
  const cases: Record<string, () => Promise<[file: string, bytes: Buffer]>> = {
    SVG: async () => ['me.svg', Buffer.from(svg)],
    'SVG that says PNG': async () => ['me.png', Buffer.from(svg)],
    'SVG behind a PNG’s signature': async () => [
      'me.png',
      Buffer.concat([(await png()).subarray(0, 8), Buffer.from(svg)]),
    ],
    zip: async () => ['me.zip', zip],
    'docx that says JPEG': async () => ['me.jpg', zip],
    HTML: async () => ['me.png', Buffer.from('<html><script>1</script>')],
    'nothing at all': async () => ['me.png', Buffer.alloc(0)],
    'PNG with a JPEG’s ending': async () => ['me.jpg', await png()],
    'no ending': async () => ['me', await png()],
    'two endings': async () => ['me.png.exe', await png()],
    GIF: async () => ['me.gif', await picture().gif().toBuffer()],
    'half a JPEG': async () => {
      const noise = await sharp({
        create: {
          width: 400,
          height: 400,
          channels: 3,
          background: '#fff',
          noise: { type: 'gaussian', mean: 120, sigma: 60 },
        },
      })
        .jpeg()
        .toBuffer()
      return ['me.jpg', noise.subarray(0, noise.length / 2)]
    },
    'half a PNG': async () => [
      'me.png',
      (await picture(900).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 5000),
    ],
    'a signature and noise': async () => [
      'me.webp',
      Buffer.from('RIFF\x10\0\0\0WEBPnoise, nothing but noise', 'latin1'),
    ],
    // 7000 × 7000 pixels of one colour are a small file, and 196 MB in memory
    '49 megapixels in a few bytes': async () => ['me.png', await picture(7000).png({ palette: true }).toBuffer()],
  }
  test.each(Object.entries(cases))('%s: file_error', async (_, make) => {
    refreshLimits(server)
    const [file, bytes] = await make()
    expect(bytes.length).toBeLessThan(UPLOAD_BYTES)
    const [files, rows] = [onDisk().length, await stored()]
    const answer = await photo(cast.clients.deskPublic, bytes, file)
    expect([answer.status, answer.body]).toEqual([409, { status: false, refused: 'file_error' }])
    expect([onDisk().length, await stored()]).toEqual([files, rows])
  })

  test('a picture that is also a zip and a page is served as a picture only', async () => {
    refreshLimits(server)
    const polyglot = Buffer.concat([await png(), zip, Buffer.from('<script>kanarya</script>')])
    const answer = await photo(cast.clients.deskPublic, polyglot)
    const got = await read(cast.clients.deskPublic, idOf(answer))
    expect([got.rawPayload.includes('kanarya'), got.rawPayload.includes('PK')]).toEqual([false, false])
  })

  test('one bad picture among good ones: none is stored', async () => {
    refreshLimits(server)
    const [files, rows] = [onDisk().length, await stored()]
    const answer = await post(cast.clients.doctorPublic, '/api/file/uploadpictures', [
      { name: 'type', value: 'photo' },
      { name: 'files', file: 'a.png', value: await png() },
      { name: 'files', file: 'b.png', value: svg },
    ])
    expect([answer.status, onDisk().length, await stored()]).toEqual([409, files, rows])
  })

  test('6 MB: file_too_large, with or without Content-Length; exactly 5 MB is accepted', async () => {
    refreshLimits(server)
    const large = Buffer.concat([await png(), Buffer.alloc(6 * 1024 * 1024)])
    expect((await photo(cast.clients.deskPublic, large)).body).toEqual({ status: false, refused: 'file_too_large' })
    expect(await overTheWire(large)).toMatchObject({ status: 413, refused: 'file_too_large' })
    const whole = Buffer.concat([await png(), Buffer.alloc(UPLOAD_BYTES)]).subarray(0, UPLOAD_BYTES)
    expect((await photo(cast.clients.deskPublic, whole)).status).toBe(200)
  })

  /** In chunks, without a content length. */
  async function overTheWire(bytes: Buffer) {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const address = server.app.server.address()
    return new Promise<object>((resolve, reject) => {
      const sending = httpRequest(
        {
          port: typeof address === 'object' && address ? address.port : 0,
          method: 'POST',
          path: '/api/file/profile/image',
          headers: { ...cast.clients.deskPublic.headers, ...form, 'transfer-encoding': 'chunked' },
        },
        (response) => {
          let text = ''
          response.on('data', (chunk) => (text += String(chunk)))
          response.on('end', () => resolve({ ...(JSON.parse(text) as object), status: response.statusCode }))
        },
      )
      sending.on('error', reject)
      const whole = bodyOf([{ name: 'file', file: 'me.png', value: bytes }])
      for (let at = 0; at < whole.length; at += 65_536) sending.write(whole.subarray(at, at + 65_536))
      sending.end()
    })
  }

  test.each([
    ['no file', []],
    [
      'two files',
      [
        { name: 'file', file: 'a.png', value: 'x' },
        { name: 'file', file: 'b.png', value: 'x' },
      ],
    ],
    ['a file under another name', [{ name: 'picture', file: 'a.png', value: 'x' }]],
    [
      'a field nobody asked for',
      [
        { name: 'superadmin', value: 'true' },
        { name: 'file', file: 'a.png', value: 'x' },
      ],
    ],
    [
      'a field named __proto__',
      [
        { name: '__proto__', value: 'true' },
        { name: 'file', file: 'a.png', value: 'x' },
      ],
    ],
    [
      'a field twice',
      [
        { name: 'clinic', value: 'a' },
        { name: 'clinic', value: 'b' },
        { name: 'file', file: 'a.png', value: 'x' },
      ],
    ],
    [
      'a field of 100 kB',
      [
        { name: 'clinic', value: 'x'.repeat(100_000) },
        { name: 'file', file: 'a.png', value: 'x' },
      ],
    ],
    [
      'thirty fields',
      [
        ...Array.from({ length: 30 }, (_, i) => ({ name: `f${i}`, value: 'x' })),
        { name: 'file', file: 'a.png', value: 'x' },
      ],
    ],
  ] as const)('%s: 400 with a code', async (_, parts) => {
    refreshLimits(server)
    const { status, body } = await post(cast.clients.deskPublic, '/api/file/profile/image', parts)
    expect([status, body['refused'], Object.keys(body['fields'] as object).length]).toEqual([400, 'bad_input', 1])
  })

  test('JSON instead of a form, and a form instead of JSON', async () => {
    refreshLimits(server)
    const json = await cast.clients.deskPublic.request('POST', '/api/file/profile/image', { file: 'x' })
    expect([json.status, json.body['refused']]).toEqual([400, 'bad_input'])
    const { status } = await post(cast.clients.deskPublic, '/api/patient/list', [{ name: 'keyword', value: 'x' }])
    expect(status).toBe(415)
  })

  test('R52: forms cut, swapped and corrupted at random: every reply is below 500, the process survives, no file is left', async () => {
    const good = bodyOf([
      { name: 'type', value: 'photo' },
      { name: 'files', file: 'a.png', value: await png() },
    ])
    const temporary = () => readdirSync(tmpdir()).filter((name) => /multipart|upload|busboy/i.test(name)).length
    const [files, rows, temps] = [onDisk().length, await stored(), temporary()]
    let kept = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            at: fc.nat(good.length - 1),
            cut: fc.nat(60),
            put: fc.oneof(
              fc.uint8Array({ maxLength: 40 }),
              fc.constantFrom('\r\n', `--${BOUNDARY}`, '--', ';', '"', 'filename=').map((s) => Buffer.from(s)),
            ),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        fc.constantFrom(
          form['content-type'],
          'multipart/form-data',
          'multipart/form-data; boundary=',
          'multipart/form-data; boundary=x',
        ),
        async (spoils, type) => {
          refreshLimits(server)
          let body = good
          for (const { at, cut, put } of spoils)
            body = Buffer.concat([body.subarray(0, at), put, body.subarray(Math.min(at + cut, body.length))])
          const { status, body: said } = await post(cast.clients.doctorPublic, '/api/file/uploadpictures', body, {
            'content-type': type,
          })
          if (status === 200)
            for (const { id } of said['files'] as { id: string }[]) {
              kept++
              await cast.clients.doctorPublic.request('POST', '/api/file/removepicture', { id })
            }
          return status < 500 && typeof said['status'] === 'boolean'
        },
      ),
      { numRuns: 400 },
    )
    expect([onDisk().length, await stored(), temporary()]).toEqual([files, rows, temps])
    expect(kept).toBeLessThan(400)
    expect((await cast.clients.doctorPublic.call('session.user', {})).status).toBe(200)
  }, 120_000)
})
