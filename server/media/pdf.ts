import { PDFArray, PDFDict, PDFName, PDFRawStream, type PDFObject } from '@cantoo/pdf-lib'
import { BadPdf, Budget, get, textOf, unpacked, type PdfFault } from './pdf-bytes.ts'
import { hasProgramName, isData, isQuietForm } from './pdf-inside.ts'
import { readPdf, type PdfFile } from './pdf-read.ts'

/**
 * Why a PDF may not be stored (TRUST D9), or null: something in it runs, contacts something by itself or contains a
 * program; or it cannot be read, so no one can say. Checks each object of each revision, whether or not it is
 * referenced. Meant to run in a thread with limits (`pdf-worker.ts`).
 */
export async function pdfFault(bytes: Buffer): Promise<PdfFault | null> {
  try {
    await judge(bytes, new Budget(), 0)
    return null
  } catch (error) {
    // whatever error the library throws, the file could not be read
    return error instanceof BadPdf ? error.fault : 'unreadable'
  }
}

/** Actions and carriers of what runs: scripts, programs to start, players. */
const ACTING = /^(?:JavaScript|JS|OnInstantiate|Launch|RichMedia|RichMediaExecute|Rendition|Movie|Sound|3D|Navigator)$/
/** What sends or fetches: forms to a server, external files, a program's documents. */
const REACHING = /^(?:SubmitForm|ImportData|GoToR|GoToE)$/

async function judge(bytes: Buffer, budget: Budget, depth: number): Promise<void> {
  const [begins, ends] = [bytes.subarray(0, 1024).includes('%PDF-'), bytes.subarray(-1024).includes('%%EOF')]
  if (!begins || !ends || depth > MOST_DEEP) throw new BadPdf('unreadable')
  const file = await readPdf(bytes, budget)
  const attachments = new Set<PDFRawStream>()
  for (const name of file.names) {
    if (ACTING.test(name)) throw new BadPdf('acts')
    if (REACHING.test(name)) throw new BadPdf('reaches_out')
  }
  for (const { value } of file.objects)
    for (const each of within(value)) {
      if (each instanceof PDFRawStream) judgeStream(each, file, budget)
      else await judgeDictionary(each)
    }

  async function judgeDictionary(dict: PDFDict) {
    for (const action of file.meanings(get(dict, 'OpenAction'))) judgeAutomatic(action, file)
    for (const actions of file.meanings(get(dict, 'AA')))
      if (actions instanceof PDFDict) for (const action of actions.values()) judgeAutomatic(action, file)
    for (const link of file.meanings(get(dict, 'URI')))
      judgeLink(textOf(link instanceof PDFDict ? get(link, 'Base') : link))
    const form = get(dict, 'XFA')
    if (form && !isQuietForm(form, file, budget)) throw new BadPdf('acts')
    for (const key of ['EF', 'RF']) {
      const files = get(dict, key)
      if (!files) continue
      if (hasProgramName(dict, file)) throw new BadPdf('carries_program')
      for (const attached of streamsOf(files, file)) await judgeAttached(attached)
    }
  }
  async function judgeAttached(stream: PDFRawStream) {
    if (attachments.has(stream)) return
    attachments.add(stream)
    const data = unpacked(stream, budget)
    if (!data) throw new BadPdf('unreadable')
    if (data.subarray(0, 1024).includes('%PDF-')) return judge(data, budget, depth + 1)
    if (!isData(data)) throw new BadPdf('carries_program')
  }
}
/** A document inside a document is a report with its annex; a third level hides something. */
const MOST_DEEP = 2

function judgeStream(stream: PDFRawStream, file: PdfFile, budget: Budget) {
  const { dict } = stream
  const subtypes = file.meanings(get(dict, 'Subtype'))
  // its bytes in another file, or a page of another document
  if (get(dict, 'F') || (get(dict, 'Ref') && subtypes.includes(PDFName.of('Form')))) throw new BadPdf('reaches_out')
  // pictures unpack to far more than they are and contain nothing else; anywhere else that would be a bomb
  if (get(dict, 'Filter') && !subtypes.includes(PDFName.of('Image'))) unpacked(stream, budget)
}

/** Actions on opening, closing, typing or pointing: only navigation within the document and printing. */
function judgeAutomatic(action: PDFObject, file: PdfFile) {
  const [open, seen] = [file.meanings(action), new Set<PDFObject>()]
  for (let each = open.pop(); each; each = open.pop()) {
    if (seen.has(each)) continue
    seen.add(each)
    if (each instanceof PDFArray) open.push(...each.asArray().flatMap((one) => file.meanings(one)))
    if (!(each instanceof PDFDict)) continue
    for (const kind of file.meanings(get(each, 'S'))) if (!HARMLESS.has(String(kind))) throw new BadPdf('reaches_out')
    open.push(...file.meanings(get(each, 'Next')))
  }
}
const HARMLESS = new Set(['/GoTo', '/Named', '/Hide', '/SetOCGState', '/ResetForm', '/Trans', '/GoTo3DView'])

/** A link is followed by a person's press: to pages and people, not to local files or scripts. */
function judgeLink(link: string | null) {
  if (link === null) return
  const text = link.replaceAll(/[\p{Cc}\s]/gu, '')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]
  if ((scheme && !/^(?:https?|mailto|tel|sms|fax)$/i.test(scheme)) || /^[\\/]{2}/.test(text))
    throw new BadPdf('reaches_out')
}

/** The dictionaries and streams in an object, at any depth. */
function* within(value: PDFObject): Generator<PDFDict | PDFRawStream> {
  const open = [value]
  for (let each = open.pop(); each; each = open.pop()) {
    if (each instanceof PDFRawStream) {
      yield each
      open.push(each.dict)
    } else if (each instanceof PDFDict) {
      yield each
      open.push(...each.values())
    } else if (each instanceof PDFArray) open.push(...each.asArray())
  }
}

/** The streams that an attachment's dictionary names, in every revision. */
function streamsOf(value: PDFObject, file: PdfFile): Set<PDFRawStream> {
  const [open, seen, found] = [file.meanings(value), new Set<PDFObject>(), new Set<PDFRawStream>()]
  for (let each = open.pop(); each; each = open.pop()) {
    if (seen.has(each)) continue
    seen.add(each)
    if (each instanceof PDFRawStream) found.add(each)
    else if (each instanceof PDFDict) open.push(...each.values().flatMap((one) => file.meanings(one)))
    else if (each instanceof PDFArray) open.push(...each.asArray().flatMap((one) => file.meanings(one)))
  }
  return found
}
