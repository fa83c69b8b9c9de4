import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'

/**
 * Closed times, which take no visits (rules 7, 100): a doctor's own apply everywhere, a clinic's in that clinic, an
 * admin's in public clinics. The table's policy decides who may open them again.
 */
export const busyHandlers: Area<'busy'> = {
  'busy.add': async ({ id, doctorId, start, end, title }, { db, who, refuse }) => {
    if (Date.parse(end) <= Date.parse(start) || Date.parse(end) - Date.parse(start) > MOST_MS)
      return refuse('end_time_invalid')
    const { rows } = await db.query<{ mine: boolean }>(
      'select $2::uuid is null or $2 = any (clinic_ids) as mine from doctor where id = $1',
      [doctorId, who.type === 'clinic' ? who.clinicId : null],
    )
    if (!rows[0]?.mine || (who.type === 'doctor' && doctorId !== who.id)) return refuse('doctor_not_found')
    await db.query(
      'insert into busy (id, doctor_id, starts_at, ends_at, title, of_clinic, public_only) values ($1, $2, $3, $4, $5, $6, $7)',
      [id, doctorId, start, end, title?.trim() || null, who.clinicId, who.type === 'admin'],
    )
    return [{ table: 'busy', id }]
  },

  'busy.remove': async ({ id }, { db }) => {
    const { rowCount } = await db.query('delete from busy where id = $1 and link_id is null', [id])
    if (!rowCount) throw new Refused('busy_not_found')
    return [{ table: 'busy', id }]
  },
}

const MOST_MS = 366 * 86_400_000
