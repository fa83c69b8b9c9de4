import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UPLOAD_BYTES } from '../../contract/kernel/constants.ts'
import { PART_BYTES } from '../../contract/file.ts'
import { newId } from '../../contract/kernel/id.ts'
import { cleanUp } from '../../server/jobs/clean-up.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { gather, refreshLimits, type Actor, type Cast } from './cast.ts'

let server: TestServer
let cast: Cast
let png: Buffer
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
}, 120_000)
afterAll(() => server.stop())

const BOUNDARY = 'bedside-boundary-7'
const place = () => cast.places['kuzey1']!

/** SPEC §7 `patient/upload`: one body, the part `document`. */
async function upload(client: Client, bytes: Buffer, name = 'tahlil.png', fields: Record<string, string> = {}) {
  refreshLimits(server)
  const fileInput = { patient: place().patient, title: 'Tahlil', ...fields }
  const parts = Object.entries(fileInput).map(
    ([field, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="document"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const { statusCode, body } = await server.app.inject({
    method: 'POST',
    url: '/api/patient/upload',
    headers: { ...client.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([Buffer.from(parts.join('') + file), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  })
  const answer = JSON.parse(body) as {
    refused?: string
    patient_file?: { id: string; clinicId: string | null; type: string }
  }
  return { status: statusCode, refused: answer.refused, file: answer.patient_file }
}
async function uploadAlone(client: Client) {
  refreshLimits(server)
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="document"; filename="tahlil.png"\r\nContent-Type: image/png\r\n\r\n`
  const { statusCode, body } = await server.app.inject({
    method: 'POST',
    url: '/api/patient/upload',
    headers: { ...client.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  })
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> }
}
const part = async (client: Client, id: string, at: number, size: number, bytes: Buffer) => {
  const { status, body } = await client.request('PUT', `/api/patient/upload/${id}?at=${at}&size=${size}`, bytes, {
    'content-type': 'application/octet-stream',
  })
  return [status, body['received'] ?? body['refused']]
}
const read = (client: Client, id: string) =>
  server.app.inject({ method: 'GET', url: `/api/patient/file/${id}`, headers: client.headers })
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

describe('SPEC §7 patient/upload, TRUST D9', () => {
  test('a picture is re-encoded, without its location, and served only as a download', async () => {
    const sent = await sharp(png)
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '41/1 1/1 1/1' }, IFD0: { Artist: 'kanarya' } })
      .toBuffer()
    expect(sent.includes('kanarya')).toBe(true)
    const { status, file } = await upload(cast.clients.deskPublic, sent, 'Diz “röntgen”.JPG', {
      title: 'Diz "röntgen";\r\nX: y',
    })
    expect([status, file?.type, file?.clinicId]).toEqual([200, 'image/webp', place().clinic])
    const { statusCode, headers, rawPayload } = await read(cast.clients.deskPublic, file!.id)
    expect(statusCode).toBe(200)
    expect(rawPayload.includes('kanarya')).toBe(false)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40 })
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[\w-]+\.webp"; filename\*=UTF-8''[%\w]+\.webp$/,
    )
  })

  test('35 9: a patient sends `document` alone, and it is their own; anyone without a card of their own must name the patient', async () => {
    const mine = await uploadAlone(cast.clients.patientPublic)
    expect([mine.status, mine.body]).toMatchObject([
      200,
      { patient_file: { patientId: place().patient, title: 'tahlil' } },
    ])
    const desk = await uploadAlone(cast.clients.deskPublic)
    expect([desk.status, desk.body]).toEqual([
      400,
      { status: false, refused: 'bad_input', fields: { patient: 'required' } },
    ])
  })

  test('a PDF is stored unchanged', async () => {
    const { status, file } = await upload(cast.clients.patientPublic, PDF, 'sonuç.pdf')
    expect(status).toBe(200)
    expect((await read(cast.clients.doctorPublic, file!.id)).rawPayload.equals(PDF)).toBe(true)
  })

  test.each<[string, () => Promise<Buffer> | Buffer, string, number, string]>([
    [
      '5 MB and a byte',
      () => Buffer.concat([png, Buffer.alloc(UPLOAD_BYTES + 1 - png.length)]),
      'a.png',
      413,
      'file_too_large',
    ],
    ['nothing', () => Buffer.alloc(0), 'a.png', 409, 'file_error'],
    ['a program renamed', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]), 'a.png', 409, 'file_error'],
    [
      'a drawing that can hold scripts',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'a.png',
      409,
      'file_error',
    ],
    ['a picture called a PDF', () => png, 'a.pdf', 409, 'file_error'],
    ['a PDF called a picture', () => PDF, 'a.png', 409, 'file_error'],
    [
      'a PDF with a script',
      () => Buffer.from(String(PDF).replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript >>')),
      'a.pdf',
      409,
      'file_acts',
    ],
    [
      'a picture that is a page too',
      () => Buffer.concat([Buffer.from('<script>1</script>'), PDF]),
      'a.html',
      409,
      'file_error',
    ],
    [
      '50,000 pixels wide',
      () =>
        sharp({ create: { width: 50_000, height: 900, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
      'a.png',
      409,
      'file_error',
    ],
    ['a picture cut in the middle', () => png.subarray(0, png.length - 30), 'a.png', 409, 'file_error'],
  ])('%s is refused', async (_, bytes, name, status, refused) => {
    const answer = await upload(cast.clients.deskPublic, await bytes(), name)
    expect([answer.status, answer.refused]).toEqual([status, refused])
  })

  test('a patient’s own file outside any clinic is visible to everyone who treats them, and to no one else', async () => {
    const { file } = await upload(cast.clients.patientPublic, png)
    const sees = async (actor: Actor) => (await read(cast.clients[actor], file!.id)).statusCode
    expect(await Promise.all((['patientPublic', 'doctorPublic', 'deskPublic'] as const).map(sees))).toEqual([
      200, 200, 200,
    ])
    expect(
      await Promise.all((['deskOther', 'deskPrivate', 'doctorPrivate', 'patientPrivate'] as const).map(sees)),
    ).toEqual([404, 404, 404, 404])
    expect(await Promise.all((['admin', 'superadmin', 'anonymous', 'ended'] as const).map(sees))).toEqual([
      403, 403, 401, 401,
    ])
  })

  test('a doctor who leaves the patient’s clinic no longer sees its files', async () => {
    const { file } = await upload(cast.clients.deskPublic, png)
    const doctor = place().doctor
    expect((await read(cast.clients.doctorPublic, file!.id)).statusCode).toBe(200)
    const { rows } = await server.pool.query<{ clinic_ids: string[] }>('select clinic_ids from doctor where id = $1', [
      doctor,
    ])
    await server.pool.query(`update doctor set clinic_ids = '{}' where id = $1`, [doctor])
    expect((await read(cast.clients.doctorPublic, file!.id)).statusCode).toBe(404)
    await server.pool.query('update doctor set clinic_ids = $2 where id = $1', [doctor, rows[0]!.clinic_ids])
    expect((await read(cast.clients.doctorPublic, file!.id)).statusCode).toBe(200)
  })

  test('rule 56: opening by staff is audited, by the patient it is not', async () => {
    const { file } = await upload(cast.clients.deskPublic, png)
    await read(cast.clients.patientPublic, file!.id)
    await read(cast.clients.doctorPublic, file!.id)
    const { rows } = await server.pool.query<{ actor: string }>(
      `select actor from audit where action = 'patient.openFile' and object_id = $1`,
      [file!.id],
    )
    expect(rows).toEqual([{ actor: place().doctor }])
  })

  test('when its author deletes it, its bytes are deleted from disk too', async () => {
    const { file } = await upload(cast.clients.deskPublic, png)
    const { rows } = await server.pool.query<{ stored: string }>('select stored from patient_file where id = $1', [
      file!.id,
    ])
    expect(await server.deps.files.get(rows[0]!.stored)).not.toBeNull()
    expect((await cast.clients.deskPublic.call('patient.deleteFile', { id: file!.id })).status).toBe(200)
    expect(await server.deps.files.get(rows[0]!.stored)).toBeNull()
    expect((await read(cast.clients.deskPublic, file!.id)).statusCode).toBe(404)
  })
})

describe('uploads in parts', () => {
  const size = PART_BYTES + 500
  const whole = () => Buffer.concat([png, Buffer.alloc(size - png.length)])
  const input = (id: string) => ({
    id,
    patientId: place().patient,
    title: 'Tahlil',
    name: 'a.png',
    type: 'image/png' as const,
    size,
  })

  test('duplicate, early and repeated parts: the server says where to continue, and checks the whole once', async () => {
    const [id, desk, bytes] = [newId(), cast.clients.deskPublic, whole()]
    expect(await part(desk, id, 500, size, bytes.subarray(500, 600))).toEqual([200, 0])
    expect((await desk.call('patient.addFile', input(id))).status).toBe(425)
    expect(await part(desk, id, 0, size, bytes.subarray(0, PART_BYTES))).toEqual([200, PART_BYTES])
    expect(await part(desk, id, 0, size, bytes.subarray(0, PART_BYTES))).toEqual([200, PART_BYTES])
    expect((await desk.call('patient.addFile', input(id))).status).toBe(425)
    const last = await Promise.all([1, 2].map(() => part(desk, id, PART_BYTES, size, bytes.subarray(PART_BYTES))))
    expect(last).toEqual([
      [200, size],
      [200, size],
    ])
    expect((await desk.call('patient.addFile', input(id))).status).toBe(200)
  })

  test('another person’s parts, another size, a part too large and an empty one are refused', async () => {
    const [id, desk, bytes] = [newId(), cast.clients.deskPublic, whole()]
    await part(desk, id, 0, size, bytes.subarray(0, PART_BYTES))
    expect(await part(cast.clients.doctorPublic, id, PART_BYTES, size, bytes.subarray(PART_BYTES))).toEqual([200, 0])
    expect(await part(desk, id, PART_BYTES, size + 1, bytes.subarray(PART_BYTES))).toEqual([400, 'bad_input'])
    expect((await part(desk, newId(), 0, UPLOAD_BYTES, Buffer.alloc(PART_BYTES + 1)))[0]).toBe(413)
    expect(await part(desk, newId(), 0, UPLOAD_BYTES + 1, bytes.subarray(0, 10))).toEqual([400, 'bad_input'])
    expect(await part(desk, 'no-id', 0, size, bytes.subarray(0, 10))).toEqual([400, 'bad_input'])
    expect((await part(cast.clients.admin, newId(), 0, size, bytes.subarray(0, 10)))[0]).toBe(403)
  })

  test('an incomplete upload is deleted after a week, and no one may start more than ten', async () => {
    const client = cast.clients.patientPrivate
    const answers: unknown[] = []
    for (let n = 0; n < 11; n++) answers.push((await part(client, newId(), 0, size, png))[0])
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    await cleanUp({ pool: server.pool, now: () => server.clock.now + 8 * 86_400_000 })
    const { rows } = await server.pool.query('select count(*)::int as n from file_upload')
    expect(rows).toEqual([{ n: 0 }])
  })
})
