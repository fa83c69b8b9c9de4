import type { PaymentBar } from '../../../contract/payment/payment.calls.ts'
import type { Handler } from '../../http/handler.ts'
import { numbered } from '../../http/list.ts'
import { conditionsOf } from './list.ts'

/**
 * Sums for pictures, over the same filter as the list. What was given back after the doctor's share was paid out counts against the share
 * of the day on which it was approved (rule 35); by doctor, clinic and state it counts as a whole.
 */
export const summarize: Handler<'payment.summary'> = async ({ by, ...filter }, ctx) => {
  const { filter: found, values } = numbered(await conditionsOf(filter, ctx))
  const { rows } = await ctx.db.query<PaymentBar>(SQL[by].replace('WHERE', found), values)
  return { status: true, bars: rows }
}

const barsBy = (key: string, corrected: string) => `with found as (
    select status, refund_status, currency, amount, earn, earn_status, doctor_id, clinic_id, zone, added_at, refunded_at, appointment_id
      from payment WHERE
  ), bars as (
    select ${key} as key, currency, 1 as n,
           case when status = 'completed' and refund_status = 'none' then amount else 0 end as paid,
           case when status = 'waiting' then amount else 0 end as waiting,
           case when refund_status <> 'none' then amount else 0 end as refunded,
           case when status = 'completed' and (refund_status = 'none' or earn_status = 'completed') then earn else 0 end as earn,
           case when earn_status = 'completed' then earn else 0 end as earn_paid,
           case when status = 'completed' and refund_status = 'none' and earn_status = 'waiting'
                 and exists (select from appointment a where a.id = appointment_id and a.status = 'completed') then earn else 0 end as earn_due
      from found
    union all
    select ${corrected}, currency, 0, 0, 0, 0, -earn, -earn, 0
      from found where earn_status = 'completed' and refund_status in ('approved', 'refunded')
  )
  select key::text as key, currency, sum(n)::int as count, sum(paid)::bigint as paid, sum(waiting)::bigint as waiting,
         sum(refunded)::bigint as refunded, sum(earn)::bigint as earn, sum(earn_paid)::bigint as "earnPaid", sum(earn_due)::bigint as "earnDue"
    from bars group by key, currency order by key nulls last, currency limit 4000`

const day = (column: string) => `to_char(${column} at time zone zone, 'YYYYMMDD')`
const month = (column: string) => `to_char(${column} at time zone zone, 'YYYYMM')`

const SQL = {
  day: barsBy(day('added_at'), day('coalesce(refunded_at, added_at)')),
  month: barsBy(month('added_at'), month('coalesce(refunded_at, added_at)')),
  status: barsBy('status', 'status'),
  doctor: barsBy('doctor_id', 'doctor_id'),
  clinic: barsBy('clinic_id', 'clinic_id'),
} as const
