import type { Slot } from '../../../contract/appointment/appointment.ts'
import type { Handler } from '../../http/handler.ts'
import { readSettings } from '../setting/read.ts'

/**
 * The next free time of each visible doctor, in four weeks from now, within lead time and horizon (rule 9); one query
 * for a page of doctors.
 */
export const nextFreeOf: Handler<'doctor.nextFree'> = async ({ ids }, { db, who, now }) => {
  const { leadMinutes, horizonDays } = await readSettings(db)
  const isPatient = who.type === 'patient'
  const { rows } = await db.query<{ id: string; next: Slot | null }>(NEXT, [
    ids,
    new Date(now),
    // staff may book a time that has already begun
    isPatient ? new Date(now + leadMinutes * 60_000) : '-infinity',
    new Date(now + (isPatient ? Math.min(horizonDays, DAYS) : DAYS) * 86_400_000),
  ])
  return { status: true, doctors: rows }
}

const DAYS = 28

/**
 * Goes week by week until one has a free time: most doctors have one in the first, and a week takes a few milliseconds.
 * The days cover every zone, some of which are a day behind UTC.
 */
const NEXT = `
  select d.id, (
    select w.next from (values (-1, 6), (7, 13), (14, 20), (21, 28)) weeks (first, last)
     cross join lateral (
       select jsonb_build_object('start', iso(s.starts_at), 'end', iso(s.ends_at), 'availabilityId', s.availability_id,
                'clinicId', s.clinic_id, 'zone', s.zone, 'type', s.type, 'price', s.price, 'currency', s.currency) as next
         from free_slots(d.id, ($2::timestamptz)::date + first, ($2::timestamptz)::date + last, null, $2) s
        where s.starts_at >= $3 and s.starts_at <= $4 order by s.starts_at limit 1
     ) w order by first limit 1) as next
    from doctor d where d.id = any ($1::uuid[]) and d.active`
