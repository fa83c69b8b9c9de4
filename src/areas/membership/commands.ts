import { doctorCalls } from '../../../contract/doctor/doctor.ts'
import { invitationCalls } from '../../../contract/invitation/invitation.ts'
import { membershipCalls } from '../../../contract/membership/membership.ts'
import { proposalCalls } from '../../../contract/proposal/proposal.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'

/** Invites the doctor with this email or phone; the answer does not reveal whether there is one. */
export const inviteDoctor = (contact: string) =>
  call(doctorCalls['doctor.join'], contact.includes('@') ? { email: contact.trim() } : { phone: contact.trim() })
export const listInvitations = () => call(invitationCalls['invitation.list'], {})
export const withdrawInvitation = (id: string) => call(invitationCalls['invitation.withdraw'], { id })
export const myInvitations = () => call(invitationCalls['invitation.mine'], {})

/** A doctor's own decisions; a pull then brings what changed with them. */
export const acceptInvitation = (device: Device, id: string, sharesContact: boolean) =>
  pulledAfter(device, call(invitationCalls['invitation.accept'], { id, sharesContact }))
export const declineInvitation = (device: Device, id: string) =>
  pulledAfter(device, call(invitationCalls['invitation.decline'], { id }))
export const shareContact = (device: Device, clinicId: string, sharesContact: boolean) =>
  pulledAfter(device, call(membershipCalls['membership.share'], { clinicId, sharesContact }))

export const leaveClinic = (device: Device, clinicId: string) =>
  pulledAfter(device, call(membershipCalls['membership.leave'], { clinicId }))
export const listProposals = () => call(proposalCalls['proposal.list'], {})
export const acceptProposal = (device: Device, id: string) =>
  pulledAfter(device, call(proposalCalls['proposal.accept'], { id }))
/** The doctor rejects the proposal, or the clinic withdraws it. */
export const dropProposal = (id: string) => call(proposalCalls['proposal.drop'], { id })

async function pulledAfter<O>(device: Device, outcome: Promise<O>): Promise<O> {
  const ended = await outcome
  device.kick()
  return ended
}
