import { whyNotDeleteDoctor } from '../../../contract/doctor/doctor.rules.ts'
import { roomsOf } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx, Handler } from '../../http/handler.ts'
import { writeTo } from '../message/write-to.ts'
import { reachOf } from '../../identity/links.ts'
import { linkGoesByMail, sendPasswordLink } from '../session/password-link.ts'
import { mayRecover, recoveryCode } from '../session/recovery-code.ts'
import { endSessionsOf } from '../../identity/session-store.ts'
import { answerOf } from './add.ts'
import { leave } from './leave.ts'
import { lockDoctor } from './store.ts'
import { tellDoctor } from './tell.ts'

export const leaveDoctor: Handler<'doctor.leave'> = async ({ id }, ctx) => {
  const { db, who, deps, after, refuse } = ctx
  if (!(await lockDoctor(db, id))) return refuse('doctor_not_found')
  const rooms = await roomsOf(db, [{ table: 'doctor', id }])
  const open = await leave(db, id, who.clinicId)
  if (open) return refuse('doctor_has_appointments', { open })
  await tellDoctor(ctx, id, 'doctor_left')
  after(async () => deps.poke(rooms))
  return { status: true }
}

/** R32: a doctor who is deactivated everywhere is signed out within a second, on REST and socket. */
export const setActive =
  (active: boolean): Handler<'doctor.passivate'> & Handler<'doctor.activate'> =>
  async ({ id }: { id: string }, ctx: Ctx<'doctor.passivate'> | Ctx<'doctor.activate'>) => {
    const { db, deps, after, record, refuse } = ctx
    const card = await lockDoctor(db, id)
    if (!card) return refuse('doctor_not_found')
    if (card.active !== active) {
      const before = await roomsOf(db, [{ table: 'doctor', id }])
      const { rows } = await db.query<{ out: boolean }>('select doctor_set_active($1, $2) as out', [id, active])
      if (rows[0]?.out) after(() => endSessionsOf(deps, [id]))
      await tellDoctor(ctx, id, active ? 'doctor_active' : 'doctor_passive')
      if (active && card.signsIn) await tellByMail(ctx, id)
      const now = await roomsOf(db, [{ table: 'doctor', id }])
      after(async () => deps.poke([...new Set([...before, ...now])]))
    }
    const answer = await answerOf(ctx, id)
    record({ object: { table: 'doctor', id }, values: { active: [card.active, active] } })
    return answer
  }

/**
 * A doctor who registered themselves and waits for this is told by mail: they cannot see a notification yet (TRUST
 * R32).
 */
async function tellByMail({ db, deps, now, after }: Ctx<'doctor.activate'> | Ctx<'doctor.passivate'>, id: string) {
  const written = await writeTo(db, deps.publicUrl(), await reachOf(db, id), {
    template: 'account_active',
    path: '/doctor-login',
    now,
  })
  if (written) after(async () => deps.sendSoon())
}

export const deleteDoctor: Handler<'doctor.delete'> = async ({ id }, { db, deps, after, refuse }) => {
  const card = await lockDoctor(db, id)
  if (!card) return refuse('doctor_not_found')
  // clinics that the caller cannot see count too, so this reads the table, not the view
  const { rows } = await db.query<{ clinics: string[]; awaited: boolean }>(
    'select clinic_ids as clinics, doctor_awaited(id) as awaited from doctor where id = $1',
    [id],
  )
  const why = whyNotDeleteDoctor({ clinicIds: rows[0]?.clinics ?? [] }, rows[0]?.awaited ? 1 : 0)
  if (why === 'doctor_in_clinic' || why === 'doctor_has_appointments') return refuse(why)
  const rooms = await roomsOf(db, [{ table: 'doctor', id }])
  await db.query('select doctor_hide($1)', [id])
  after(() => endSessionsOf(deps, [id]))
  after(async () => deps.poke(rooms))
  return { status: true }
}

export const sendLink: Handler<'doctor.sendLink'> = async ({ id }, ctx) => {
  const card = await lockDoctor(ctx.db, id)
  if (!card) return ctx.refuse('doctor_not_found')
  if (!(await linkGoesByMail(ctx.db, id))) throw new Refused('recover_in_app', {}, 403)
  await sendPasswordLink(ctx, id, card.signsIn ? 'reset' : 'invite')
  return { status: true }
}

export const recoverDoctor: Handler<'doctor.recover'> = async ({ id, password }, ctx) => {
  await mayRecover(ctx, password)
  if (!(await lockDoctor(ctx.db, id))) return ctx.refuse('doctor_not_found')
  return recoveryCode(ctx, id)
}
