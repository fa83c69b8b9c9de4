import type { Clinic } from '../../../contract/clinic/clinic.ts'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { cardFinder } from '../../i18n/name-finder.ts'
import type { DoctorWish } from './queries-search.ts'

type Clinics = ReadonlyMap<string, Pick<Clinic, 'city'>>

/** The city on a doctor's card and those of their clinics, as far as they are known. */
export const citiesOf = (doctor: Pick<Doctor, 'city' | 'clinicIds'>, clinics: Clinics): readonly string[] =>
  [...new Set([doctor.city, ...doctor.clinicIds.map((each) => clinics.get(each)?.city ?? '')])].filter(Boolean)

/**
 * The doctors that match, by name; a typed name keeps the order of relevance. `compare` follows the reader's alphabet.
 * Pure.
 */
export function fitting<D extends Doctor>(
  doctors: readonly D[],
  clinics: Clinics,
  { branch, clinic, city, language, name }: DoctorWish,
  compare: (a: string, b: string) => number,
): D[] {
  const active = doctors.filter((doctor) => doctor.active).toSorted((a, b) => compare(a.name, b.name))
  const named = name.trim() ? cardFinder(active.map((doctor) => ({ ...doctor, phone: null })))(name) : active
  return named.filter(
    (doctor) =>
      (!branch || doctor.branchId === branch) &&
      (!clinic || doctor.clinicIds.includes(clinic)) &&
      (!city || citiesOf(doctor, clinics).includes(city)) &&
      (!language || doctor.languages.includes(language)),
  ) as D[] // the finder returns the same doctors, with a phone of null
}

/** This device's doctors first, with its own data, then the server's others. */
export function merged<D extends Doctor>(local: readonly D[], elsewhere: readonly D[]): D[] {
  const known = new Set(local.map(({ id }) => id))
  return [...local, ...elsewhere.filter(({ id }) => !known.has(id))]
}
