import type { Input } from '../../../contract/calls.ts'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { isIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import { isE164 } from '../../../contract/kernel/phone.rules.ts'
import type { Multilingual } from '../../i18n/multilingual.ts'

/** The part of a card that the doctor edits too (SCREENS B2, B6). */
export type DoctorPart = {
  readonly title: string
  readonly branchIds: readonly string[]
  readonly city: string
  readonly languages: readonly string[]
  readonly shortDescription: Multilingual
  readonly description: Multilingual
  readonly expertise: Multilingual
  readonly diploma: string
  readonly specialization: string
  /** YYYY-MM-DD. */
  readonly serviceStart: string | null
  readonly diseaseIds: readonly string[]
  readonly treatmentIds: readonly string[]
  readonly certificates: readonly string[]
}

/** All values of the staff's form. */
export type DoctorValues = DoctorPart & {
  readonly name: string
  readonly phone: string
  readonly email: string
  /** Empty unless something is typed: the number itself is not on the device (rule 56). */
  readonly identity: string
  readonly clinicIds: readonly string[]
  readonly commissionType: 'none' | 'ratio' | 'amount'
  /** As typed, in whole percent. */
  readonly commissionRatio: string
  /** In minor units. */
  readonly commissionAmount: number | null
  /** The clinic whose commission an admin edits, if the doctor works in several; empty for the only one. */
  readonly commissionClinicId: string
}

const EMPTY_PART: DoctorPart = {
  title: '',
  branchIds: [],
  city: '',
  languages: [],
  shortDescription: [],
  description: [],
  expertise: [],
  diploma: '',
  specialization: '',
  serviceStart: null,
  diseaseIds: [],
  treatmentIds: [],
  certificates: [],
}

export const EMPTY_VALUES: DoctorValues = {
  ...EMPTY_PART,
  name: '',
  phone: '',
  email: '',
  identity: '',
  clinicIds: [],
  commissionType: 'none',
  commissionRatio: '',
  commissionAmount: null,
  commissionClinicId: '',
}

/** The professional part of a card as form values. */
export const partOf = (doctor: Doctor): DoctorPart =>
  Object.fromEntries(
    Object.keys(EMPTY_PART).map((name) => [name, doctor[name as keyof DoctorPart]]),
  ) as unknown as DoctorPart // keys of the part are keys of the card

/** A card as form values. */
export const valuesOf = (doctor: Doctor): DoctorValues => ({
  ...partOf(doctor),
  name: doctor.name,
  phone: doctor.phone ?? '',
  email: doctor.email ?? '',
  identity: '',
  clinicIds: doctor.clinicIds,
  commissionType: doctor.commissionType ?? 'none',
  commissionRatio: String(doctor.commissionRatio ?? ''),
  commissionAmount: doctor.commissionAmount ?? null,
  commissionClinicId: (doctor.memberships?.length ?? 0) > 1 ? doctor.memberships![0]!.clinicId : '',
})

type Fields = Omit<Input<'doctor.update'>, 'id'>

/** The form's fields as they are sent: texts are trimmed, empty languages and lines are left out (SPEC §5). */
export function fieldsOf(values: DoctorValues): Fields {
  const { commissionType, commissionRatio, commissionAmount, commissionClinicId, email, identity, ...rest } = values
  return {
    ...partFields(rest),
    name: rest.name.trim(),
    phone: rest.phone,
    email: email.trim() || null,
    ...(identity.trim() && { identity: identity.trim() }),
    clinicIds: [...rest.clinicIds],
    commissionType: commissionType === 'none' ? null : commissionType,
    commissionRatio: commissionType === 'ratio' ? Number(commissionRatio) : null,
    commissionAmount: commissionType === 'amount' ? commissionAmount : null,
    ...(commissionClinicId && { commissionClinicId }),
  }
}

/** The same for only the professional part. */
export function partFields(part: DoctorPart): Fields {
  const texts = (value: Multilingual) =>
    value.flatMap(({ lang, value: text }) => (text.trim() ? [{ lang, value: text.trim() }] : []))
  return {
    title: part.title.trim(),
    branchIds: [...part.branchIds],
    city: part.city.trim(),
    languages: [...part.languages],
    shortDescription: texts(part.shortDescription),
    description: texts(part.description),
    expertise: texts(part.expertise),
    diploma: part.diploma.trim(),
    specialization: part.specialization.trim(),
    serviceStart: part.serviceStart,
    diseaseIds: [...part.diseaseIds],
    treatmentIds: [...part.treatmentIds],
    certificates: part.certificates.map((line) => line.trim()).filter(Boolean),
  }
}

/** Only the fields that differ, so that others' edits of the rest merge (rule 83). Commission is one fact. */
export function changedFields(before: Fields, after: Fields): Fields {
  const differs = (name: keyof Fields) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const money = ['commissionType', 'commissionRatio', 'commissionAmount', 'commissionClinicId'] as const
  const names = (Object.keys(after) as (keyof Fields)[]).filter(
    (name) => differs(name) || ((money as readonly string[]).includes(name) && money.some(differs)),
  )
  return Object.fromEntries(names.map((name) => [name, after[name]]))
}

export type DoctorError =
  | 'name'
  | 'phone'
  | 'email'
  | 'identity'
  | 'branchIds'
  | 'clinicIds'
  | 'commissionRatio'
  | 'commissionAmount'

/**
 * The invalid fields before anything is sent, in the form's order. `contact`: whether the form includes name, phone and
 * email.
 */
export function wrongIn(
  values: DoctorValues,
  needs: { readonly clinics: boolean; readonly contact: boolean },
): DoctorError[] {
  const { phone, email, identity, commissionType, commissionRatio: ratio, commissionAmount } = values
  const wrong: Readonly<Record<DoctorError, boolean>> = {
    name: !values.name.trim(),
    phone: needs.contact && !isE164(phone),
    email: needs.contact && email.trim() !== '' && !EMAIL.test(email.trim()),
    identity: identity.trim() !== '' && !isIdentityNumber(identity),
    branchIds: values.branchIds.length === 0,
    clinicIds: needs.clinics && values.clinicIds.length === 0,
    commissionRatio: commissionType === 'ratio' && !(/^\d{1,3}$/.test(ratio.trim()) && Number(ratio) <= 100),
    commissionAmount: commissionType === 'amount' && commissionAmount === null,
  }
  return (Object.keys(wrong) as DoctorError[]).filter((name) => wrong[name])
}

/** A rough version of the contract's check; the server checks again. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
