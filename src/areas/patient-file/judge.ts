import { UPLOAD_BYTES } from '../../../contract/kernel/constants.ts'
import { DOCUMENT_ENDINGS } from '../../../contract/file/file.kinds.ts'
import { isDocumentType } from '../../../contract/patient/patient-file.ts'

/**
 * Why a file is not accepted on a patient's card, before any of it is stored; the server checks its content. `heic` is
 * a phone's picture format that this browser could not open.
 */
export type WrongDocument = 'empty' | 'too-large' | 'kind' | 'heic'

export function whyNotDocument({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): WrongDocument | null {
  const hasEnding = DOCUMENT_ENDINGS[type]?.some((ending) => name.toLowerCase().endsWith(`.${ending}`)) ?? false
  if (!isDocumentType(type) || !hasEnding) return 'kind'
  if (size === 0) return 'empty'
  return size > UPLOAD_BYTES ? 'too-large' : null
}
