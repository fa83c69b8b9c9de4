import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { patientCalls } from '../../../contract/patient/patient.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange as queue } from '../../sync/queue.ts'

/**
 * Adds a patient at the desk or the bedside, also offline. If the phone or identity is known, the server refuses the
 * entry later (rule 60). Returns the new id.
 */
export async function addPatient(device: Device, input: Omit<Input<'patient.add'>, 'id'>): Promise<string> {
  const id = newId(device.now())
  await queue(device, 'patient.add', { id, ...input })
  return id
}

/** Changes fields of a card; fields that are left out stay. Returns the entry's id. */
export const updatePatient = (device: Device, id: string, fields: Omit<Input<'patient.update'>, 'id'>) =>
  queue(device, 'patient.update', { id, ...fields })

/**
 * Writes a note for the clinic the person works in: the desk's clinic, or for a doctor the clinic of the host if they
 * work there.
 */
export const addNote = (device: Device, patientId: string, text: string) =>
  queue(
    device,
    'patient.addNote',
    {
      id: newId(device.now()),
      patientId,
      text,
      clinicId: device.person.clinicId ?? device.session.clinicId,
    },
    { authorId: device.person.id },
  )

export const editNote = (device: Device, id: string, text: string) => queue(device, 'patient.editNote', { id, text })

export const deleteNote = (device: Device, id: string) => queue(device, 'patient.deleteNote', { id })

/** Deletes, that is hides, the card (rule 55); needs the network. The next pull removes it from this device. */
export async function deletePatient(device: Device, id: string) {
  const outcome = await call(patientCalls['patient.delete'], { id })
  device.kick()
  return outcome
}

/** Makes a recovery code for a patient of the caller's private clinic; the caller confirms with their own password. */
export const recoverPatient = (id: string, password: string) => call(patientCalls['patient.recover'], { id, password })

/** Fetches the identity number, to be shown once; the server records who looked (rule 56). */
export const revealIdentity = (id: string) => call(patientCalls['patient.identity'], { id })

/**
 * "Use the existing one" (rule 60): takes over a patient the realm already knows, proved by phone or identity and the
 * birth date.
 */
export async function linkPatient(device: Device, proof: Input<'patient.link'>) {
  const outcome = await call(patientCalls['patient.link'], proof)
  device.kick()
  return outcome
}

/** Records that the caller has checked the patient's identity (docs/decisions/0069); needs the network. */
export async function provePatient(device: Device, id: string) {
  const outcome = await call(patientCalls['patient.prove'], { id })
  device.kick()
  return outcome
}

/** Merges two cards of one patient; needs the network. The next pull removes the other card from this device. */
export async function mergePatients(device: Device, cards: Input<'patient.merge'>) {
  const outcome = await call(patientCalls['patient.merge'], cards)
  device.kick()
  return outcome
}
