import * as v from 'valibot'
import { isIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import { isE164 } from '../../../contract/kernel/phone.rules.ts'
import type { Place } from '../../../contract/place/place.rules.ts'
import type { REGISTRANTS } from '../../../contract/session/session.account.ts'
import { passwordFaults } from './password-fields.ts'

export type Kind = (typeof REGISTRANTS)[number]

/** The fields of both forms; those of the other kind keep their initial values. */
export type Form = {
  name: string
  email: string
  phone: string
  country: string
  city: string
  location: Place | null
  consent: boolean
  password: string
  repeat: string
  title: string
  branch: string
  identity: { identity: string; nonCitizen: boolean }
  /** YYYYMMDD. */
  birthDate: number | null
}

/**
 * The checks of SPEC §5, in the form's order; passwords with their codes. With `asksWho` a patient gives birth date and
 * identity number.
 */
export async function faultsOf(kind: Kind, form: Form, asksWho: boolean): Promise<ReadonlyMap<keyof Form, string>> {
  const { identity, nonCitizen } = form.identity
  const wrong: Partial<Record<keyof Form, boolean>> = {
    ...(kind === 'doctor' && { title: !form.title.trim(), branch: !form.branch }),
    name: !form.name.trim(),
    email: !v.is(Email, form.email),
    phone: !isE164(form.phone),
    ...(asksWho && {
      birthDate: form.birthDate === null,
      identity: nonCitizen ? !identity.trim() : !isIdentityNumber(identity),
    }),
    ...(kind === 'doctor' && {
      country: !form.country,
      city: !form.city.trim(),
      location: form.location === null,
    }),
    consent: !form.consent,
  }
  const names = Object.keys(wrong) as (keyof Form)[] // the keys just written
  return new Map([
    ...names.filter((name) => wrong[name]).map((name) => [name, 'required'] as const),
    // a patient types it once and can show it
    ...(await passwordFaults(kind === 'doctor' ? form : { ...form, repeat: form.password }, kind === 'doctor')),
  ])
}

const Email = v.pipe(v.string(), v.trim(), v.email())
const place = v.object({ lat: v.number(), lng: v.number() })

export const EMPTY: Form = {
  name: '',
  email: '',
  phone: '',
  country: '',
  city: '',
  location: null,
  consent: false,
  password: '',
  repeat: '',
  title: '',
  branch: '',
  identity: { identity: '', nonCitizen: false },
  birthDate: null,
}

/**
 * What this tab keeps of an unfinished form, so that a reload loses nothing: never a password or an identity number
 * (TRUST D18).
 */
export function readDraft(kind: string): Partial<Form> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY + kind) ?? 'null')
    const read = v.safeParse(Draft, kept)
    return read.success ? read.output : {}
  } catch {
    return {}
  }
}

export function keepDraft(kind: string, form: Form) {
  const read = v.safeParse(Draft, form)
  if (read.success) sessionStorage.setItem(KEY + kind, JSON.stringify(read.output))
}

export const dropDraft = (kind: string) => sessionStorage.removeItem(KEY + kind)

const KEY = 'register-draft-'
const Draft = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  country: v.string(),
  city: v.string(),
  location: v.nullable(place),
  title: v.string(),
  branch: v.string(),
  birthDate: v.nullable(v.number()),
})
