import { registrationCalls } from '../../../contract/registration/registration.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'

export const listRegistrations = () => call(registrationCalls['registration.list'], {})
export const declineRegistration = (id: string) => call(registrationCalls['registration.decline'], { id })

/** Someone new, or with `patientId` the patient they are; the device looks for the card that has come. */
export async function acceptRegistration(device: Device, id: string, patientId?: string) {
  const outcome = await call(registrationCalls['registration.accept'], { id, ...(patientId && { patientId }) })
  device.kick()
  return outcome
}
