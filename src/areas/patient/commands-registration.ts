import { registrationCalls } from '../../../contract/registration/registration.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'

export const listRegistrations = () => call(registrationCalls['registration.list'], {})
export const declineRegistration = (id: string) => call(registrationCalls['registration.decline'], { id })

/** Accepts a registration as a new patient, or as the existing patient `patientId`. A pull then brings the card. */
export async function acceptRegistration(device: Device, id: string, patientId?: string) {
  const outcome = await call(registrationCalls['registration.accept'], { id, ...(patientId && { patientId }) })
  device.kick()
  return outcome
}
