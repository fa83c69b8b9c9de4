import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { isHarmlessPdf } from './pdf.ts'

/** A PDF as they are written by hand: its objects between a head and a tail. */
const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((each, i) => [Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(each), Buffer.from('\nendobj\n')]),
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const stream = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
const objects = (text: string, filter = '/FlateDecode') =>
  stream(`/Type /ObjStm /N 1 /First 4 /Filter ${filter}`, deflateSync(Buffer.from(`5 0 ${text}`)))

describe('a PDF that is kept', () => {
  test('one of pages, pictures and fonts', async () => {
    const document = new PDFDocument()
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part))
    const done = new Promise((end) => document.on('end', end))
    for (let page = 0; page < 20; page++) document.text('Hemoglobin 13,2 g/dL. '.repeat(40)).addPage()
    document.end()
    await done
    expect(isHarmlessPdf(Buffer.concat(parts))).toBe(true)
  })
  test('objects in a packed stream', () => {
    expect(isHarmlessPdf(pdf(catalog, objects('<< /Type /Page /Parent 2 0 R >>')))).toBe(true)
  })
  test('pictures packed in their own way', () => {
    const picture = stream('/Type /XObject /Subtype /Image /Filter /DCTDecode', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
    expect(isHarmlessPdf(pdf(catalog, picture))).toBe(true)
  })
})

describe('a PDF that is not', () => {
  test.each([
    ['a script', '<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>'],
    ['a script whose name is written in figures', '<< /OpenAction << /S /J#61va#53cript /JS (x) >> >>'],
    ['a program to start', '<< /A << /S /Launch /F (cmd.exe) >> >>'],
    ['a file inside', '<< /Names << /EmbeddedFiles 3 0 R >> >>'],
    ['a form that carries scripts', '<< /AcroForm << /XFA 4 0 R >> >>'],
    ['a sender of what is typed', '<< /A << /S /SubmitForm /F (http://x) >> >>'],
    ['a password', '<< /Encrypt 5 0 R >>'],
  ])('%s', (_, object) => {
    expect(isHarmlessPdf(pdf(catalog, object))).toBe(false)
  })
  test('a script in a packed stream of objects', () => {
    expect(isHarmlessPdf(pdf(catalog, objects('<< /S /JavaScript /JS (x) >>')))).toBe(false)
    expect(isHarmlessPdf(pdf(catalog, objects('<< /S /Java#53cript /JS (x) >>', '[/FlateDecode]')))).toBe(false)
  })
  test('objects packed so that nobody can look', () => {
    expect(isHarmlessPdf(pdf(catalog, objects('<< >>', '[/ASCIIHexDecode /FlateDecode]')))).toBe(false)
    expect(isHarmlessPdf(pdf(catalog, stream('/Type /ObjStm /Filter /LZWDecode', Buffer.from([1, 2, 3]))))).toBe(false)
    const predicted = stream(
      '/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
      deflateSync(Buffer.from('x')),
    )
    expect(isHarmlessPdf(pdf(catalog, predicted))).toBe(false)
  })
  test('a stream that unpacks without end', () => {
    const bomb = stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(60 * 1024 * 1024)))
    expect(isHarmlessPdf(pdf(catalog, bomb))).toBe(false)
  })
  test('no head, or no tail', () => {
    expect(isHarmlessPdf(Buffer.from('hello'))).toBe(false)
    expect(isHarmlessPdf(pdf(catalog).subarray(0, 40))).toBe(false)
  })
})
