import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, text } from '../kernel/fields.ts'
import { REGISTRANTS } from '../session/session.account.ts'

/** A patient of the clinic whom a registration may be, and by what. With an account already they are helped in by a code (`patient.recover`). */
const Match = v.object({
  id,
  name: text(200),
  birthDate: v.nullable(text(10)),
  signsIn: v.boolean(),
  by: v.array(v.picklist(['identity', 'phone', 'email', 'name'])),
})

/** A registration on a private clinic's host whose e-mail address is proved, and nothing else of it (docs/decisions/0067). */
export const Registration = v.object({
  id,
  type: v.picklist(REGISTRANTS),
  name: text(200),
  email: text(200),
  phone: text(20),
  /** YYYY-MM-DD; of a patient. */
  birthDate: v.nullable(text(10)),
  /** Of a doctor. */
  title: v.nullable(text(60)),
  city: v.nullable(text(120)),
  /** The last four characters of the number that was typed. */
  identityEnd: v.nullable(text(4)),
  askedAt: instant,
  matches: v.array(Match),
})
export type Registration = v.InferOutput<typeof Registration>

const path = '/api/registration/:id'
const done = v.object({ status: v.literal(true) })

/** What waits for a private clinic's yes is its users' to decide. [+] */
export const registrationCalls = {
  'registration.list': {
    method: 'POST',
    path: '/api/registration/list',
    roles: ['clinic'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), registrations: v.array(Registration) }),
  },
  /** Somebody new, or with `patientId` the patient they are: whoever decides has seen their paper. */
  'registration.accept': {
    method: 'PUT',
    path,
    action: 'accept',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['registration_not_found', 'registration_taken', 'patient_not_found', 'patient_signs_in'],
    input: v.strictObject({ id, patientId: v.optional(id) }),
    reply: done,
    audits: 'person',
  },
  /** Nothing of it is kept. */
  'registration.decline': {
    method: 'DELETE',
    path,
    roles: ['clinic'],
    offline: 'online',
    refusals: ['registration_not_found'],
    input: v.strictObject({ id }),
    reply: done,
    audits: 'person',
  },
} as const satisfies CallTable
