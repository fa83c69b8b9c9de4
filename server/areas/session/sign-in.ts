import type { Parsed } from '../../../contract/calls.ts'
import { meaningOfHost } from '../../identity/host.ts'
import type { Outside } from '../../http/handler.ts'
import { auditEntry } from './audit.ts'
import { bindCookie } from '../../identity/bind.ts'
import { needsFactor, rightCode } from './factor.ts'
import { asAddress, belongsHere, findToSignIn, loginOf, type Candidate } from './find.ts'
import { lanesOf, rememberDevice } from './known-device.ts'
import { NOBODYS_HASH, verifyPassword } from '../../identity/password.ts'
import { openSession } from '../../identity/session-store.ts'

/**
 * Whoever is named, one password is verified: the person's, that of a registration that waits for its link, or a dummy.
 * Only after it was right does an answer say anything about the account.
 */
export async function signIn(
  { type, username, password, session, code }: Parsed<'session.signIn'>,
  ctx: Outside<'session.signIn'>,
) {
  const { deps, origin, refuse } = ctx
  const host = await meaningOfHost(deps, origin.host)
  if (host.kind === 'unknown') return refuse('clinic_not_found')
  const clinic = host.kind === 'clinic' ? host.clinic : null
  const hostClinic = clinic?.id ?? null
  const person = await findToSignIn(deps.pool, username, type, clinic)
  // the account itself, however it is spelled and on whichever host
  const account = person?.id ?? `nobody ${loginOf(username, clinic)}`
  const tries = await deps.limits.take(...(await lanesOf(deps.pool, account, person?.id ?? null, origin)))
  const why = await whyNot().catch(async (error: unknown) => {
    await tries.giveBack() // a fault of ours is no try of theirs
    throw error
  })
  if (why === 'sign_in_failed' || why === 'totp_wrong') {
    await record(why)
    return refuse(why)
  }
  await tries.giveBack()
  if (why) return refuse(why)
  if (!person) return refuse('sign_in_failed') // unreachable: the dummy's password is never right

  const mustEnrol = !person.has_factor && (await needsFactor(deps, person.id))
  const entered = await letIn(ctx, person, session, hostClinic, mustEnrol)
  if (!entered) return refuse('session_not_found')
  await record('done')
  return entered

  async function whyNot() {
    const pending = person ? null : await pendingOf(ctx, username, type, hostClinic)
    const right = await verifyPassword(password, person?.password_hash ?? pending?.password_hash ?? NOBODYS_HASH)
    if (right && pending) return pending.confirmed ? ('account_passive' as const) : ('confirm_first' as const)
    if (!person || !right || !belongsHere(person, hostClinic)) return 'sign_in_failed' as const
    if (!person.active) return 'account_passive' as const
    if (person.has_factor && !code) return 'totp_required' as const
    if (person.has_factor && !(await rightCode(deps, person.id, code ?? ''))) return 'totp_wrong' as const
    // otherwise someone with a stolen password could set up a second factor of their own beside the owner's
    if (!person.has_factor && person.has_passkey && (await needsFactor(deps, person.id)))
      return 'passkey_required' as const
    return null
  }
  function record(outcome: string) {
    return auditEntry(deps.pool, {
      call: 'session.signIn',
      person: person ? aboutOf(person, hostClinic) : null,
      proved: outcome === 'done',
      outcome,
      ip: origin.ip,
    })
  }
}

/** Whom an audit line of the door is about. */
export const aboutOf = ({ id, type, clinic_id, realm }: Candidate, hostClinic: string | null) => ({
  id,
  type,
  clinicId: clinic_id ?? realm ?? hostClinic,
})

/** Opens the session of a person who has proved who they are; null if it is unknown, over or used. */
export async function letIn(
  { deps, origin, now, setCookie }: Pick<Outside, 'deps' | 'origin' | 'now' | 'setCookie'>,
  person: Candidate,
  session: string,
  hostClinic: string | null,
  mustEnrol: boolean,
) {
  const opened = await openSession(deps, session, person, hostClinic, origin, now, mustEnrol)
  if (!opened) return null
  await deps.pool.query('update person set last_login_at = $2 where id = $1', [person.id, new Date(now)])
  if (opened.bind) {
    await rememberDevice(deps.pool, person.id, origin.bind, opened.bind, now)
    setCookie(bindCookie(opened.bind, origin.secure))
  }
  return { status: true as const, token: opened.token, session: opened.session, user: userOf(person), mustEnrol }
}

/**
 * A registration on this host that waits for its link or for a private clinic, so that its owner is told what to do. On
 * a private clinic's host only once its address is proved: someone who typed another's address would learn whether it
 * is known there.
 */
async function pendingOf(
  { deps, now }: Outside<'session.signIn'>,
  username: string,
  type: string,
  hostClinic: string | null,
) {
  const { rows } = await deps.pool.query<{ password_hash: string | null; confirmed: boolean }>(
    `select password_hash, confirmed_at is not null as confirmed from account_request
      where kind = 'register' and done_at is null and lower(data ->> 'email') = lower($1) and type = $2
        and host_clinic is not distinct from $3 and expires_at > $4 and code_hash is not null
        and (confirmed_at is not null or not exists (select from clinic where id = $3 and private))
      order by asked_at desc limit 1`,
    [asAddress(username), type, hostClinic, new Date(now)],
  )
  return rows[0] ?? null
}

/** The signed-in person as their device knows them. */
export const userOf = ({ id, type, name, lang, email, phone, superadmin, clinic_id }: Shown) => ({
  id,
  uuid: id,
  type,
  name,
  lang,
  email,
  phone,
  superadmin,
  clinicId: clinic_id,
})

export type Shown = Pick<Candidate, 'id' | 'type' | 'name' | 'lang' | 'email' | 'phone' | 'superadmin' | 'clinic_id'>
