import { createHash } from 'node:crypto'
import type { DocumentType } from '../../contract/patient/patient-file.ts'
import { askBounded, OutOfBounds } from '../kernel/bounded-thread.ts'
import type { PdfFault } from './pdf-bytes.ts'
import { drawPicture, pictureType } from './picture.ts'

/** A document as it is stored. */
export type Document = {
  readonly bytes: Buffer
  readonly type: 'image/webp' | 'application/pdf'
  /** Its type by its first bytes, as it came. */
  readonly sent: DocumentType
  /** Of `bytes`, base64url. */
  readonly sha256: string
}

/**
 * Reads a patient's document (TRUST D9): a picture is redrawn, so that only what was visible remains; a PDF is stored
 * as it is if nothing in it runs or contacts anything (decision 0076). Returns a fault for everything else.
 */
export async function readDocument(sent: Buffer): Promise<Document | PdfFault> {
  const type = pictureType(sent)
  if (type) {
    const picture = await drawPicture(sent)
    return picture ? { bytes: picture.bytes, type: picture.type, sent: type, sha256: picture.sha256 } : 'unreadable'
  }
  if (!sent.subarray(0, 1024).includes('%PDF-')) return 'unreadable'
  const fault = await faultOf(sent)
  if (fault) return fault
  const sha256 = createHash('sha256').update(sent).digest('base64url')
  return { bytes: sent, type: 'application/pdf', sent: 'application/pdf', sha256 }
}

/** Examined in a thread of its own with limits: a file made to explode ends there, and is not stored (TRUST D8). */
async function faultOf(bytes: Buffer): Promise<PdfFault | null> {
  try {
    return await askBounded<PdfFault | null>(new URL('pdf-worker.ts', import.meta.url), bytes, BOUNDS)
  } catch (error) {
    if (error instanceof OutOfBounds) return 'too_much'
    throw error
  }
}

const BOUNDS = { old: 256, young: 32, ms: 3000 }
