import { leave } from '../doctor/leave.ts'
import { roomsOf } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'
import { note } from '../notification/note.ts'

/** A doctor's own acts on their memberships of clinics. */
export const membershipHandlers: Area<'membership'> = {
  'membership.share': async ({ clinicId, sharesContact }, { db, who, deps, after, record }) => {
    const { rows } = await db.query<{ done: boolean }>('select share_contact($1, $2) as done', [
      clinicId,
      sharesContact,
    ])
    if (!rows[0]?.done) throw new Refused('clinic_not_found')
    record({ object: { table: 'doctor', id: who.id }, values: { sharesContact: [!sharesContact, sharesContact] } })
    after(async () => deps.poke([`doctor:${who.id}`, `clinic:${clinicId}`]))
    return { status: true }
  },

  'membership.leave': async ({ clinicId }, { db, who, now, deps, after, record, refuse }) => {
    const { rows: memberships } = await db.query('select from membership where doctor_id = $1 and clinic_id = $2', [
      who.id,
      clinicId,
    ])
    if (!memberships.length) throw new Refused('clinic_not_found')
    const rooms = await roomsOf(db, [{ table: 'doctor', id: who.id }])
    const open = await leave(db, who.id, clinicId)
    if (open) return refuse('doctor_has_appointments', { open })
    record({ object: { table: 'doctor', id: who.id } })
    const { rows: users } = await db.query<{ id: string }>('select * from users_of_left($1)', [clinicId])
    for (const { id } of users) await note(db, { userId: id, kind: 'membership_ended', args: [who.name] }, now)
    after(async () => deps.poke([...rooms, ...users.map(({ id }) => `user:${id}`)]))
    return { status: true }
  },
}
