import { meetingCalls } from '../../../contract/appointment/appointment.meeting.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'

/** Tells the other side that this person has joined; for a patient it also counts as arrival (rules 25, 31). */
export async function joinRoom(device: Device, id: string) {
  const outcome = await call(meetingCalls['appointment.join'], { id })
  device.kick()
  return outcome
}
