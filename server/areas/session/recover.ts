import { ROLES, type Role } from '../../../contract/kernel/call.ts'
import { meaningOfHost } from '../../identity/host.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { writeTo } from '../message/write-to.ts'
import { auditEntry } from './audit.ts'
import { recoveryHash } from './factor.ts'
import { belongsHere, findByLogin, type Candidate } from './find.ts'
import { forgetPath, loginTypeOf, ownReachOf, type Reach } from '../../identity/links.ts'
import { hashPassword } from '../../identity/password.ts'
import { refuseUnfit } from './password-handlers.ts'
import { recoveryCodeHash } from './recovery-code.ts'

export const recoverHandlers = {
  /**
   * Whoever is named, one password is hashed and there is one refusal: it reveals neither who has an account nor who
   * has which code.
   */
  'session.recover': async ({ username, code, password }, ctx) => {
    const { deps, origin, now, after, refuse } = ctx
    const host = await meaningOfHost(deps, origin.host)
    if (host.kind === 'unknown') return refuse('clinic_not_found')
    const clinic = host.kind === 'clinic' ? host.clinic : null
    await refuseUnfit(ctx, password, 'patient')
    const tries = await deps.limits.take(['address', origin.ip])
    const hash = await hashPassword(password)
    const person = await findByLogin(deps.pool, username, ROLES, clinic)
    const codes = [person?.id, recoveryCodeHash(code), recoveryHash(deps.vault, code), new Date(now)]
    const isRight =
      person && belongsHere(person, clinic?.id ?? null) && (await deps.pool.query(IS_RIGHT, codes)).rowCount
    // only who has the code learns that this password is too weak for those who work here
    if (isRight) await refuseUnfit(ctx, password, person.type)
    const { rows } = isRight ? await deps.pool.query<Recovered>(RECOVER, [...codes, hash]) : { rows: [] }
    const [recovered] = rows
    if (!person || !recovered) return refuse('recovery_failed')
    await tries.giveBack()
    for (const session of recovered.ended) deps.closeSockets(session)
    await auditEntry(deps.pool, {
      call: 'session.recover',
      person: { id: person.id, type: person.type, clinicId: recovered.clinic },
      proved: true,
      outcome: 'done',
      ip: origin.ip,
    })
    await tellAllContacts(ctx, person)
    after(async () => deps.sendSoon())
    return { status: true, type: loginTypeOf(person.type) }
  },
} satisfies Pick<Area<'session'>, 'session.recover'>

/** Tells every address of the account, with a way to take it back; nothing there opens it. */
async function tellAllContacts(
  { deps, db, now }: Pick<Ctx<'session.recover'>, 'deps' | 'db' | 'now'>,
  { id, type }: Candidate,
) {
  const reach = await ownReachOf(db, id)
  if (!reach) return
  const { rows } = await db.query<Pick<Reach, 'channel' | 'recipient'>>('select * from contacts_of_owner($1)', [id])
  for (const contact of rows)
    await writeTo(
      db,
      deps.publicUrl(),
      { ...reach, ...contact },
      {
        template: 'password_changed',
        path: forgetPath(loginTypeOf(type as Role)),
        now,
      },
    )
}

type Recovered = { readonly clinic: string; readonly ended: readonly string[] }

/** $1 person, $2 hash of the clinic's code, $3 of a recovery code, $4 now. Only for accounts that no mail recovers. */
const IS_RIGHT = `select from person p where p.id = $1 and p.active and recovery_clinic(p.id) is not null
    and (exists (select from password_link where code_hash = $2 and person_id = p.id and kind = 'recover' and used_at is null and expires_at > $4)
      or exists (select from second_factor where person_id = p.id and confirmed_at is not null and $3 = any (recovery)))`

/** Uses the code up, sets the password $5, ends all sessions, passkeys (decision 0078) and what else could set a password, in one statement: of two at once one wins. */
const RECOVER = `with by_clinic as (
    update password_link set used_at = $4
     where code_hash = $2 and person_id = $1 and kind = 'recover' and used_at is null and expires_at > $4 returning person_id
  ), by_own as (
    update second_factor set recovery = array_remove(recovery, $3)
     where person_id = $1 and confirmed_at is not null and $3 = any (recovery) returning person_id
  ), used as (select person_id from by_clinic union select person_id from by_own
  ), others as (
    update password_link set used_at = $4 where person_id in (select person_id from used) and used_at is null and code_hash <> $2
  ), keys as (
    delete from passkey where person_id in (select person_id from used)
  ), out as (
    update session set ended_at = $4, token_hash = null where person_id in (select person_id from used) and ended_at is null returning session_hash
  )
  update person set password_hash = $5 where id in (select person_id from used)
  returning recovery_clinic(id) as clinic, array(select session_hash from out) as ended`
