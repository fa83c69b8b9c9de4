import type { Doctor } from '../../../contract/doctor/doctor.ts'
import type { Db } from '../../db/pool.ts'
import { readRows } from '../../db/rows.ts'

/**
 * What a list of doctors needs besides their cards, for display and filters, on a device that does not hold all cards;
 * as much as the caller may see.
 */
export async function besideDoctors(db: Db, doctors: readonly Pick<Doctor, 'clinicIds'>[]) {
  const clinics = await readRows(db, 'clinic', [...new Set(doctors.flatMap(({ clinicIds }) => clinicIds))])
  const { rows } = await db.query<{ cities: string[]; languages: string[] }>(SEEN)
  return { clinics, ...rows[0]! } // aggregates answer one row
}

const SEEN = `select array(select distinct city from (select city from doctor where active union select city from clinic where active) of where city <> '' order by city) as cities,
    array(select distinct code from doctor, unnest(languages) code where active order by code) as languages`
