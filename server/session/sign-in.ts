import type { Parsed } from '../../contract/calls.ts'
import { meaningOfHost } from '../clinic/host.ts'
import { Refused, type Outside } from '../http/handler.ts'
import { auditEntry } from './audit.ts'
import { bindCookie } from './bind.ts'
import { rightCode } from './factor.ts'
import { asAddress, belongsHere, findToSignIn, type Candidate } from './find.ts'
import { NOBODYS_HASH, verifyPassword } from './password.ts'
import { openSession } from './store.ts'

/**
 * Whoever is asked for, one password is verified: that of the person, of a registration that waits for its link, or nobody's. Only
 * after it was right does an answer say anything about the account.
 */
export async function signIn(
  { type, username, password, session, code }: Parsed<'session.signIn'>,
  ctx: Outside<'session.signIn'>,
) {
  const { deps, origin, now, refuse } = ctx
  const host = await meaningOfHost(deps, origin.host)
  if (host.kind === 'unknown') return refuse('clinic_not_found')
  const clinic = host.kind === 'clinic' ? host.clinic : null
  const hostClinic = clinic?.id ?? null
  const account = `${hostClinic} ${asAddress(username)}`
  const wait = Math.max(await deps.limits.spent('account', account), await deps.limits.spent('address', origin.ip))
  if (wait) throw new Refused('too_many_tries', { seconds: wait }, 429)

  const person = await findToSignIn(deps.pool, username, type, clinic)
  const pending = person ? null : await pendingHash(ctx, username, type, hostClinic)
  const right = await verifyPassword(password, person?.password_hash ?? pending ?? NOBODYS_HASH)
  if (right && pending) return refuse('confirm_first')
  if (!person || !right || !belongsHere(person, hostClinic)) return failed('sign_in_failed')
  if (!person.active) return refuse('account_passive')
  if (person.has_factor && !code) return refuse('totp_required')
  if (person.has_factor && !(await rightCode(deps, person.id, code ?? ''))) return failed('totp_wrong')

  const opened = await openSession(deps.pool, session, person, hostClinic, origin, now)
  if (!opened) return refuse('session_not_found')
  await deps.pool.query('update person set last_login_at = $2 where id = $1', [person.id, new Date(now)])
  await record('done')
  if (opened.bind) ctx.setCookie(bindCookie(opened.bind, origin.secure))
  return { status: true as const, token: opened.token, session: opened.session, user: userOf(person) }

  async function failed(why: 'sign_in_failed' | 'totp_wrong') {
    await Promise.all([deps.limits.spend('account', account), deps.limits.spend('address', origin.ip)])
    await record(why)
    return refuse(why)
  }
  function record(outcome: string) {
    const about = person && {
      id: person.id,
      type: person.type,
      clinicId: person.clinic_id ?? person.realm ?? hostClinic,
    }
    return auditEntry(deps.pool, {
      call: 'session.signIn',
      person: about ?? null,
      proved: outcome === 'done',
      outcome,
      ip: origin.ip,
    })
  }
}

/** The password of a registration on this host that waits for its link, so that its owner is told what to do. */
async function pendingHash(
  { deps, now }: Outside<'session.signIn'>,
  username: string,
  type: string,
  hostClinic: string | null,
) {
  const { rows } = await deps.pool.query<{ password_hash: string | null }>(
    `select password_hash from account_request
      where kind = 'register' and done_at is null and lower(data ->> 'email') = lower($1) and type = $2
        and host_clinic is not distinct from $3 and expires_at > $4 and code_hash is not null
      order by asked_at desc limit 1`,
    [asAddress(username), type, hostClinic, new Date(now)],
  )
  return rows[0]?.password_hash ?? null
}

/** The signed-in person as their device knows them. */
export const userOf = ({
  id,
  type,
  name,
  lang,
  email,
  phone,
  superadmin,
  clinic_id,
}: Omit<Candidate, 'active' | 'password_hash' | 'has_factor' | 'realm'>) => ({
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
