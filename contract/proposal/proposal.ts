import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, text } from '../kernel/fields.ts'

/**
 * What a clinic would change on the card of a doctor who has an account; the doctor decides. `doctor.update` makes it;
 * newer fields join those that wait. `fields` are the card's own, as that call takes them, and `identity`, the number
 * in clear, which only those two see.
 */
export const Proposal = v.object({
  id,
  doctorId: id,
  clinicId: id,
  clinic: text(200),
  fields: v.record(text(40), v.unknown()),
  madeBy: text(200),
  madeAt: instant,
})
export type Proposal = v.InferOutput<typeof Proposal>

const path = '/api/doctor/proposal/:id'
const done = v.object({ status: v.literal(true) })

/** [+] */
export const proposalCalls = {
  /** A clinic's own that wait, and those that wait for the calling doctor. */
  'proposal.list': {
    method: 'POST',
    path: '/api/doctor/proposal/list',
    roles: ['clinic', 'doctor'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), proposals: v.array(Proposal) }),
  },
  /** The doctor accepts: all of it is now on their card. */
  'proposal.accept': {
    method: 'PUT',
    path,
    action: 'accept',
    roles: ['doctor'],
    offline: 'online',
    refusals: ['proposal_not_found', 'user_exists'],
    input: v.strictObject({ id }),
    reply: done,
    audits: 'card_proposal',
  },
  /** The doctor declines, or the clinic withdraws it. */
  'proposal.drop': {
    method: 'DELETE',
    path,
    roles: ['clinic', 'doctor'],
    offline: 'online',
    refusals: ['proposal_not_found'],
    input: v.strictObject({ id }),
    reply: done,
    audits: 'card_proposal',
  },
} as const satisfies CallTable
