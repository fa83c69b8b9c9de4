import { eachRow } from '../../db/each-row.ts'
import { asServer } from '../../db/owner.ts'
import type { Deps } from '../../http/handler.ts'
import { writeTo } from '../message/write-to.ts'
import { note } from '../notification/note.ts'
import { behindSignIn, reachOf } from '../../identity/links.ts'

/**
 * Notifies invited doctors who have not been told, in the app and by message. This is not part of the inviting request,
 * whose duration must not reveal whether there is such a doctor. Runs every minute; each doctor is told of an
 * invitation once. Returns how many were told.
 */
export async function tellInvited({ pool, now, publicUrl, poke, sendSoon, log }: Needs): Promise<number> {
  const at = now()
  const { rows } = await pool.query<{ id: string }>(
    `select i.id from invitation i join clinic c on c.id = i.clinic_id
      where i.status = 'open' and i.told_at is null and i.doctor_id is not null and i.expires_at > $1 and c.active
        and not job_holds('tellInvited', i.id::text) order by i.created_at limit 50`,
    [new Date(at)],
  )
  const notified: string[] = []
  await eachRow(
    { pool, log },
    'tellInvited',
    rows,
    ({ id }) => id,
    async ({ id }) => notified.push(...(await tellOne({ pool, publicUrl }, id, at))),
  )
  if (notified.length) {
    poke(notified.map((doctor) => `user:${doctor}`))
    sendSoon()
  }
  return notified.length
}

/** Returns the ids of those told: none, if another process did it meanwhile. */
const tellOne = ({ pool, publicUrl }: Pick<Deps, 'pool' | 'publicUrl'>, id: string, at: number) =>
  asServer(pool, async (db) => {
    const { rows } = await db.query<{ doctorId: string; clinic: string }>(
      `update invitation i set told_at = $2 from clinic c
        where i.id = $1 and i.told_at is null and i.status = 'open' and c.id = i.clinic_id
       returning i.doctor_id as "doctorId", c.name as clinic`,
      [id, new Date(at)],
    )
    for (const { doctorId, clinic } of rows) {
      await note(db, { userId: doctorId, kind: 'doctor_invited', args: [clinic] }, at)
      await writeTo(db, publicUrl(), await reachOf(db, doctorId), {
        template: 'doctor_invited',
        path: behindSignIn({ type: 'doctor' }, '/my-clinics'),
        house: clinic,
        now: at,
        key: `doctor_invited:${id}`,
      })
    }
    return rows.map(({ doctorId }) => doctorId)
  })

type Needs = Pick<Deps, 'pool' | 'now' | 'publicUrl' | 'poke' | 'sendSoon' | 'log'>
