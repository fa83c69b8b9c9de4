import { randomBytes } from 'node:crypto'
import type { Kiosk } from '../../../contract/kiosk/kiosk.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'
import { hashOf } from '../../identity/secret.ts'
import { arrive, leave, today } from './tablet.ts'

/** A clinic's calls about its tablets (rule 69); `tablet.ts` has the tablet's own. */
export const kioskHandlers: Area<'kiosk'> = {
  'kiosk.list': async (_, { db }) => {
    const { rows } = await db.query<Kiosk>('select * from kiosk_row order by enrolled_at, id limit 200')
    return { status: true, kiosks: rows }
  },

  'kiosk.enrol': async ({ id, name, area, doctorIds }, { db, who, now, record }) => {
    const { rows: unknown } = await db.query(
      'select from unnest($1::uuid[]) wanted where not exists (select from doctor where id = wanted and $2 = any (clinic_ids))',
      [doctorIds, who.clinicId],
    )
    if (unknown.length) throw new Refused('doctor_not_found')
    const token = randomBytes(32).toString('base64url')
    await db.query(
      `insert into kiosk (id, clinic_id, name, area, doctor_ids, token_hash, enrolled_at, enrolled_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, who.clinicId, name.trim(), area.trim(), [...new Set(doctorIds)], hashOf(token), new Date(now), who.name],
    )
    record({ object: { table: 'kiosk', id } })
    const { rows } = await db.query<Kiosk>('select * from kiosk_row where id = $1', [id])
    return { status: true, kiosk: rows[0]!, token }
  },

  'kiosk.revoke': async ({ id }, { db, now, record }) => {
    const { rowCount } = await db.query('update kiosk set revoked_at = $2 where id = $1 and revoked_at is null', [
      id,
      new Date(now),
    ])
    if (!rowCount) throw new Refused('kiosk_not_found')
    record({ object: { table: 'kiosk', id } })
    return { status: true }
  },

  'kiosk.today': today,
  'kiosk.arrive': arrive,
  'kiosk.leave': leave,
}
