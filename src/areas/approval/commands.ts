import { approvalCalls } from '../../../contract/approval/approval.ts'
import { call, type Outcome } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'

/** Decided by a second person; never queued (rule 46). */
export const approveRequest = (device: Device, id: string) =>
  done(device, call(approvalCalls['approval.approve'], { id }))

export const declineRequest = (device: Device, id: string, words: string) =>
  done(device, call(approvalCalls['approval.decline'], { id, words }))

/** The next pull brings the payment or the wallet that changed. */
async function done<R>(device: Device, outcome: Promise<Outcome<R>>): Promise<Outcome<R>> {
  const ended = await outcome
  device.kick()
  return ended
}
