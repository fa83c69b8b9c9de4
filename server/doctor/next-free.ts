import type { Slot } from '../../contract/appointment.ts'
import { whyNotThen } from '../../contract/appointment.rules.ts'
import type { Handler } from '../http/handler.ts'

/** The next free time of each doctor the asker sees, in four weeks from now: one query for a page of doctors. */
export const nextFreeOf: Handler<'doctor.nextFree'> = async ({ ids }, { db, who, now }) => {
  const { rows } = await db.query<{ id: string; slots: Slot[] }>(NEXT, [ids, new Date(now)])
  return {
    status: true,
    doctors: rows.map(({ id, slots }) => ({
      id,
      next: slots.find((slot) => whyNotThen(slot, who, now) === null) ?? null,
    })),
  }
}

/** Week by week until one has a free time: most doctors have one in the first, and a week is drawn in a few milliseconds. */
const NEXT = `
  select d.id, coalesce((
    select w.slots from (values (0, 6), (7, 13), (14, 20), (21, 27)) weeks (first, last)
     cross join lateral (
       select jsonb_agg(jsonb_build_object('start', iso(s.starts_at), 'end', iso(s.ends_at), 'availabilityId', s.availability_id,
                'clinicId', s.clinic_id, 'zone', s.zone, 'type', s.type, 'price', s.price, 'currency', s.currency) order by s.starts_at) as slots
         from (select * from free_slots(d.id, ($2::timestamptz)::date + first, ($2::timestamptz)::date + last, null, $2) limit 24) s
     ) w where w.slots is not null order by first limit 1), '[]') as slots
    from doctor d where d.id = any ($1::uuid[]) and d.active`
