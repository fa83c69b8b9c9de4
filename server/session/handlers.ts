import { meaningOfHost } from '../clinic/host.ts'
import { ahead, Refused, type Area } from '../http/handler.ts'
import { toE164 } from '../patient/phone.ts'
import { confirm } from './confirm.ts'
import { factorHandlers } from './factor-handlers.ts'
import type { Candidate } from './find.ts'
import { hashPassword } from './password.ts'
import { passwordHandlers, refuseUnfit } from './password-handlers.ts'
import { register } from './register.ts'
import { ownSessionHandlers } from './session-handlers.ts'
import { makeFirstAdmin } from './set-up.ts'
import { signIn, userOf } from './sign-in.ts'
import { endSession, startSession } from './store.ts'

export const sessionHandlers: Area<'session'> = {
  'session.start': ahead(async (_, { deps, origin, now }) => {
    const host = await meaningOfHost(deps, origin.host)
    const session = await startSession(deps.pool, host.kind === 'clinic' ? host.clinic.id : null, now)
    return { status: true, session, now: new Date(now).toISOString() }
  }),

  'session.signIn': ahead(signIn),
  'session.register': register,
  'session.confirm': ahead(confirm),
  ...passwordHandlers,
  ...ownSessionHandlers,
  ...factorHandlers,

  'session.setUp': async ({ code, name, email, phone, password }, { deps, db, origin, refuse }) => {
    const wait = await deps.limits.spent('address', origin.ip)
    if (wait) throw new Refused('too_many_tries', { seconds: wait }, 429)
    await refuseUnfit({ db }, password)
    const e164 = toE164(phone, null)
    if (!e164) throw new Refused('bad_input', { fields: { phone: 'phone' } }, 400)
    if (
      !(await makeFirstAdmin(deps.pool, code, {
        name: name.trim(),
        email,
        phone: e164,
        passwordHash: await hashPassword(password),
      }))
    ) {
      await deps.limits.spend('address', origin.ip)
      return refuse('reset_code_invalid')
    }
    return { status: true }
  },

  'session.user': async (_, { who, db }) => {
    const { rows } = await db.query<Omit<Candidate, 'active' | 'password_hash' | 'has_factor' | 'realm'>>(
      'select id, type, name, lang, email, phone, superadmin, clinic_id from person where id = $1',
      [who.id],
    )
    if (!rows[0]) throw new Refused('user_not_found')
    return { status: true, user: userOf(rows[0]) }
  },

  'session.type': async (_, { who }) => ({ status: true, type: who.type }),

  'session.end': async ({ sealed }, { deps, who, now }) => {
    await endSession(deps.pool, who.sessionHash, now, sealed !== undefined)
    deps.closeSockets(who.sessionHash)
    return { status: true }
  },
}
