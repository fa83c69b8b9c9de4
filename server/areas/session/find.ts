import type pg from 'pg'
import type { Language } from '../../../contract/kernel/constants.ts'
import type { Role } from '../../../contract/kernel/call.ts'
import type { LoginType } from '../../../contract/session/session.ts'
import { toE164 } from '../../kernel/phone.ts'
import { ROLES_OF } from '../../identity/links.ts'

/** A person whose name and kind match what was typed; whether they may sign in is another matter. */
export type Candidate = {
  readonly id: string
  readonly type: Role
  readonly name: string
  readonly lang: Language
  readonly email: string | null
  readonly phone: string | null
  readonly superadmin: boolean
  readonly clinic_id: string | null
  readonly realm: string | null
  readonly active: boolean
  readonly password_hash: string | null
  readonly has_factor: boolean
  readonly has_passkey: boolean
}

/**
 * By e-mail in any case, or by phone in any spelling; the host's realm first, then the platform's (rule 49). A passive doctor, or a user of
 * a passive clinic, is not active (TRUST R32).
 */
export async function findToSignIn(
  pool: Pick<pg.Pool, 'query'>,
  typed: string,
  type: LoginType,
  clinic: { readonly id: string; readonly zone: string } | null,
): Promise<Candidate | undefined> {
  return findByLogin(pool, typed, ROLES_OF[type], clinic)
}

/** The same where the kind is not known, or one of several. */
export async function findByLogin(
  pool: Pick<pg.Pool, 'query'>,
  typed: string,
  roles: readonly Role[],
  clinic: { readonly id: string; readonly zone: string } | null,
): Promise<Candidate | undefined> {
  const { rows } = await pool.query<Candidate>(FIND, [loginOf(typed, clinic), roles, clinic?.id ?? null])
  return rows[0]
}

/** A login in the one spelling in which it is searched and its attempts are counted. */
export const loginOf = (typed: string, clinic: { readonly zone: string } | null): string =>
  typed.includes('@') ? asAddress(typed) : (toE164(typed, clinic?.zone ?? null) ?? typed.trim().toLowerCase())

/**
 * An e-mail address as it is compared. None that is kept has a letter outside ASCII, so the capitals a Turkish keyboard makes of i (and
 * the small letter it makes of I) can only mean that i.
 */
export const asAddress = (typed: string) => typed.trim().replace(/[İı]/g, 'i').toLowerCase()

/** Rule 54: a clinic's host is for its own clinic users; admins sign in on the platform's. */
export const belongsHere = (person: Pick<Candidate, 'type' | 'clinic_id'>, hostClinic: string | null) =>
  hostClinic === null || (person.type === 'clinic' ? person.clinic_id === hostClinic : person.type !== 'admin')

const FIND = `select p.id, p.type, p.name, p.lang, p.email, p.phone, p.superadmin, p.clinic_id, own.realm, p.password_hash,
    p.active and coalesce(d.active, true) and coalesce(c.active, true) as active, f.confirmed_at is not null as has_factor,
    exists (select from passkey k where k.person_id = p.id) as has_passkey
  from person_to_sign_in($1, $2, $3) p join person own on own.id = p.id
  left join doctor d on d.id = p.id left join clinic c on c.id = p.clinic_id left join second_factor f on f.person_id = p.id`
