import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog, locked, object, packed, pdf, SCRIPT, stream, updated, written } from '../support/pdf.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * A patient uploads a PDF that runs something on the desk's machine, hidden so that only a PDF reader finds it
 * (decision 0076).
 */
let server: TestServer
let patient: Client
beforeAll(async () => {
  server = await startServer()
  patient = await server.as('patientKuzey')
})
afterAll(() => server.stop())

const BOUNDARY = 'bedside-boundary-9'

async function hand(bytes: Buffer) {
  const fields = { patient: server.world.people.patientKuzey.id, title: 'Tahlil' }
  const head = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  head.push(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="document"; filename="tahlil.pdf"\r\n\r\n`)
  const { statusCode, body } = await server.app.inject({
    method: 'POST',
    url: '/api/patient/upload',
    headers: { ...patient.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([Buffer.from(head.join('')), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  })
  const answer = JSON.parse(body) as { refused?: string; patient_file?: { id: string } }
  return { status: statusCode, refused: answer.refused, id: answer.patient_file?.id }
}

const twice = '/Type /ObjStm /Filter [/FlateDecode /FlateDecode]'
const attachment = (name: string, data: string) => [
  `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 3 0 R >> >>`,
  stream('/Filter /FlateDecode', deflateSync(Buffer.from(data))),
]
const hidden: readonly [string, () => Buffer | Promise<Buffer>, refused?: string][] = [
  ['in a stream of objects packed twice', () => pdf(catalog, packed(SCRIPT, twice, 2))],
  [
    'in one behind a long description',
    () => pdf(catalog, packed(SCRIPT, `/Type /ObjStm /Filter /FlateDecode /X (${'x'.repeat(5000)})`)),
  ],
  ['by half of its name in figures', () => pdf('<< /A << /S 7 0 R /J#53 (x) >> >>')],
  ['under a lock that opens by itself', () => locked({ script: true })],
  ['added by an update', () => updated(pdf(catalog), object(1, SCRIPT))],
  ['taken back by an update', () => updated(pdf(SCRIPT), object(1, catalog))],
  ['in the bytes of a picture', () => pdf(catalog, stream('/Subtype /Image', object(9, SCRIPT)))],
  ['in a document that is attached', () => pdf(catalog, ...attachment('a.pdf', String(pdf(SCRIPT))))],
  ['a program that is attached', () => pdf(catalog, ...attachment('tahlil.exe', 'MZ'))],
  ['an address that opens by itself', () => pdf('<< /OpenAction << /S /URI /URI (https://x) >> >>')],
  ['what nobody may read', () => locked({ userPassword: 'secret' }), 'file_locked'],
  [
    'a bomb',
    () => pdf(catalog, stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(60 * 1024 * 1024)))),
    'file_too_much',
  ],
  ['half a million texts that end nowhere', () => pdf(catalog, `<${'1 0 obj<'.repeat(500_000)}`), 'file_too_much'],
]

test.each(hidden)('refused, and the sender is told why: %s', async (_, make, refused = 'file_acts') => {
  expect(await hand(await make())).toEqual({ status: 409, refused, id: undefined })
  const { rows } = await server.pool.query(`select 1 from file_upload where state = 'ready'`)
  expect(rows).toEqual([])
})

test('a file of an unknown type cannot be read', async () => {
  expect(await hand(Buffer.from('hello'))).toMatchObject({ status: 409, refused: 'file_error' })
})

test('of many slow ones at once three are checked, some wait, and the others are told to retry', async () => {
  const slow = pdf(catalog, `<${'1 0 obj<'.repeat(500_000)}`)
  const answers = await Promise.all(Array.from({ length: 12 }, () => hand(slow)))
  const refused = Object.groupBy(answers, ({ status, refused: name }) => `${status} ${name}`)
  expect(refused['503 busy']?.length).toBe(3)
  expect(refused['409 file_too_much']?.length).toBe(9)
})

test('accepted and returned unchanged: what laboratories send', async () => {
  const print = await written({ ownerPassword: 'lab', permissions: {}, pdfVersion: '1.7' }, (document) =>
    document.text('Hemoglobin 13,2 g/dL'),
  )
  const bill = await written({ subset: 'PDF/A-3b', pdfVersion: '1.7' }, (document) =>
    document.file(Buffer.from('<Invoice/>'), { name: 'factur-x.xml', type: 'text/xml' }),
  )
  const form = pdf('<< /Type /Catalog /AcroForm << /Fields [2 0 R] >> >>', '<< /FT /Tx /T (ad) /V (Ada) >>')
  for (const bytes of [print, bill, form, await locked({})]) {
    const { status, id } = await hand(bytes)
    expect(status).toBe(200)
    const { rawPayload } = await server.app.inject({ url: `/api/patient/file/${id}`, headers: patient.headers })
    expect(rawPayload.equals(bytes)).toBe(true)
  }
})
