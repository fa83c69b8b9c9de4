import { PDFArray, PDFRawStream, type PDFDict, type PDFObject } from '@cantoo/pdf-lib'
import { BadPdf, get, textOf, unpacked, type Budget } from './pdf-bytes.ts'
import type { PdfFile } from './pdf-read.ts'

/** What a PDF contains besides its pages (decision 0076). */

/** Names of attachments that open as data, by their extension. */
const DATA = /\.(?:csv|hl7|jpe?g|json|md|pdf|png|tiff?|tsv|txt|webp|xml|xsd)$/

/** Whether any name of an attachment, as any system reads it, has an extension other than data. */
export function hasProgramName(dict: PDFDict, file: PdfFile): boolean {
  const names = ['F', 'UF', 'DOS', 'Mac', 'Unix'].flatMap((key) => file.meanings(get(dict, key)))
  // Windows opens `a.exe. ` as `a.exe`; a character that changes the text direction makes `gpj.exe` look like a picture
  return names
    .map(textOf)
    .some((name) => name === null || /[\p{Cc}\p{Cf}]/u.test(name) || !DATA.test(name.toLowerCase()))
}

/** Whether bytes are a picture or text that no system runs as a program. */
export function isData(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12)
  if (/^(?:\xff\xd8\xff|\x89PNG\r\n\p{Cc}\n|II\*\0|MM\0\*|RIFF[^]{4}WEBP)/u.test(start)) return true
  const text = asText(bytes)
  // a browser runs the content of a page, also XML that declares itself one
  return text !== null && !/^\s*(?:#!|<!doctype\s+html|<html)|\/1999\/xhtml|\/2000\/svg/i.test(text)
}

/** Null if it is not text: UTF-8, or UTF-16 that says so. */
function asText(bytes: Buffer): string | null {
  const mark = bytes.toString('latin1', 0, 2)
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    // older machines write Turkish and German in one byte per letter; every program contains zeros and control
    // characters
    return /(?![\t-\r\x80-\x9f])\p{Cc}/u.test(bytes.toString('latin1')) ? null : bytes.toString('latin1')
  }
}

/** Whether an XML form has neither scripts nor submissions: in one stream, or in parts that form one text. */
export function isQuietForm(form: PDFObject, file: PdfFile, budget: Budget): boolean {
  const streams = file.meanings(form).flatMap((each) => (each instanceof PDFArray ? each.asArray() : [each]))
  const parts = streams.flatMap((each) => file.meanings(each)).filter((each) => textOf(each) === null)
  if (parts.length === 0) throw new BadPdf('unreadable')
  const texts = parts.map((part) => {
    const bytes = part instanceof PDFRawStream ? unpacked(part, budget) : null
    const text = bytes && asText(bytes)
    if (text === null) throw new BadPdf('unreadable')
    return text
  })
  return !/<!(?:DOCTYPE|ENTITY)|<(?:[^\s<>/:]*:)?(?:script|submit|execute|wsdlConnection|xmlConnection|signData)[\s/>]/i.test(
    texts.join(''),
  )
}
