import type { Input } from '../../../contract/calls.ts'
import { isIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { isE164 } from '../../../contract/kernel/phone.rules.ts'
import type { Identity } from '../../ui/identity.ts'

/** The form's values. `birth` is YYYYMMDD; an empty identity leaves the stored one unchanged. */
export type PatientValues = {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly birth: number | null
  readonly gender: NonNullable<Patient['gender']> | ''
  readonly bloodType: NonNullable<Patient['bloodType']> | ''
  readonly allergies: string
  readonly noAllergies: boolean
  readonly emergencyName: string
  readonly emergencyPhone: string
  readonly identity: Identity
  readonly city: string
}

export const EMPTY: PatientValues = {
  name: '',
  phone: '',
  email: '',
  birth: null,
  gender: '',
  bloodType: '',
  allergies: '',
  noAllergies: false,
  emergencyName: '',
  emergencyPhone: '',
  identity: { identity: '', nonCitizen: false },
  city: '',
}

export const valuesOf = (card: Patient): PatientValues => ({
  name: card.name,
  phone: card.phone ?? '',
  email: card.email ?? '',
  birth: card.birthDate ? Number(card.birthDate.replaceAll('-', '')) : null,
  gender: card.gender ?? '',
  bloodType: card.bloodType ?? '',
  allergies: card.allergies ?? '',
  noAllergies: card.noAllergies ?? false,
  emergencyName: card.emergencyName ?? '',
  emergencyPhone: card.emergencyPhone ?? '',
  identity: { identity: '', nonCitizen: card.nonCitizen },
  city: card.city ?? '',
})

export type Wrong = 'name' | 'phone' | 'email' | 'emergencyPhone' | 'identity'

/** The invalid fields, in the form's order (SPEC §5). The server checks them again. */
export function wrongIn({ name, phone, email, emergencyPhone, identity }: PatientValues): readonly Wrong[] {
  const wrong: readonly (Wrong | null)[] = [
    name.trim() ? null : 'name',
    isE164(phone) ? null : 'phone',
    !email.trim() || EMAIL.test(email.trim()) ? null : 'email',
    !identity.identity.trim() || identity.nonCitizen || isIdentityNumber(identity.identity) ? null : 'identity',
    !emergencyPhone || isE164(emergencyPhone) ? null : 'emergencyPhone',
  ]
  return wrong.filter((each) => each !== null)
}

/**
 * The call's fields. With `before`, only those that differ from it, so that two people's edits of different fields
 * merge (rule 83).
 */
export function inputOf(values: PatientValues, before: PatientValues = EMPTY): Omit<Input<'patient.update'>, 'id'> {
  const text = (value: string) => value.trim() || null
  const of = (from: PatientValues) => ({
    name: from.name.trim(),
    phone: from.phone,
    email: text(from.email),
    birthDate: from.birth === null ? null : isoDay(from.birth),
    gender: from.gender || null,
    bloodType: from.bloodType || null,
    allergies: text(from.allergies),
    noAllergies: from.noAllergies && !from.allergies.trim(),
    emergencyName: text(from.emergencyName),
    emergencyPhone: from.emergencyPhone || null,
    city: text(from.city),
    nonCitizen: from.identity.nonCitizen,
    ...(from.identity.identity.trim() && { identity: from.identity.identity.trim() }),
  })
  const was: Readonly<Record<string, unknown>> = of(before)
  return Object.fromEntries(Object.entries(of(values)).filter(([name, value]) => value !== was[name]))
}

/** A rough version of the contract's check. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

const isoDay = (date: number) =>
  `${Math.floor(date / 10_000)}-${String(Math.floor(date / 100) % 100).padStart(2, '0')}-${String(date % 100).padStart(2, '0')}`
