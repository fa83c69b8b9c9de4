import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import type { CallName } from '../../../contract/calls.ts'
import { where } from '../../http/list.ts'
import { changingContact } from '../session/contact-changed.ts'
import { linkGoesByMail, sendPasswordLink } from '../session/password-link.ts'
import { mayRecover, recoveryCode } from '../session/recovery-code.ts'
import { endSessionsOf } from '../../identity/session-store.ts'
import { listUsers } from './list.ts'
import { addAccount, changeAccount, lockAccount, phoneOf, type Account } from './store.ts'

/**
 * How users of one clinic manage each other (rule 48). The clinic is always the caller's own; a private one's new user
 * belongs to its realm (rule 49).
 */
export const colleagueHandlers: Area<'colleague'> = {
  'colleague.list': async (input, { db, who }) =>
    listUsers(db, input, [where('type = ?', 'clinic'), where('"clinicId" = ?', who.clinicId)]),

  'colleague.add': async ({ id, phone, ...contact }, ctx) => {
    const { db, who } = ctx
    const { rows } = await db.query<{ id: string }>('select id from clinic where id = $1 and private', [who.clinicId])
    await addAccount(db, {
      id,
      type: 'clinic',
      realm: rows[0]?.id ?? null,
      clinicId: who.clinicId,
      superadmin: false,
      ...contact,
      phone: await phoneOf(db, phone, who.clinicId),
    })
    await sendPasswordLink(ctx, id, 'invite')
    return { status: true }
  },

  'colleague.update': async ({ id, phone, active, ...contact }, ctx) => {
    const { db, who, base, deps, record, refuse, after } = ctx
    const account = await colleague(id, ctx)
    if (base !== null && base !== account.version) throw new Refused('changed_since', {}, 412)
    if (id === who.id && active === false) return refuse('own_account')
    const typed = phone === undefined ? undefined : await phoneOf(db, phone, who.clinicId)
    await changingContact(ctx, id, () => changeAccount(db, account, { ...contact, active, phone: typed }))
    if (active !== undefined && active !== account.active) record({ values: { active: [account.active, active] } })
    if (active === false) after(() => endSessionsOf(deps, [id]))
    return { status: true }
  },

  'colleague.resetPassword': async ({ id }, ctx) => {
    await colleague(id, ctx)
    if (!(await linkGoesByMail(ctx.db, id))) throw new Refused('recover_in_app', {}, 403)
    await sendPasswordLink(ctx, id, 'reset')
    return { status: true }
  },

  'colleague.recover': async ({ id, password }, ctx) => {
    await mayRecover(ctx, password)
    await colleague(id, ctx)
    if (id === ctx.who.id) return ctx.refuse('own_account')
    return recoveryCode(ctx, id)
  },

  'colleague.endSessions': async ({ id }, ctx) => {
    await colleague(id, ctx)
    ctx.after(() => endSessionsOf(ctx.deps, [id], id === ctx.who.id ? ctx.who.sessionHash : undefined))
    return { status: true }
  },

  'colleague.delete': async ({ id }, ctx) => {
    await colleague(id, ctx)
    if (id === ctx.who.id) return ctx.refuse('own_account')
    await ctx.db.query('select hide_person($1)', [id])
    ctx.after(() => endSessionsOf(ctx.deps, [id]))
    return { status: true }
  },
}

async function colleague(id: string, { db, who }: Pick<Ctx<CallName>, 'db' | 'who'>): Promise<Account> {
  const account = await lockAccount(db, id)
  if (!account || account.type !== 'clinic' || account.clinicId !== who.clinicId)
    throw new Refused('clinic_user_not_found')
  return account
}
