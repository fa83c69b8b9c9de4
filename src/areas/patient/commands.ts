import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { patientCalls } from '../../../contract/patient/patient.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange as queue } from '../../sync/queue.ts'

/** Adds a patient at the desk or the bedside, also offline; a phone or identity that is known comes back as a refusal (rule 60). Answers the id. */
export async function addPatient(device: Device, input: Omit<Input<'patient.add'>, 'id'>): Promise<string> {
  const id = newId(device.now())
  await queue(device, 'patient.add', { id, ...input })
  return id
}

/** Changes fields of a card; what is left out stays. Answers the entry's id. */
export const updatePatient = (device: Device, id: string, fields: Omit<Input<'patient.update'>, 'id'>) =>
  queue(device, 'patient.update', { id, ...fields })

/** Writes a note where the person stands: the desk's clinic, a doctor's host where they work there. */
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

/** Hides the card (rule 55); needs the network. The pull takes it off this device. */
export async function deletePatient(device: Device, id: string) {
  const outcome = await call(patientCalls['patient.delete'], { id })
  device.kick()
  return outcome
}

/** The identity number, shown once; the server writes down who looked (rule 56). */
/** A code for a patient of one's private clinic, with one's own password. */
export const recoverPatient = (id: string, password: string) => call(patientCalls['patient.recover'], { id, password })
export const revealIdentity = (id: string) => call(patientCalls['patient.identity'], { id })

/** "Use the existing one" (rule 60): makes a patient of the realm known here, by phone or identity and the birth date. */
export async function linkPatient(device: Device, proof: Input<'patient.link'>) {
  const outcome = await call(patientCalls['patient.link'], proof)
  device.kick()
  return outcome
}

/** The caller has seen who it is (docs/decisions/0069); needs the network. */
export async function provePatient(device: Device, id: string) {
  const outcome = await call(patientCalls['patient.prove'], { id })
  device.kick()
  return outcome
}

/** Makes two cards of one patient one; needs the network. The pull takes the other one off this device. */
export async function mergePatients(device: Device, cards: Input<'patient.merge'>) {
  const outcome = await call(patientCalls['patient.merge'], cards)
  device.kick()
  return outcome
}
