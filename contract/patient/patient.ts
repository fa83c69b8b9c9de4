import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, isoDay, listed, newRecordId, paging, requiredText, see, text, version } from '../kernel/fields.ts'
import { recoveryInput, recoveryReply } from '../session/recovery.ts'
import { patientContactCalls } from './patient-contact.ts'
import { patientErasureCalls } from './patient-erasure.ts'
import { patientNoteCalls } from './patient-note.ts'
import { typedPhone } from '../kernel/phone.rules.ts'

export const GENDERS = ['female', 'male', 'other'] as const
export const BLOOD_TYPES = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', '0+', '0-'] as const

/**
 * A patient's card (SPEC §3). `id` is also the person's id. `birthDate` is YYYY-MM-DD. No card contains the identity
 * number: `hasIdentity` says that there is one, and `patient.identity` shows it and logs that (rule 56).
 */
export const Patient = v.object({
  id,
  version,
  name: text(200),
  phone: v.nullable(text(20)),
  email: v.nullable(text(200)),
  birthDate: v.nullable(text(10)),
  gender: v.nullable(v.picklist(GENDERS)),
  /** Allergies are one fact of four fields; read them with `allergyState`, never by whether a field is empty. */
  allergies: v.pipe(v.optional(v.nullable(text(500))), see('clinic', 'doctor', 'patient')),
  /** Someone asked, and the patient knows of none. If false or absent and `allergies` is empty, no one has asked. */
  noAllergies: v.pipe(v.optional(v.boolean()), see('clinic', 'doctor', 'patient')),
  allergiesAt: v.pipe(v.optional(v.nullable(instant)), see('clinic', 'doctor', 'patient')),
  /** The name of the person who recorded it, if the reader may know them. */
  allergiesBy: v.pipe(v.optional(v.nullable(text(200))), see('clinic', 'doctor', 'patient')),
  bloodType: v.pipe(v.optional(v.nullable(v.picklist(BLOOD_TYPES))), see('clinic', 'doctor', 'patient')),
  emergencyName: v.pipe(v.optional(v.nullable(text(200))), see('clinic', 'doctor', 'patient')),
  emergencyPhone: v.pipe(v.optional(v.nullable(text(20))), see('clinic', 'doctor', 'patient')),
  city: v.nullable(text(120)),
  nonCitizen: v.boolean(),
  hasIdentity: v.boolean(),
  /**
   * Registered by themselves, or with a number they typed themselves, and no clinic has checked (docs/decisions/0069).
   */
  unproved: v.pipe(v.optional(v.boolean()), see('admin', 'clinic', 'doctor')),
  /** False: kept out of lists and pickers, by the person's account or by the caller's own clinic (rule 55). */
  active: v.boolean(),
  /** Of the clinics that know the patient, the caller's own (rules 47, 51). */
  clinicIds: v.array(id),
  addedBy: v.pipe(v.optional(v.nullable(text(200))), see('admin', 'clinic', 'doctor')),
  /** Completed visits the caller may see, and the start of the newest. */
  lastVisit: v.nullable(instant),
  visits: v.pipe(v.number(), v.integer()),
  createdAt: instant,
  /** When they asked to be erased, if no one has done it yet. */
  erasureAskedAt: v.optional(v.nullable(instant)),
})
export type Patient = v.InferOutput<typeof Patient>

/** A card in a list: with the start of the next visit. A device computes that from the visits it holds. */
const ListedPatient = v.object({ ...Patient.entries, nextVisit: v.optional(v.nullable(instant)) })

const email = v.optional(v.nullable(v.pipe(text(200), v.email())))
/** Empty and null remove the number. */
const optionalPhone = v.optional(v.nullable(v.union([v.literal(''), typedPhone])))
const shortText = (max: number) => v.optional(v.nullable(text(max)))

/** What can be recorded of a patient besides name and phone; absent: unchanged. */
const details = {
  email,
  birthDate: v.optional(v.nullable(isoDay)),
  gender: v.optional(v.nullable(v.picklist(GENDERS))),
  bloodType: v.optional(v.nullable(v.picklist(BLOOD_TYPES))),
  allergies: shortText(500),
  /** "None known"; if there is a text, the text counts. */
  noAllergies: v.optional(v.boolean()),
  emergencyName: shortText(200),
  emergencyPhone: optionalPhone,
  city: shortText(120),
  /** A Turkish identity number, or with `nonCitizen` the number of another document (rule 61). */
  identity: shortText(40),
  nonCitizen: v.optional(v.boolean()),
}

const staff = ['admin', 'clinic', 'doctor'] as const
const patientReply = v.object({ status: v.literal(true), patient: Patient })

