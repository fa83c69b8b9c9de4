import * as v from 'valibot'
import { Slot } from '../appointment/appointment.ts'
import { Clinic } from '../clinic/clinic.ts'
import type { CallTable } from '../kernel/call.ts'
import { doctorActCalls } from './doctor-acts.ts'
import { doctorPictureCalls } from './doctor-picture.ts'
import {
  alsoAs,
  id,
  isoDay,
  language,
  listed,
  listOf,
  money,
  multilingual,
  multilingualInput,
  newRecordId,
  paging,
  requiredText,
  see,
  text,
  version,
} from '../kernel/fields.ts'
import { medisoftCalls } from './doctor-medisoft.ts'
import { Invitation } from '../invitation/invitation.ts'
import { COMMISSIONS, Membership, percent } from '../membership/membership.ts'
import { typedPhone } from '../kernel/phone.rules.ts'

/**
 * A doctor's card (SPEC §3); `id` is also the person's id. Only the doctor and their clinics see contact, commission and account (rule 51).
 */
export const Doctor = v.object({
  id,
  version,
  title: text(60),
  name: text(200),
  /** The main specialty, first of `branchIds`. */
  branchId: v.nullable(id),
  branchIds: v.array(id),
  clinicIds: v.array(id),
  city: text(120),
  languages: v.array(text(8)),
  phone: v.pipe(v.optional(v.nullable(text(20))), see('admin', 'clinic', 'doctor')),
  email: v.pipe(v.optional(v.nullable(text(200))), see('admin', 'clinic', 'doctor')),
  shortDescription: multilingual(300),
  description: multilingual(4000),
  expertise: multilingual(500),
  /** Where they graduated, and where they became a specialist. */
  diploma: text(200),
  specialization: text(200),
  /** YYYY-MM-DD of the first day of practice. */
  serviceStart: v.nullable(text(10)),
  diseaseIds: v.array(id),
  treatmentIds: v.array(id),
  /** Diplomas and certificates as text; their pictures are `diplomaIds`. */
  certificates: v.array(text(200)),
  /** Files: the person's own picture, the gallery, the diplomas. */
  photoId: v.nullable(id),
  photoIds: v.array(id),
  diplomaIds: v.array(id),
  /** Of the caller's clinic; for a doctor or an admin, of the first of `memberships` (rule 33). */
  commissionType: v.pipe(v.optional(v.nullable(v.picklist(COMMISSIONS))), see('admin', 'clinic', 'doctor')),
  /** Percent of the price. */
  commissionRatio: v.pipe(v.optional(v.nullable(percent)), see('admin', 'clinic', 'doctor')),
  /** Minor units of the visit's currency. */
  commissionAmount: v.pipe(v.optional(v.nullable(money)), see('admin', 'clinic', 'doctor')),
  /** The agreement with each clinic: a clinic reads its own, the doctor all, an admin those of public clinics (rule 47). */
  memberships: v.pipe(v.optional(v.array(Membership)), see('admin', 'clinic', 'doctor')),
  /** Whether they have a password: from then on only they change their email and phone. */
  signsIn: v.pipe(v.optional(v.nullable(v.boolean())), see('admin', 'clinic')),
  /** Whether the caller's edit becomes a proposal to the doctor: they have an account, or another clinic made the card. */
  proposes: v.pipe(v.optional(v.boolean()), see('admin', 'clinic', 'doctor')),
  /** Whether the caller may change the card: their own, their clinic's, or, for an admin, any they see. */
  mine: v.pipe(v.optional(v.boolean()), see('admin', 'clinic', 'doctor')),
  /** Mean stars of the published comments the reader may see, to one digit, and their number; null if there are none. */
  rating: v.optional(v.nullable(v.number())),
  ratings: v.optional(v.pipe(v.number(), v.integer())),
  /** For a clinic's users: in their clinic. */
  active: v.boolean(),
})
export type Doctor = v.InferOutput<typeof Doctor>

const email = v.pipe(text(200), v.email())
const few = (max: number) => listOf(id, max)

/** The fields that a form may send, each optional. A doctor sends neither clinics nor commission of their own card (RULES 13). */
const parts = {
  title: v.optional(text(60)),
  branchIds: v.optional(few(10)),
  city: v.optional(text(120)),
  languages: v.optional(listOf(v.pipe(text(8), v.regex(/^[a-z]{2,3}$/)), 20)),
  shortDescription: v.optional(multilingualInput(300)),
  description: v.optional(multilingualInput(4000)),
  expertise: v.optional(multilingualInput(500)),
  diploma: v.optional(text(200)),
  specialization: v.optional(text(200)),
  serviceStart: v.optional(v.nullable(isoDay)),
  diseaseIds: v.optional(few(100)),
  treatmentIds: v.optional(few(100)),
  certificates: v.optional(listOf(requiredText(200), 30)),
  clinicIds: v.optional(few(50)),
  commissionType: v.optional(v.nullable(v.picklist(COMMISSIONS))),
  commissionRatio: v.optional(v.nullable(percent)),
  commissionAmount: v.optional(v.nullable(money)),
}
const account = { name: requiredText(200), phone: typedPhone, email: v.nullable(email) }
const identity = v.optional(v.nullable(text(30)))

