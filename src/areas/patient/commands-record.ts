import type { Input } from '../../../contract/calls.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { patientErasureCalls } from '../../../contract/patient/patient-erasure.ts'
import { recordPath } from '../../../contract/record.ts'
import { call } from '../../api/call.ts'
import { fetchFile } from '../../api/upload.ts'
import { keptKey } from './queries-kept.ts'
import type { Device } from '../../screen/device.ts'

/** Fetches a patient's whole record as a file; null if the server refuses or cannot be reached. */
export const fetchRecord = (patientId: string, format: 'json' | 'pdf', lang: Language): Promise<Blob | null> =>
  fetchFile(
    `${recordPath(patientId)}?format=${format}&lang=${lang}`,
    format === 'pdf' ? 'application/pdf' : 'application/json',
  )

/**
 * Erases a patient for good; needs the network. The next pull removes them from this device; kept visits are deleted at
 * once.
 */
export async function erasePatient(device: Device, input: Input<'patient.erase'>) {
  const outcome = await call(patientErasureCalls['patient.erase'], input)
  if (outcome.kind === 'done') await device.db.replies.delete(keptKey(input.id))
  device.kick()
  return outcome
}

/** Records or withdraws the patient's own request to be erased. */
export async function askErasure(device: Device, ask: boolean) {
  const outcome = await call(patientErasureCalls['patient.askErasure'], { ask })
  device.kick()
  return outcome
}