export const patientCalls = {
  'patient.list': {
    method: 'POST',
    path: '/api/patient/list',
    roles: staff,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({
      ...paging,
      id: v.optional(id),
      doctorId: v.optional(id),
      clinicId: v.optional(id),
      hasUpcoming: v.optional(v.boolean()),
      /** No completed visit since this day; YYYY-MM-DD. */
      noVisitSince: v.optional(isoDay),
      noEmail: v.optional(v.boolean()),
      /** With money in the wallets of `patient.balances`; finds no one for a doctor. */
      hasBalance: v.optional(v.boolean()),
      active: v.optional(v.boolean()),
    }),
    reply: v.object({ ...listed, patients: v.array(ListedPatient) }),
    reads: 'patient',
  },
  /**
   * A phone or identity already known in the realm is shown, never duplicated (rule 60): `id` in the refusal names it
   * to those who may see it.
   */
  'patient.add': {
    method: 'POST',
    path: '/api/patient/add',
    roles: staff,
    offline: 'queue',
    refusals: ['id_taken', 'patient_exists', 'email_exists', 'identity_invalid'],
    secret: 'identity',
    input: v.strictObject({ id: newRecordId, name: requiredText(200), phone: typedPhone, ...details }),
    reply: patientReply,
    writes: { table: 'patient', needs: [], creates: true },
  },
  /**
   * RULES 13: an admin and the patient's clinic edit all fields, a doctor contact and allergies (decision 0059), a
   * patient their own except phone and email.
   */
  'patient.update': {
    method: 'PUT',
    path: '/api/patient/:id',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'queue',
    refusals: ['patient_not_found', 'phone_exists', 'email_exists', 'patient_exists', 'identity_invalid'],
    secret: 'identity',
    input: v.strictObject({
      id,
      name: v.optional(requiredText(200)),
      phone: v.optional(typedPhone),
      ...details,
      active: v.optional(v.boolean()),
    }),
    reply: patientReply,
    writes: {
      table: 'patient',
      needs: [],
      coalesce: 'edit',
      sets: [
        'name',
        'phone',
        'email',
        'birthDate',
        'gender',
        'bloodType',
        'allergies',
        'noAllergies',
        'emergencyName',
        'emergencyPhone',
        'city',
        'nonCitizen',
        'active',
      ],
    },
  },
  /** Rule 55: hides the card; a clinic's desk hides it from its own list. */
  'patient.delete': {
    method: 'DELETE',
    path: '/api/patient/:id',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['patient_not_found', 'patient_has_appointments'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'patient', needs: [] },
  },
  /** Shows the identity number, and logs who looked (rule 56). */
  'patient.identity': {
    method: 'POST',
    path: '/api/patient/identity',
    roles: staff,
    offline: 'online',
    refusals: ['patient_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true), identity: v.optional(v.nullable(text(60))) }),
    writes: { table: 'patient', needs: [] },
  },
  /** As `colleague.recover`, only for a patient of the caller's private clinic. [+] */
  'patient.recover': {
    method: 'POST',
    path: '/api/patient/recover',
    roles: ['clinic'],
    offline: 'online',
    secret: 'password',
    refusals: ['patient_not_found', 'recovery_by_mail', 'password_wrong'],
    input: recoveryInput,
    reply: recoveryReply,
    writes: { table: 'patient', needs: [] },
  },
  /**
   * "Use the existing one" (rule 60): phone or identity, and the birth date as proof, make a patient of the same realm
   * known to the caller's clinic. Whatever is wrong, the answer is the same.
   */
  'patient.link': {
    method: 'POST',
    path: '/api/patient/link',
    roles: ['clinic', 'doctor'],
    offline: 'online',
    refusals: ['patient_not_found', 'patient_unproved'],
    secret: 'identity',
    input: v.strictObject({
      /** The caller has seen the person's document: required to take over a card that no one has verified. */
      seen: v.optional(v.boolean()),
      phone: v.optional(v.nullable(typedPhone)),
      identity: shortText(40),
      birthDate: isoDay,
      name: requiredText(200),
    }),
    reply: patientReply,
    writes: { table: 'patient', needs: [] },
  },
  /**
   * Merges two cards of one patient: all that the caller's side has under `from` moves to this card, the card takes
   * what it lacks from the other, and `from` leaves the lists. If one of them is used to sign in, that one stays. This
   * cannot be undone.
   */
  'patient.merge': {
    method: 'PUT',
    path: '/api/patient/:id',
    action: 'merge',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['patient_not_found', 'patient_signs_in', 'patient_unproved', 'patient_twice'],
    input: v.strictObject({ id, from: id }),
    reply: patientReply,
    writes: { table: 'patient', needs: [] },
  },
  /**
   * The caller has seen the person and their document: the card counts as theirs, and the number they typed too. [+]
   */
  'patient.prove': {
    method: 'PUT',
    path: '/api/patient/:id',
    action: 'prove',
    roles: ['clinic', 'doctor'],
    offline: 'online',
    refusals: ['patient_not_found', 'patient_exists'],
    input: v.strictObject({ id }),
    reply: patientReply,
    writes: { table: 'patient', needs: [] },
  },
  /** Cards the caller may see that may be the same person: same phone or identity, or same name and birth date. */
  'patient.twins': {
    method: 'POST',
    path: '/api/patient/twins',
    roles: staff,
    offline: 'online',
    refusals: ['patient_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true), patients: v.array(Patient) }),
    reads: 'patient',
  },
  ...patientContactCalls,
  ...patientErasureCalls,
  ...patientNoteCalls,
} as const satisfies CallTable
