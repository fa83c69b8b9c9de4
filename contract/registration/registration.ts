import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, text } from '../kernel/fields.ts'
import { REGISTRANTS } from '../session/session.account.ts'

/**
 * A patient of the clinic who may be the person that registered, and what matches. If they already have an account, a
 * code helps them in (`patient.recover`).
 */
const Match = v.object({
  id,
  name: text(200),
  birthDate: v.nullable(text(10)),
  signsIn: v.boolean(),
  by: v.array(v.picklist(['identity', 'phone', 'email', 'name'])),
})

/** A registration on a private clinic's host. Only its email address is proved (docs/decisions/0067). */
export const Registration = v.object({
  id,
  type: v.picklist(REGISTRANTS),
  name: text(200),
  email: text(200),
  phone: text(20),
  /** YYYY-MM-DD; for a patient. */
  birthDate: v.nullable(text(10)),
  /** For a doctor. */
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

/** Registrations that wait for a private clinic; its users decide. [+] */
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
  /** As a new person, or with `patientId` as an existing patient: whoever decides has seen their document. */
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
  /** Deletes all of it. */
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