const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const
const staff = ['admin', 'clinic'] as const
const reply = v.object({ status: v.literal(true), doctor: v.pipe(Doctor, alsoAs('uuid')) })

export const doctorCalls = {
  'doctor.list': {
    method: 'POST',
    path: '/api/doctor/list',
    roles: everyone,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({
      ...paging,
      clinicId: v.optional(id),
      branchId: v.optional(id),
      active: v.optional(v.boolean()),
      language: v.optional(text(8)),
      /** Doctors with hours that are open; among these, with online ones. */
      hasHours: v.optional(v.boolean()),
      online: v.optional(v.boolean()),
      /** The doctor's own city, or that of a clinic in which they can be booked. [+] */
      city: v.optional(text(120)),
      /** Also what a device that does not hold all cards needs beside them (decision 0145). [+] */
      beside: v.optional(v.boolean()),
    }),
    reply: v.object({
      ...listed,
      doctors: v.array(v.pipe(Doctor, alsoAs('uuid'))),
      /** With `beside`: the clinics of these doctors, and of all that the caller may see the cities and languages. */
      clinics: v.optional(v.array(Clinic)),
      cities: v.optional(v.array(text(120))),
      languages: v.optional(v.array(text(8))),
    }),
  },
  /** The next free time within four weeks of each visible doctor; one answer for a page of a list. */
  'doctor.nextFree': {
    method: 'POST',
    path: '/api/doctor/list',
    action: 'nextFree',
    roles: everyone,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({ ids: listOf(id, 50) }),
    reply: v.object({ status: v.literal(true), doctors: v.array(v.object({ id, next: v.nullable(Slot) })) }),
  },
  /** A clinic's user adds to their own clinic; `invite` sends a link. Known people are not added twice (rules 49, 53). */
  'doctor.add': {
    method: 'POST',
    path: '/api/doctor/add',
    roles: staff,
    offline: 'online',
    refusals: [
      'id_taken',
      'doctor_exists',
      'email_exists',
      'phone_exists',
      'user_exists',
      'identity_invalid',
      'branch_required',
      'branch_not_found',
      'clinic_required',
      'clinic_not_found',
      'record_not_found',
    ],
    input: v.strictObject({
      id: newRecordId,
      ...account,
      identity,
      language: v.optional(language),
      ...parts,
      invite: v.optional(v.boolean()),
    }),
    reply,
    writes: { table: 'doctor', needs: [] },
  },
  /**
   * Invites the doctor with this phone or email (rule 53). The answer is the same whether or not there is one (rule
   * 49).
   */
  'doctor.join': {
    method: 'POST',
    path: '/api/doctor/add',
    action: 'join',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['doctor_exists'],
    input: v.strictObject({ phone: v.optional(typedPhone), email: v.optional(email) }),
    reply: v.object({ status: v.literal(true), invitation: Invitation }),
    audits: 'invitation',
  },
  'doctor.update': {
    method: 'PUT',
    path: '/api/doctor/:id',
    roles: ['admin', 'clinic', 'doctor'],
    offline: 'queue',
    refusals: [
      'doctor_not_found',
      'email_exists',
      'phone_exists',
      'user_exists',
      'identity_invalid',
      'branch_required',
      'branch_not_found',
      'clinic_not_found',
      'record_not_found',
      'doctor_has_appointments',
      'contact_is_theirs',
    ],
    input: v.strictObject({
      id,
      ...v.partial(v.object(account)).entries,
      identity,
      ...parts,
      /** For an admin, the clinic whose commission it is; absent: all public ones. */
      commissionClinicId: v.optional(id),
    }),
    reply,
    writes: {
      table: 'doctor',
      needs: [],
      coalesce: 'edit',
      sets: ['name', 'phone', 'email', ...(Object.keys(parts) as (keyof typeof parts)[])],
    },
  },
  /** Passive: no new bookings, not shown to patients; by an admin also signed out everywhere (TRUST R32), by a clinic's user in that clinic alone (rule 100). */
  'doctor.passivate': {
    method: 'PUT',
    path: '/api/doctor/:id',
    action: 'passivate',
    means: [{ status: 'passive' }, { active: false }],
    roles: staff,
    offline: 'online',
    refusals: ['doctor_not_found'],
    input: v.strictObject({ id }),
    reply,
    writes: { table: 'doctor', needs: [] },
  },
  'doctor.activate': {
    method: 'PUT',
    path: '/api/doctor/:id',
    action: 'activate',
    means: [{ status: 'active' }, { active: true }],
    roles: staff,
    offline: 'online',
    refusals: ['doctor_not_found'],
    input: v.strictObject({ id }),
    reply,
    writes: { table: 'doctor', needs: [] },
  },
  ...doctorActCalls,
  ...doctorPictureCalls,
  ...medisoftCalls,
} as const satisfies CallTable
