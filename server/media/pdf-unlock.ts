import { PDFArray, PDFDict, PDFDocument, PDFRawStream, PDFRef, type PDFObject } from '@cantoo/pdf-lib'
import { BadPdf, get } from './pdf-bytes.ts'

/** An object of a PDF, in one of its revisions. */
export type PdfObject = { readonly number: number; readonly generation: number; readonly value: PDFObject }

/** The objects as a reader without a password sees them. A document that asks for a password cannot be checked. */
export async function unlocked(
  written: readonly PdfObject[],
  trailers: readonly PDFDict[],
): Promise<readonly PdfObject[]> {
  const heads = [...trailers, ...written.flatMap(({ value }) => (value instanceof PDFRawStream ? [value.dict] : []))]
  const locks = heads.flatMap((head) => get(head, 'Encrypt') ?? [])
  if (locks.length === 0) return written
  const byNumber = Map.groupBy(written, ({ number }) => number)
  const lock = only(locks.flatMap((each) => meanings(byNumber, each)).map(String))
  // two halves: the document's id and this revision's; the key is made from the first
  const ids = heads.flatMap((head) => get(head, 'ID') ?? []).map((id) => (id instanceof PDFArray ? id.get(0) : id))
  const id = ids.length === 0 ? '<>' : only(ids.map(String))
  const open: PdfObject[] = []
  const versions = Map.groupBy(written, versionOf())
  if (versions.size > MOST_REVISIONS) throw new BadPdf('too_much')
  for (const version of versions.values()) {
    const locked = version.filter(({ value }) => value instanceof PDFRawStream || isAsked(value))
    const document = await PDFDocument.load(alone(locked, lock, id), {
      password: '',
      updateMetadata: false,
      parseSpeed: Infinity,
      throwOnInvalidObject: true,
    }).catch(() => {
      throw new BadPdf('locked')
    })
    for (const { number, generation, value } of version) {
      const plain = document.context.lookup(PDFRef.of(number, generation))
      if (!plain) open.push({ number, generation, value })
      else if (value instanceof PDFRawStream && plain instanceof PDFRawStream)
        open.push({ number, generation, value: PDFRawStream.of(value.dict, plain.contents) })
      else open.push({ number, generation, value: plain })
    }
  }
  return open
}
const MOST_REVISIONS = 50

/**
 * A document of these objects and their encryption, for the library to decrypt. Streams lose their filters, so that it
 * unpacks none.
 */
function alone(objects: PdfObject[], lock: string, id: string): Buffer {
  const parts = objects.flatMap(({ number, generation, value }) => {
    const head = Buffer.from(`${number} ${generation} obj\n`)
    if (!(value instanceof PDFRawStream)) return [head, Buffer.from(String(value), 'latin1'), END]
    const begins = Buffer.from(`<< /Length ${value.contents.length} >>\nstream\n`)
    return [head, begins, value.contents, Buffer.from('\nendstream'), END]
  })
  const trailer = `trailer\n<< /Root ${ROOT} 0 R /Encrypt ${lock} /ID [${id} ${id}] >>\n%%EOF\n`
  const root = `${ROOT} 0 obj\n<< /Type /Catalog >>`
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from(root), END, Buffer.from(trailer, 'latin1')])
}
const END = Buffer.from('\nendobj\n')
/** A number that no stored file has: heads of more than ten digits are refused. */
const ROOT = 99_999_999_999

/** Of all texts, those that the check reads: addresses and file names, inline or as objects of their own. */
const isAsked = (value: PDFObject) => !(value instanceof PDFDict) || /\/(?:URI|EF|RF)\b/.test(String(value))

/** Counts how often an object with the same number came before. */
function versionOf() {
  const seen = new Map<string, number>()
  return ({ number, generation }: PdfObject) => {
    const count = seen.get(`${number} ${generation}`) ?? 0
    seen.set(`${number} ${generation}`, count + 1)
    return count
  }
}

/** A document with two encryptions is two documents. */
function only(texts: string[]): string {
  if (new Set(texts).size !== 1) throw new BadPdf('locked')
  return texts[0]!
}

/** What a value may mean: for a reference, the object with that number in every revision, whatever its generation. */
export function meanings(
  byNumber: ReadonlyMap<number, readonly PdfObject[]>,
  value: PDFObject | undefined,
): PDFObject[] {
  const [open, found, seen] = [value ? [value] : [], new Set<PDFObject>(), new Set<PDFObject>()]
  for (let each = open.pop(); each; each = open.pop()) {
    if (seen.has(each)) continue
    seen.add(each)
    if (each instanceof PDFRef) open.push(...(byNumber.get(each.objectNumber) ?? []).map((one) => one.value))
    else found.add(each)
  }
  return [...found]
}
