import type { Input } from '../../../contract/calls.ts'
import { doctorCalls } from '../../../contract/doctor/doctor.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/** Edits a card, also offline; throws `NotSaved` if the device has no room, and the form keeps the input. */
export const editDoctor = (device: Device, id: string, fields: Omit<Input<'doctor.update'>, 'id'>) =>
  queueChange(device, 'doctor.update', { id, ...fields })

/** Acts that need the network; each returns the outcome, and the device pulls what has changed. */
export const addDoctor = (device: Device, fields: Omit<Input<'doctor.add'>, 'id'>) =>
  pulledAfter(device, call(doctorCalls['doctor.add'], { id: newId(device.now()), ...fields }))
export const setDoctorActive = (device: Device, id: string, active: boolean) =>
  pulledAfter(device, call(doctorCalls[active ? 'doctor.activate' : 'doctor.passivate'], { id }))
export const leaveDoctor = (device: Device, id: string) =>
  pulledAfter(device, call(doctorCalls['doctor.leave'], { id }))
/** Sets the complete order of photos or diplomas. */
export const arrangePictures = (device: Device, id: string, type: 'photo' | 'diploma', ids: readonly string[]) =>
  pulledAfter(device, call(doctorCalls['doctor.arrange'], { id, type, ids: [...ids] }))
export const sendDoctorLink = (device: Device, id: string) =>
  pulledAfter(device, call(doctorCalls['doctor.sendLink'], { id }))
export const recoverDoctor = (id: string, password: string) => call(doctorCalls['doctor.recover'], { id, password })
export const deleteDoctor = (device: Device, id: string) =>
  pulledAfter(device, call(doctorCalls['doctor.delete'], { id }))
export const askMedisoft = () => call(doctorCalls['doctor.medisoft'], {})

async function pulledAfter<O>(device: Device, outcome: Promise<O>): Promise<O> {
  const ended = await outcome
  device.kick()
  return ended
}
