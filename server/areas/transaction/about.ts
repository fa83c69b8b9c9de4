import type { Reply } from '../../../contract/calls.ts'
import { asPerson } from '../../db/transaction.ts'
import { meaningForPayment } from '../../identity/host.ts'
import type { Outside } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import type { Transaction } from '../payment/transaction-row.ts'

type About = NonNullable<Reply<'transaction.get'>['about']>

/**
 * What a transaction was for. For those who may see the payment or its link, with their own visibility: doctor, time,
 * and its receipt. For others what the link's page showed, on the hosts where that could be opened; nothing for a
 * payment without a link (decision 0133).
 */
export async function aboutOf(
  transaction: Transaction,
  { deps, origin }: Pick<Outside<'transaction.get'>, 'deps' | 'origin'>,
  who: Who | null,
): Promise<About | null> {
  const of = [transaction.payment_id, transaction.link_id]
  const own = who && (await asPerson(deps.pool, who, async (db) => (await db.query<About>(OWN, of)).rows[0]))
  if (own) return own
  if (!transaction.link_id) return null
  const host = await meaningForPayment(deps, origin.host)
  if (host.kind === 'unknown') return null
  const { rows } = await deps.pool.query<About & { clinic_id: string | null }>(OF_LINK, [transaction.link_id])
  const link = rows[0]
  if (!link || (host.kind === 'clinic' && host.clinic.id !== link.clinic_id)) return null
  const { clinic_id: _, ...about } = link
  return about
}

const OWN = `select c.name as "clinicName", c.phone as "clinicPhone", l.description, nullif(trim(concat_ws(' ', d.title, d.name)), '') as "doctorName",
    a.id as "appointmentId", iso(a.starts_at) as "visitStart", a.zone as "visitZone", a.type as "visitType",
    case when p.status = 'completed' then p.id end as "receiptOf"
  from (select $1::uuid as payment_id, $2::uuid as link_id) its
  left join payment_link l on l.id = its.link_id
  left join payment p on p.id = coalesce(its.payment_id, l.payment_id)
  left join appointment a on a.id = coalesce(p.appointment_id, l.appointment_id)
  left join doctor_row d on d.id = coalesce(p.doctor_id, l.doctor_id)
  left join clinic c on c.id = coalesce(p.clinic_id, l.clinic_id)
 where p.id is not null or l.id is not null`
const OF_LINK = `select c.name as "clinicName", c.phone as "clinicPhone", l.description, null as "doctorName", null as "appointmentId",
    null as "visitStart", null as "visitZone", null as "visitType", null as "receiptOf", l.clinic_id
  from payment_link l left join clinic c on c.id = l.clinic_id where l.id = $1`
