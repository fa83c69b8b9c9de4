import { shareOf } from '../appointment/appointment.rules.ts'
import type { Role } from '../kernel/call.ts'
import type { Doctor } from './doctor.ts'
import type { MessageCode } from '../kernel/messages.ts'

/** Rule 55: a doctor who works in a clinic, or has patients waiting, is not deleted. */
export const whyNotDeleteDoctor = (doctor: Pick<Doctor, 'clinicIds'>, openVisits: number): MessageCode | null =>
  doctor.clinicIds.length > 0 ? 'doctor_in_clinic' : openVisits > 0 ? 'doctor_has_appointments' : null

/** Fields of a card that not everyone who may edit it may set (RULES 13, rule 53). */
const STAFF_ONLY = ['commissionType', 'commissionRatio', 'commissionAmount', 'identity'] as const
const ADMIN_ONLY = ['clinicIds'] as const
/** Doctors change their own contact in their profile, with their password. */
const NOT_DOCTOR = ['name', 'email', 'phone'] as const

/** The first of these fields that this role may not set on a doctor's card; null if it may set all. */
export function whyNotSet(role: Role, fields: readonly string[]): string | null {
  const closed: readonly string[] = [
    ...(role === 'admin' ? [] : ADMIN_ONLY),
    ...(role === 'doctor' ? [...STAFF_ONLY, ...NOT_DOCTOR] : []),
  ]
  return fields.find((field) => closed.includes(field)) ?? null
}

/**
 * Once a doctor signs in, email and phone are theirs: whoever could change them could take over the account (TRUST
 * R19).
 */
export const whyNotContact = (
  doctor: { readonly signsIn?: boolean | null | undefined; readonly proposes?: boolean | undefined },
  role: Role,
): MessageCode | null => (role === 'clinic' && (doctor.signsIn || doctor.proposes) ? 'contact_is_theirs' : null)

/**
 * What a clinic agrees with the doctor for itself. Everything else on a card is the doctor's own, and a clinic only
 * proposes it (decision 0043).
 */
const ITS_CLINICS = ['commissionType', 'commissionRatio', 'commissionAmount', 'commissionClinicId'] as const
export const isProposed = (field: string) => field !== 'id' && !(ITS_CLINICS as readonly string[]).includes(field)

/** A card's commission as `shareOf` takes it. */
export function commissionOf({
  commissionType: type,
  commissionRatio,
  commissionAmount,
}: Pick<Doctor, 'commissionType' | 'commissionRatio' | 'commissionAmount'>) {
  return {
    type: type ?? null,
    value: (type === 'ratio' ? commissionRatio : type === 'amount' ? commissionAmount : 0) ?? 0,
  }
}

/** Rule 33 for a price in minor units: the live example uses the same function as booking. */
export const exampleShare = (doctor: Parameters<typeof commissionOf>[0], price: number) =>
  shareOf(price, commissionOf(doctor))

/** What patients choose a doctor by; each part counts the same. */
export const CARD_PARTS = [
  'photo',
  'title',
  'branch',
  'languages',
  'shortDescription',
  'description',
  'expertise',
  'diploma',
  'specialization',
  'serviceStart',
  'diseases',
  'treatments',
] as const
export type CardPart = (typeof CARD_PARTS)[number]

/** How much of a card is filled, whole percent, and what is missing, in the order of the form. */
export function completenessOf(doctor: Doctor): { readonly percent: number; readonly missing: readonly CardPart[] } {
  const has: Readonly<Record<CardPart, boolean>> = {
    photo: doctor.photoId !== null || doctor.photoIds.length > 0,
    title: doctor.title.trim() !== '',
    branch: doctor.branchIds.length > 0,
    languages: doctor.languages.length > 0,
    shortDescription: doctor.shortDescription.length > 0,
    description: doctor.description.length > 0,
    expertise: doctor.expertise.length > 0,
    diploma: doctor.diploma.trim() !== '',
    specialization: doctor.specialization.trim() !== '',
    serviceStart: doctor.serviceStart !== null,
    diseases: doctor.diseaseIds.length > 0,
    treatments: doctor.treatmentIds.length > 0,
  }
  const missing = CARD_PARTS.filter((part) => !has[part])
  return { percent: Math.floor(((CARD_PARTS.length - missing.length) / CARD_PARTS.length) * 100), missing }
}
