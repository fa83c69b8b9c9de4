import type { CallName } from '../../../contract/calls.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { where } from '../../http/list.ts'
import { changingContact } from '../session/contact-changed.ts'
import { sendPasswordLink } from '../session/password-link.ts'
import { endSessionsOf } from '../../identity/session-store.ts'
import { listUsers } from './list.ts'
import { addAccount, changeAccount, lockAccount, phoneOf, type Account } from './store.ts'

export const userHandlers: Area<'user'> = {
  'user.list': async ({ type, superadmin, clinicId, active, ...filter }, { db }) =>
    listUsers(db, filter, [
      ...(type === undefined ? [] : [where('type = ?', type)]),
      ...(superadmin === undefined ? [] : [where('superadmin = ?', superadmin)]),
      ...(clinicId === undefined ? [] : [where('"clinicId" = ?', clinicId)]),
      ...(active === undefined ? [] : [where('active = ?', active)]),
    ]),

  'user.add': async ({ id, type, clinicId = null, superadmin = false, phone, ...contact }, ctx) => {
    const { db, refuse, record } = ctx
    // the flag is an admin's, the clinic a clinic user's (SPEC §1)
    if ((superadmin && type !== 'admin') || (clinicId && type !== 'clinic')) throw new Refused('unauthorized', {}, 403)
    if (type === 'clinic' && !clinicId) return refuse('clinic_required')
    if (clinicId && !(await db.query('select from clinic where id = $1', [clinicId])).rowCount)
      return refuse('clinic_not_found')
    // rule 48: a private clinic's users are its own affair as soon as there is one
    if (clinicId && (await isClosed(ctx, clinicId))) throw new Refused('unauthorized', {}, 403)
    await addAccount(db, {
      id,
      type,
      realm: null,
      clinicId,
      superadmin,
      ...contact,
      phone: await phoneOf(db, phone, clinicId),
    })
    if (type === 'doctor') await db.query('insert into doctor (id) values ($1)', [id])
    if (type === 'patient') await db.query('insert into patient (id) values ($1)', [id])
    await sendPasswordLink(ctx, id, 'invite')
    if (superadmin) record({ values: { superadmin: [false, true] } })
    return { status: true }
  },

  'user.update': async ({ id, phone, superadmin, active, ...contact }, ctx) => {
    const { db, who, base, deps, record, refuse, after } = ctx
    const account = await accountFor(id, ctx)
    if (base !== null && base !== account.version) throw new Refused('changed_since', {}, 412)
    // SCREENS B25: no one removes the flag or the account from themselves
    if (id === who.id && (superadmin === false || active === false)) return refuse('own_account')
    if (superadmin && account.type !== 'admin') return refuse('user_type_error')
    const typed = phone === undefined ? undefined : await phoneOf(db, phone, account.clinicId)
    await changingContact(ctx, id, () => changeAccount(db, account, { ...contact, superadmin, active, phone: typed }))
    record({ values: flagsOf(account, { superadmin, active }) })
    // a deactivated person is out at once; a removed flag must not live on in an open socket (TRUST R32)
    if (active === false || superadmin === false) after(() => endSessionsOf(deps, [id]))
    return { status: true }
  },

  'user.resetPassword': async ({ id }, ctx) => {
    await accountFor(id, ctx)
    await sendPasswordLink(ctx, id, 'reset')
    return { status: true }
  },

  'user.endSessions': async ({ id }, ctx) => {
    await accountFor(id, ctx)
    ctx.after(() => endSessionsOf(ctx.deps, [id], id === ctx.who.id ? ctx.who.sessionHash : undefined))
    return { status: true }
  },

  'user.delete': async ({ id }, ctx) => {
    const { db, who, deps, refuse, after } = ctx
    const account = await accountFor(id, ctx)
    if (id === who.id) return refuse('own_account')
    const { rows } = await db.query<Standing>(STANDING, [id])
    if (rows[0]?.inClinic) return refuse('doctor_in_clinic')
    if (rows[0]?.visited && account.type === 'patient') return refuse('patient_has_appointments')
    if (rows[0]?.open) return refuse('open_appointments')
    await db.query('select hide_person($1)', [id])
    after(() => endSessionsOf(deps, [id]))
    return { status: true }
  },
}

async function accountFor(id: string, { db }: Pick<Ctx<CallName>, 'db'>): Promise<Account> {
  const account = await lockAccount(db, id)
  if (!account) throw new Refused('user_not_found')
  return account
}

/** The audit log may contain values of money, status and settings (rule 57): for an account these two. */
function flagsOf(was: Account, input: { superadmin?: boolean | undefined; active?: boolean | undefined }) {
  return Object.fromEntries(
    (['superadmin', 'active'] as const).flatMap((name) =>
      input[name] === undefined || input[name] === was[name] ? [] : [[name, [was[name], input[name]] as const]],
    ),
  )
}

async function isClosed({ db }: Pick<Ctx<'user.add'>, 'db'>, clinicId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from clinic where id = $1 and private and clinic_has_users(id)', [
    clinicId,
  ])
  return rowCount === 1
}

type Standing = { inClinic: boolean; visited: boolean; open: boolean }
const STANDING = `select has_open_visits($1) as open,
    exists (select from doctor where id = $1 and clinic_ids <> '{}') as "inClinic",
    exists (select from appointment where patient_id = $1) as visited`
