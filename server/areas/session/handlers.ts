import { Refused } from '../../kernel/refused.ts'
import { ahead, type Area } from '../../http/handler.ts'
import { phoneToKeep } from '../../kernel/phone.ts'
import { confirm } from './confirm.ts'
import { factorHandlers } from './factor-handlers.ts'
import { hashPassword } from '../../identity/password.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { passkeyEntry } from './passkey-sign-in.ts'
import { passwordHandlers, refuseUnfit } from './password-handlers.ts'
import { recoverHandlers } from './recover.ts'
import { register } from './register.ts'
import { ownSessionHandlers } from './session-handlers.ts'
import { auditEntry } from './audit.ts'
import { makeFirstAdmin } from './set-up.ts'
import { signIn, userOf, type Shown } from './sign-in.ts'
import { startSession } from '../../identity/started.ts'
import { endSession } from '../../identity/session-store.ts'
import { undoContactHandlers } from './undo-contact.ts'

export const sessionHandlers: Area<'session'> = {
  'session.start': ahead(async (_, { deps, now }) => ({
    status: true,
    session: startSession(deps, now),
    now: new Date(now).toISOString(),
  })),

  'session.signIn': ahead(signIn),
  'session.register': register,
  'session.confirm': ahead(confirm),
  ...passwordHandlers,
  ...recoverHandlers,
  ...ownSessionHandlers,
  ...factorHandlers,
  ...passkeyHandlers,
  ...passkeyEntry,
  ...undoContactHandlers,

  'session.setUp': async ({ code, name, email, phone, password }, { deps, db, origin, refuse }) => {
    await refuseUnfit({ db }, password, 'admin')
    const tries = await deps.limits.take(['address', origin.ip])
    const e164 = phoneToKeep(phone, null)
    const id = await makeFirstAdmin(deps.pool, code, {
      name: name.trim(),
      email,
      phone: e164,
      passwordHash: await hashPassword(password),
    })
    await auditEntry(deps.pool, {
      call: 'session.setUp',
      person: id ? { id, type: 'admin', clinicId: null } : null,
      proved: id !== null,
      outcome: id ? 'done' : 'reset_code_invalid',
      ip: origin.ip,
    })
    if (!id) return refuse('reset_code_invalid')
    await tries.giveBack()
    return { status: true }
  },

  'session.user': async (_, { who, db }) => {
    const { rows } = await db.query<Shown>(
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
