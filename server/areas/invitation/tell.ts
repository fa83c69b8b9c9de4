import { asServer } from '../../db/owner.ts'
import type { Deps } from '../../http/handler.ts'
import { writeTo } from '../message/write-to.ts'
import { note } from '../notification/note.ts'
import { reachOf } from '../../identity/links.ts'

/**
 * Rings and writes to doctors who are invited and have not heard of it. Not in the request that invites, whose time must not tell whether there
 * is such a doctor. Run every minute; each hears of an invitation once. Answers how many did.
 */
export async function tellInvited({
  pool,
  now,
  publicUrl,
  poke,
  sendSoon,
}: Pick<Deps, 'pool' | 'now' | 'publicUrl' | 'poke' | 'sendSoon'>): Promise<number> {
  const at = now()
  const told = await asServer(pool, async (db) => {
    const { rows } = await db.query<{ id: string; doctorId: string; clinic: string }>(
      `update invitation i set told_at = $1 from clinic c
        where c.id = i.clinic_id and c.active and i.id in (
          select id from invitation where status = 'open' and told_at is null and doctor_id is not null and expires_at > $1
           order by created_at limit 50 for update skip locked)
       returning i.id, i.doctor_id as "doctorId", c.name as clinic`,
      [new Date(at)],
    )
    for (const { id, doctorId, clinic } of rows) {
      await note(db, { userId: doctorId, kind: 'doctor_invited', args: [clinic] }, at)
      await writeTo(db, publicUrl(), await reachOf(db, doctorId), {
        template: 'doctor_invited',
        path: '/my-clinics',
        house: clinic,
        now: at,
        key: `doctor_invited:${id}`,
      })
    }
    return rows
  })
  if (told.length) {
    poke(told.map(({ doctorId }) => `user:${doctorId}`))
    sendSoon()
  }
  return told.length
}
