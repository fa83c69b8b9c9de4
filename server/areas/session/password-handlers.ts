import { whyGuessed, whyNotPassword } from '../../../contract/kernel/password.rules.ts'
import type { Role } from '../../../contract/kernel/call.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { meaningOfHost } from '../../identity/host.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx, Deps } from '../../http/handler.ts'
import { writeTo } from '../message/write-to.ts'
import { readSettings } from '../setting/read.ts'
import { auditEntry } from './audit.ts'
import { loginOf } from './find.ts'
import { isKnownDevice } from './known-device.ts'
import { forgetPath, loginTypeOf, ownReachOf } from '../../identity/links.ts'
import { rightCode } from './factor.ts'
import { guessesOf } from './password-guesses.ts'
import { hashPassword } from '../../identity/password.ts'
import { provePassword } from './prove.ts'
import { hashOf } from '../../identity/secret.ts'

export const passwordHandlers = {
  /** Writes the wish down and answers; who is meant is found out afterwards (settle-requests.ts), so that time tells nothing. */
  'session.forget': async ({ type, username, lang }, { deps, db, origin, now, after, refuse }) => {
    const host = await meaningOfHost(deps, origin.host)
    if (host.kind === 'unknown') return refuse('clinic_not_found')
    await deps.limits.take(['asking', origin.ip])
    const clinic = host.kind === 'clinic' ? host.clinic.id : null
    const login = loginOf(username, host.kind === 'clinic' ? host.clinic : null)
    // over the account's own limit the words stay the same and nothing goes out; a device that is known to it has a limit of its own
    const asker = origin.bind && (await isKnownDevice(deps.pool, origin.bind)) ? `device ${hashOf(origin.bind)}` : login
    if ((await deps.limits.spend('forget', asker)) === 0) {
      await db.query(
        `insert into account_request (id, kind, type, host_clinic, lang, data, asked_at, expires_at) values ($1, 'forget', $2, $3, $4, $5, $6, $7)`,
        [newId(now), type, clinic, lang, JSON.stringify({ username }), new Date(now), new Date(now + HALF_HOUR)],
      )
      after(async () => deps.sendSoon())
    }
    return { status: true, message: 'reset_link_sent' }
  },

  'session.changePassword': async ({ current, password }, ctx) => {
    const { deps, db, who, now, after, record } = ctx
    await provePassword(ctx, current)
    await refuseUnfit(ctx, password, who.type)
    const { rows: ended } = await db.query<{ session: string }>('select own_password_set($1, $2, $3) as session', [
      await hashPassword(password),
      who.sessionHash,
      new Date(now),
    ])
    await tellOwner(ctx, who.id)
    record({ object: { table: 'person', id: who.id } })
    after(async () => {
      for (const { session } of ended) deps.closeSockets(session)
      deps.sendSoon()
    })
    return { status: true }
  },

  'session.reset': async ({ code, password, factor }, ctx) => {
    const { deps, origin, now, after, refuse } = ctx
    const link = await readLink(deps.pool, code, now)
    await refuseUnfit(ctx, password, link?.type ?? 'patient')
    const asksFactor = link?.asks_factor === true
    if (asksFactor && !factor) return refuse('totp_required')
    const tries = await deps.limits.take(
      ['address', origin.ip],
      ...(asksFactor ? [['account', `reset ${link.person}`] as const] : []),
    )
    if (asksFactor && !(await rightCode(deps, link.person, factor ?? ''))) return refuse('totp_wrong')
    const { rows } = await deps.pool.query<Changed>(USE_LINK, [
      hashOf(code),
      new Date(now),
      await hashPassword(password),
      asksFactor,
    ])
    const person = rows[0]
    if (!person) return refuse('reset_link_invalid')
    await tries.giveBack()
    for (const session of person.ended) deps.closeSockets(session)
    await auditEntry(deps.pool, {
      call: 'session.reset',
      person: { ...person, clinicId: person.clinic_id },
      proved: true,
      outcome: 'done',
      ip: origin.ip,
    })
    await tellOwner(ctx, person.id)
    after(async () => deps.sendSoon())
    return { status: true, message: 'password_reset', type: loginTypeOf(person.type) }
  },
} satisfies Pick<Area<'session'>, 'session.forget' | 'session.changePassword' | 'session.reset'>

/**
 * SPEC §5 with the least length the platform has set, which a refusal names: a form may have known an older one. Those who work with
 * patients' records need a longer one, that is harder to guess (TRUST D3).
 */
export async function refuseUnfit(
  { db }: Pick<Ctx<'session.reset'>, 'db'>,
  password: string,
  role: Role,
): Promise<void> {
  const isStaff = role !== 'patient'
  const { passwordMin, passwordMinStaff } = await readSettings(db)
  const least = isStaff ? Math.max(passwordMin, passwordMinStaff) : passwordMin
  const why = whyNotPassword(password, least) ?? whyGuessed(guessesOf(password), isStaff)
  if (why) throw new Refused(why, why === 'password_short' ? { least } : {})
}

type Link = { readonly person: string; readonly type: Role; readonly asks_factor: boolean }

/**
 * Whose password a link would set, and whether a second factor must come with it: for people of a private clinic, whose mail alone opens
 * nothing (decision 0095). A link that opens nothing, used or past its time, asks for none and so uses up no recovery code; it is refused by its own
 * name later.
 */
async function readLink(pool: Deps['pool'], code: string, now: number): Promise<Link | null> {
  const { rows } = await pool.query<Link>(
    `select p.id as person, p.type, l.kind = 'reset' and recovery_clinic(p.id) is not null as asks_factor
       from password_link l join person p on p.id = l.person_id where l.code_hash = $1 and l.used_at is null and l.expires_at > $2`,
    [hashOf(code), new Date(now)],
  )
  return rows[0] ?? null
}

/** The owner hears of it, with a way to take the account back. */
async function tellOwner({ deps, db, now }: Pick<Ctx<'session.reset'>, 'deps' | 'db' | 'now'>, personId: string) {
  const reach = await ownReachOf(db, personId)
  if (!reach) return
  await writeTo(db, deps.publicUrl(), reach, {
    template: 'password_changed',
    path: forgetPath(loginTypeOf(reach.type)),
    now,
  })
}

const HALF_HOUR = 30 * 60_000

type Changed = { id: string; type: Role; clinic_id: string | null; ended: string[] }

/** Uses the link up ($4: a second factor was shown with it), sets the password, ends all sessions and passkeys (decision 0078), in one statement: of two at once one wins. The person's other links end with it. */
const USE_LINK = `with used as (
    update password_link l set used_at = $2 from person p
     where l.code_hash = $1 and l.kind <> 'recover' and l.used_at is null and l.expires_at > $2 and p.id = l.person_id and p.active
        and (l.kind = 'invite' or recovery_clinic(p.id) is null or $4) returning l.person_id
  ), others as (
    update password_link set used_at = $2 where person_id in (select person_id from used) and used_at is null and code_hash <> $1
  ), keys as (
    delete from passkey where person_id in (select person_id from used)
  ), out as (
    update session set ended_at = $2, token_hash = null where person_id in (select person_id from used) and ended_at is null returning session_hash
  )
  update person set password_hash = $3, confirmed_at = coalesce(confirmed_at, case when email is not null then $2::timestamptz end)
   where id in (select person_id from used) returning id, type, clinic_id, array(select session_hash from out) as ended`
