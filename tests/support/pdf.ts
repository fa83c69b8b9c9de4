import { deflateSync } from 'node:zlib'
import { PDFDocument as Library, PDFName, PDFString } from '@cantoo/pdf-lib'
import PDFDocument from 'pdfkit'

/** PDFs as programs write them, and as attackers do. */

/** A PDF in its plain form: its objects, numbered from one, between a head and a tail. */
export const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects.map((each, i) => object(i + 1, each)), TAIL])

export const object = (number: number, text: string | Buffer) =>
  Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(text), Buffer.from('\nendobj\n')])

const TAIL = Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n')

/** A document extended with these objects by an incremental update. */
export const updated = (before: Buffer, ...objects: Buffer[]) => Buffer.concat([before, ...objects, TAIL])

export const catalog = '<< /Type /Catalog /Pages 2 0 R >>'

export const stream = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])

/** One object, the fifth, in an object stream. */
export const packed = (text: string, about = '/Type /ObjStm /Filter /FlateDecode', times = 1) => {
  let bytes = Buffer.from(`5 0 ${text}`)
  for (let i = 0; i < times; i++) bytes = deflateSync(bytes)
  return stream(`${about} /N 1 /First 4`, bytes)
}

export const SCRIPT = '<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>'

/** A PDF as pdfkit writes it; pdfkit also sets the product's own papers. */
export async function written(
  options: PDFKit.PDFDocumentOptions,
  fill: (document: PDFKit.PDFDocument) => unknown,
): Promise<Buffer> {
  const document = new PDFDocument(options)
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise((end) => document.on('end', end))
  fill(document)
  document.end()
  await done
  return Buffer.concat(parts)
}

/** An encrypted PDF with its objects in object streams; it opens without a password if `userPassword` is absent. */
export async function locked(
  { script = false, userPassword }: { readonly script?: boolean; readonly userPassword?: string },
  algorithm: 'AES-256' | 'AES-128' | 'RC4-128' = 'AES-256',
): Promise<Buffer> {
  const document = await Library.create()
  document.addPage()
  if (script) {
    const action = document.context.obj({ S: 'JavaScript' })
    action.set(PDFName.of('JS'), PDFString.of('app.alert(1)'))
    document.catalog.set(PDFName.of('OpenAction'), document.context.register(action))
  }
  document.encrypt({
    ownerPassword: 'owner',
    ...(userPassword && { userPassword }),
    permissions: { printing: false },
    algorithm,
    allowWeakCryptography: true,
  })
  return Buffer.from(await document.save({ useObjectStreams: true }))
}
