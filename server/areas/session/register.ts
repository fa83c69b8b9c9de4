import type { Parsed } from '../../../contract/calls.ts'
import { CONFIRM_HOURS, PLATFORM_LEGAL } from '../../../contract/kernel/constants.ts'
import { toIdentity } from '../../db/sealed-columns.ts'
import { jsonWith } from '../../db/sealing.ts'
import { readIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { meaningOfHost } from '../../identity/host.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'
import { phoneToKeep } from '../../kernel/phone.ts'
import { hashPassword } from '../../identity/password.ts'
import { hashOf } from '../../identity/secret.ts'
import { shownOf, versionOf, type Texts } from './legal-text.ts'
import { refuseUnfit } from './password-handlers.ts'

/** What is stored of a registration until its link is opened. */
export type Wanted = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly country: string | null
  readonly city: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly title: string
  readonly branch: string | null
  readonly identity: string | null
  readonly nonCitizen: boolean
  readonly birthDate: string | null
  /** The hash of what the browser keeps that asked. */
  readonly proof: string | null
  readonly legal: readonly { readonly document: 'terms' | 'policy'; readonly version: string }[]
}

/**
 * Checks what was typed, stores it and answers: whether an account already exists is found out afterwards, so that
 * neither words nor time reveal it (TRUST "already exists").
 */
export async function register(input: Parsed<'session.register'>, ctx: Ctx<'session.register'>) {
  const { deps, db, origin, now, after, refuse } = ctx
  const host = await meaningOfHost(deps, origin.host)
  if (host.kind === 'unknown') return refuse('clinic_not_found')
  const clinic = host.kind === 'clinic' ? host.clinic : null
  const wanted = await wantedOf(input, ctx, clinic)
  await refuseUnfit(ctx, input.password, input.type)
  await deps.limits.take(['register', origin.ip])
  await db.query(
    `insert into account_request (id, kind, type, host_clinic, lang, data, password_hash, asked_at, expires_at)
     values ($1, 'register', $2, $3, $4, $5, $6, $7, $8)`,
    [
      newId(now),
      input.type,
      clinic?.id ?? null,
      input.lang,
      jsonWith({ ...wanted, identity: toIdentity(clinic?.recoversInside ? clinic.id : null, wanted.identity) }),
      await hashPassword(input.password),
      new Date(now),
      new Date(now + CONFIRM_HOURS * HOUR),
    ],
  )
  after(async () => deps.sendSoon())
  return { status: true as const }
}

async function wantedOf(
  input: Parsed<'session.register'>,
  { db, now, refuse }: Pick<Ctx<'session.register'>, 'db' | 'now' | 'refuse'>,
  clinic: Host | null,
): Promise<Wanted> {
  const phone = phoneToKeep(input.phone, clinic?.zone ?? null)
  const { type, name, email, country, city, location, title, branch, identity, nonCitizen = false, birthDate } = input
  // a private clinic needs them to know who it is; elsewhere staff ask the patient for the document
  const saysWho = type === 'patient' && (clinic?.recoversInside === true || identity !== undefined)
  if (type === 'doctor') {
    if (!title?.trim()) throw badField('title')
    if (!country) throw new Refused('country_required', { fields: { country: 'required' } }, 400)
    if (!city) throw badField('city')
    if (!location) throw badField('location')
    const known = branch && (await db.query('select from branch where id = $1', [branch])).rowCount
    if (!known) return refuse('branch_required')
  } else if (clinic?.recoversInside && !birthDate) throw badField('birthDate')
  if (birthDate && birthDate > new Date(now).toISOString().slice(0, 10)) throw badField('birthDate')
  const paper = !saysWho ? null : nonCitizen ? identity?.trim() : readIdentityNumber(identity ?? '')
  if (saysWho && !paper) return refuse('identity_invalid')
  return {
    name: name.trim(),
    email: email.trim(),
    phone,
    country: country ?? null,
    city: city?.trim() ?? null,
    lat: location?.lat ?? null,
    lng: location?.lng ?? null,
    title: type === 'doctor' ? title!.trim() : '',
    branch: type === 'doctor' ? branch! : null,
    identity: paper ?? null,
    nonCitizen: type === 'patient' && nonCitizen,
    birthDate: (type === 'patient' && birthDate) || null,
    proof: input.proof ? hashOf(input.proof) : null,
    legal: legalOf(clinic, input.lang),
  }
}

/** The texts that were agreed to, as they are now in the reader's language (SPEC §5). */
function legalOf(clinic: Host | null, lang: string): Wanted['legal'] {
  const shownVersion = (texts: Texts = []) => {
    const text = shownOf(texts, lang)?.value
    return text ? versionOf(text) : PLATFORM_LEGAL
  }
  return [
    { document: 'terms', version: shownVersion(clinic?.terms) },
    { document: 'policy', version: shownVersion(clinic?.dataPolicy) },
  ]
}

type Host = {
  readonly id: string
  readonly zone: string
  readonly recoversInside: boolean
  readonly terms?: Texts
  readonly dataPolicy?: Texts
}
const badField = (name: string) => new Refused('bad_input', { fields: { [name]: 'required' } }, 400)
const HOUR = 60 * 60_000
