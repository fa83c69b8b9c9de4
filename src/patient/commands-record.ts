import type { Language } from '../../contract/constants.ts'
import { recordPath } from '../../contract/record.ts'
import { fetchFile } from '../api/upload.ts'

/** A patient's whole record as a file; null when the server does not give it or cannot be reached. */
export const fetchRecord = (patientId: string, format: 'json' | 'pdf', lang: Language): Promise<Blob | null> =>
  fetchFile(
    `${recordPath(patientId)}?format=${format}&lang=${lang}`,
    format === 'pdf' ? 'application/pdf' : 'application/json',
  )
