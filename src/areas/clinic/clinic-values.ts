import type { Clinic } from '../../../contract/clinic/clinic.ts'
import type { Input } from '../../../contract/calls.ts'
import { isColour } from '../../../contract/clinic/clinic.rules.ts'
import { hostsIn, isTooMany, wrongHost } from './embed-hosts.ts'
import { isE164 } from '../../../contract/kernel/phone.rules.ts'

/** The form's values of a clinic's texts; empty if the clinic has none. */
export type ClinicValues = {
  readonly name: string
  readonly zone: string
  readonly phone: string
  readonly email: string
  readonly country: string
  readonly city: string
  readonly address: string
  readonly location: NonNullable<Clinic['location']> | null
  readonly brand: string
  readonly appName: string
  readonly css: string
  readonly seoTitle: NonNullable<Clinic['seoTitle']>
  readonly seoDescription: NonNullable<Clinic['seoDescription']>
  readonly terms: NonNullable<Clinic['terms']>
  readonly dataPolicy: NonNullable<Clinic['dataPolicy']>
  /** YYYY-MM-DD or empty. */
  readonly legalDate: string
  /** One a line. */
  readonly embedHosts: string
  /** Empty is the clinic's own. */
  readonly embedColour: string
}

export const valuesOf = (clinic: Clinic): ClinicValues => ({
  name: clinic.name,
  zone: clinic.zone,
  phone: clinic.phone ?? '',
  email: clinic.email ?? '',
  country: clinic.country ?? '',
  city: clinic.city,
  address: clinic.address ?? '',
  location: clinic.location ?? null,
  brand: clinic.brand,
  appName: clinic.appName ?? '',
  css: clinic.css ?? '',
  seoTitle: clinic.seoTitle ?? [],
  seoDescription: clinic.seoDescription ?? [],
  terms: clinic.terms ?? [],
  dataPolicy: clinic.dataPolicy ?? [],
  legalDate: clinic.legalDate ?? '',
  embedHosts: (clinic.embedHosts ?? []).join('\n'),
  embedColour: clinic.embedColour ?? '',
})

/** The changed fields, as the call takes them: an emptied text is removed. */
export function changesOf(values: ClinicValues, before: ClinicValues): Omit<Input<'clinic.update'>, 'id'> {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof ClinicValues]), // both have the same keys
  )
  return Object.fromEntries(
    changed.map(([name, value]) => [
      name,
      name === 'embedHosts' ? hostsIn(values.embedHosts) : value === '' && name !== 'css' ? null : value,
    ]),
  )
}

export type WrongPart = 'name' | 'city' | 'location' | 'phone' | 'email' | 'brand' | 'embedHosts' | 'embedColour'

/** The invalid fields, in the order of the form (SPEC §5: a city and a place on the map are required). */
export function wrongParts(values: ClinicValues): WrongPart[] {
  const wrong: Record<WrongPart, boolean> = {
    name: values.name.trim() === '',
    phone: values.phone !== '' && !isE164(values.phone),
    email: values.email !== '' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(values.email),
    city: values.city.trim() === '',
    location: values.location === null,
    brand: !isColour(values.brand),
    embedHosts: wrongHost(values.embedHosts) !== null || isTooMany(values.embedHosts),
    embedColour: values.embedColour !== '' && !isColour(values.embedColour),
  }
  return (Object.keys(wrong) as WrongPart[]).filter((part) => wrong[part]) // keys of `wrong`
}
