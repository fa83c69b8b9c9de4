import { constants, inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFHexString,
  PDFName,
  PDFString,
  type PDFDict,
  type PDFObject,
  type PDFRawStream,
} from '@cantoo/pdf-lib'

/** Why a PDF is refused. */
export type PdfFault = 'unreadable' | 'locked' | 'too_much' | 'acts' | 'reaches_out' | 'carries_program'

/** Ends the reading of a PDF from any depth. */
export class BadPdf extends Error {
  readonly fault: PdfFault
  constructor(fault: PdfFault) {
    super(fault)
    this.fault = fault
  }
}

/** How much may be unpacked and copied for one PDF and those inside it, bytes: a page of text compresses to a tenth. */
export class Budget {
  #left = 48 * 1024 * 1024
  /** Unpacked data counts once. */
  readonly known = new WeakMap<PDFRawStream, Buffer | null>()
  #copies = 96 * 1024 * 1024

  copied(bytes: number) {
    this.#copies -= bytes
    if (this.#copies < 0) throw new BadPdf('too_much')
  }
  /** Null if it is not deflated data. A truncated end is read as far as possible. */
  inflate(packed: Uint8Array): Buffer | null {
    try {
      const bytes = inflateSync(packed, { maxOutputLength: this.#left + 1, finishFlush: constants.Z_SYNC_FLUSH })
      this.#left -= bytes.length
      if (this.#left >= 0) return bytes
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')) return null
    }
    throw new BadPdf('too_much')
  }
}

export const get = (dict: PDFDict, key: string): PDFObject | undefined => dict.get(PDFName.of(key))

/**
 * A stream's bytes. Null if they are packed with another filter than deflate: pictures are, nothing else needs to be.
 */
export function unpacked(stream: PDFRawStream, budget: Budget): Buffer | null {
  let bytes = budget.known.get(stream)
  if (bytes === undefined) budget.known.set(stream, (bytes = unpack(stream, budget)))
  return bytes
}

function unpack(stream: PDFRawStream, budget: Budget): Buffer | null {
  const filter = get(stream.dict, 'Filter')
  const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : []
  const parameters = get(stream.dict, 'DecodeParms') ?? get(stream.dict, 'DP')
  const isPlain = !parameters || !/\/Predictor\s+(?!\s|1\D)|\d R\b/.test(String(parameters))
  if (!isPlain || filters.some((each) => each !== PDFName.FlateDecode)) return null
  let bytes: Buffer | null = Buffer.from(stream.contents)
  for (let i = 0; bytes && i < filters.length; i++) bytes = budget.inflate(bytes)
  return bytes
}

export const textOf = (value: PDFObject | undefined): string | null =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : null
