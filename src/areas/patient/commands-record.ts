import type { Input } from '../../../contract/calls.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { patientErasureCalls } from '../../../contract/patient/patient-erasure.ts'
import { recordPath } from '../../../contract/record.ts'
import { call } from '../../api/call.ts'
import { fetchFile } from '../../api/upload.ts'
import { keptKey } from './queries-kept.ts'
import type { Device } from '../../screen/device.ts'

/** A patient's whole record as a file; null when the server does not give it or cannot be reached. */
export const fetchRecord = (patientId: string, format: 'json' | 'pdf', lang: Language): Promise<Blob | null> =>
  fetchFile(
    `${recordPath(patientId)}?format=${format}&lang=${lang}`,
    format === 'pdf' ? 'application/pdf' : 'application/json',
  )

/** Forgets a patient for good; needs the network. The pull takes them off this device, what was kept besides goes at once. */
export async function erasePatient(device: Device, input: Input<'patient.erase'>) {
  const outcome = await call(patientErasureCalls['patient.erase'], input)
  if (outcome.kind === 'done') await device.db.replies.delete(keptKey(input.id))
  device.kick()
  return outcome
}

/** The patient's own wish to be forgotten, said or taken back. */
export async function askErasure(device: Device, ask: boolean) {
  const outcome = await call(patientErasureCalls['patient.askErasure'], { ask })
  device.kick()
  return outcome
}
