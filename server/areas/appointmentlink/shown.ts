import { meetingWindow, whyNotCancel, whyNotMove } from '../../../contract/appointment/appointment.rules.ts'
import type { LinkedAppointment } from '../../../contract/appointmentlink/appointmentlink.ts'
import type { Clinic } from '../../../contract/clinic/clinic.ts'
import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import { wayTo } from '../../../contract/clinic/clinic.way.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { readRows } from '../../db/rows.ts'
import { asPerson } from '../../db/transaction.ts'
import type { Outside } from '../../http/handler.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Who } from '../../identity/who.ts'
import { readSettings } from '../setting/read.ts'
import type { Holder } from './holder.ts'

/**
 * The appointment as its page shows it, read with the patient's visibility. `asker`: the person signed in where the
 * address was opened.
 */
export async function shownTo(
  { deps, now, who }: Pick<Outside<'appointmentlink.open'>, 'deps' | 'now' | 'who'>,
  { visitId, patient }: Holder,
): Promise<LinkedAppointment> {
  const asker = who as Who | null // the row is open to anyone
  return asPerson(deps.requests, patient, async (db) => {
    const [visit] = await readRows(db, 'appointment', [visitId])
    if (!visit) throw new Refused('appointmentlink_not_found')
    const { rows } = await db.query<Facts>(FACTS, [visitId])
    const facts = rows[0]! // the row was just read
    const house = await readSettings(db)
    const isHere = visit.type !== 'online' && facts.clinic !== null
    const { opens, closes } = meetingWindow(visit)
    return {
      id: visit.id,
      isOwn: asker?.id === patient.id,
      status: visit.status,
      version: visit.version,
      start: visit.start,
      end: visit.end,
      duration: visit.duration,
      zone: visit.zone,
      type: visit.type,
      doctorName: facts.doctor ?? '',
      clinicName: facts.clinic?.name ?? null,
      clinicPhone: facts.clinic?.phone ?? null,
      place: isHere ? placeOf(facts.clinic!) || null : null,
      way: isHere ? wayTo(facts.clinic!) : null,
      checkInCode: visit.checkInCode ?? null,
      cancelHours: house.cancelHours,
      confirmedAt: visit.confirmedAt ?? null,
      // the rules for patients return only these codes
      whyNotCancel: whyNotCancel(visit, patient, now, null, house) as LinkedAppointment['whyNotCancel'],
      whyNotMove: whyNotMove(visit, patient, now, house) as LinkedAppointment['whyNotMove'],
      meeting:
        visit.type === 'online' && facts.room && visit.status !== 'cancelled'
          ? { opensAt: new Date(opens).toISOString(), closesAt: new Date(closes).toISOString() }
          : null,
      toPay: deps.pay && visit.status === 'waiting' ? facts.pay : null,
    }
  })
}

type Facts = {
  readonly doctor: string | null
  readonly clinic: Pick<Clinic, 'name' | 'phone' | 'address' | 'city' | 'location'> | null
  readonly room: boolean
  /** The amount that a card can pay: the open card payment, or the price if no payment was begun. */
  readonly pay: { readonly amount: number; readonly currency: Currency } | null
}
const FACTS = `select nullif(trim(concat_ws(' ', d.title, d.name)), '') as doctor, a.meeting_link is not null as room,
    case when c.id is not null then jsonb_build_object('name', c.name, 'phone', c.phone, 'address', c.address, 'city', c.city, 'location', c.location) end as clinic,
    case when p.id is null and a.price > 0 then jsonb_build_object('amount', a.price, 'currency', a.currency)
         when p.status = 'waiting' and p.type = 'credit_card' then jsonb_build_object('amount', p.amount - p.wallet_amount, 'currency', p.currency) end as pay
  from appointment a left join doctor_row d on d.id = a.doctor_id left join clinic c on c.id = a.clinic_id
  left join lateral (select * from payment where appointment_id = a.id and status <> 'cancelled' order by status = 'waiting' desc, added_at desc limit 1) p on true
 where a.id = $1`
