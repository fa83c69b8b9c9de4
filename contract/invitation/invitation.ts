import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, text } from '../kernel/fields.ts'

/** How long an invitation waits for its doctor, days. */
export const INVITATION_DAYS = 30
/** How many a clinic sends in a day. */
export const INVITATIONS_A_DAY = 50

/**
 * A clinic's invitation to a doctor (rule 53), as the clinic knows it: by the contact it typed. No field and no refusal
 * says whether a doctor has that contact; only the doctor's own answer does.
 */
export const Invitation = v.object({
  id,
  email: v.nullable(text(200)),
  phone: v.nullable(text(20)),
  status: v.picklist(['open', 'accepted', 'declined', 'withdrawn']),
  invitedBy: text(200),
  createdAt: instant,
  expiresAt: instant,
  answeredAt: v.nullable(instant),
})
export type Invitation = v.InferOutput<typeof Invitation>

/** The same, as its doctor reads it. */
const Invited = v.object({
  id,
  clinicId: id,
  clinic: text(200),
  city: text(120),
  invitedBy: text(200),
  createdAt: instant,
  expiresAt: instant,
})
export type Invited = v.InferOutput<typeof Invited>

const path = '/api/doctor/invitation/:id'
const done = v.object({ status: v.literal(true) })

/** `doctor.join` makes them. [+] */
export const invitationCalls = {
  /** The clinic's: the open ones, and the outcome of others in the last thirty days. */
  'invitation.list': {
    method: 'POST',
    path: '/api/doctor/invitation/list',
    roles: ['clinic'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), invitations: v.array(Invitation) }),
  },
  'invitation.withdraw': {
    method: 'DELETE',
    path,
    roles: ['clinic'],
    offline: 'online',
    refusals: ['invitation_not_found'],
    input: v.strictObject({ id }),
    reply: done,
    audits: 'invitation',
  },
  /** Those that wait on request doctor. */
  'invitation.mine': {
    method: 'POST',
    path: '/api/doctor/invitation/mine',
    roles: ['doctor'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), invitations: v.array(Invited) }),
  },
  /** From now on the doctor works there; `sharesContact`: whether the clinic sees their phone and email. */
  'invitation.accept': {
    method: 'PUT',
    path,
    action: 'accept',
    roles: ['doctor'],
    offline: 'online',
    refusals: ['invitation_not_found'],
    input: v.strictObject({ id, sharesContact: v.optional(v.boolean(), true) }),
    reply: done,
    audits: 'invitation',
  },
  'invitation.decline': {
    method: 'PUT',
    path,
    action: 'decline',
    roles: ['doctor'],
    offline: 'online',
    refusals: ['invitation_not_found'],
    input: v.strictObject({ id }),
    reply: done,
    audits: 'invitation',
  },
} as const satisfies CallTable
