import type { Currency } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'
import { clockOf } from './store.ts'

/**
 * The clinic of new hours, if this person may set them there (rule 100): a doctor their own, a clinic those of its
 * doctors within itself, an admin those of public clinics.
 */
export async function whereHeld(
  { db, who }: Pick<Ctx<'availability.add'>, 'db' | 'who'>,
  doctorId: string,
  clinicId: string | null,
): Promise<{ readonly currency: Currency; readonly zone: string }> {
  // checked first, so that nothing reveals whose doctor it is: another clinic, a private one and an invented one get
  // the same answer
  if (who.type === 'clinic' && clinicId !== who.clinicId) throw new Refused('clinic_not_found')
  const { rows } = await db.query<{ in_clinic: boolean }>(
    'select $2::uuid = any (clinic_ids) as in_clinic from doctor where id = $1',
    [doctorId, clinicId],
  )
  const doctor = rows[0]
  if (!doctor || (who.type === 'doctor' && doctorId !== who.id)) throw new Refused('doctor_not_found')
  const clinic = clinicId
    ? await db.query<{ currency: Currency; zone: string }>('select currency, zone from clinic where id = $1', [
        clinicId,
      ])
    : null
  if (clinic && !clinic.rows[0]) throw new Refused('clinic_not_found')
  // the same answer for an unknown doctor and one who is not in this clinic
  if (clinicId && !doctor.in_clinic) throw new Refused('doctor_not_found')
  return clinic?.rows[0] ?? { currency: 'try', zone: await clockOf(db, null, doctorId) }
}

/** Online hours need a specialty with online calls (rule 12). */
export async function refuseNoOnline(db: Db, doctorId: string, type: 'online' | 'physical') {
  if (type !== 'online') return
  const { rowCount } = await db.query(
    'select from doctor d join branch b on b.id = d.branch_id where d.id = $1 and not b.online_calls',
    [doctorId],
  )
  if (rowCount) throw new Refused('online_not_possible')
}
