import type { PaymentBar } from '../../../contract/payment/payment.calls.ts'
import type { Handler } from '../../http/handler.ts'
import { sumsOf } from './sums.ts'

/**
 * Sums for charts, over the same filter as the list. A refund after the doctor's share was paid out counts against the
 * share of the day on which it was approved (rule 35); by doctor, clinic and state it counts in full.
 */
export const summarize: Handler<'payment.summary'> = async ({ by, ...filter }, ctx) => {
  const { sql, values } = await sumsOf(filter, ctx, { doctor: by === 'doctor', day: by === 'day' }, OF)
  const { rows } = await ctx.db.query<PaymentBar>(`with found as (${sql}), ${BARS[by]}`, values)
  return { status: true, bars: rows }
}

const OF = {
  payment_sum: (
    filter: string,
  ) => `select day, given_back, status, refund_status, currency, n, amount, earn, earn_status, doctor_id, clinic_id,
    is_done from payment_sum ${filter}`,
  /** Each payment as one line. */
  payment: (
    filter: string,
  ) => `select (added_at at time zone zone)::date as day, payment_given_back(payment) as given_back, status, refund_status,
    currency, 1 as n, amount, earn, earn_status, doctor_id, clinic_id,
    exists (select from appointment a where a.id = appointment_id and a.status = 'completed') as is_done
  from payment ${filter}`,
}

const barsBy = (key: string, corrected: string) => `bars as (
    select ${key} as key, currency, n,
           case when status = 'completed' and refund_status = 'none' then amount else 0 end as paid,
           case when status = 'waiting' then amount else 0 end as waiting,
           case when refund_status <> 'none' then amount else 0 end as refunded,
           case when status = 'completed' and (refund_status = 'none' or earn_status = 'completed') then earn else 0 end as earn,
           case when earn_status = 'completed' then earn else 0 end as earn_paid,
           case when status = 'completed' and refund_status = 'none' and earn_status = 'waiting' and is_done then earn else 0 end as earn_due
      from found
    union all
    select ${corrected}, currency, 0, 0, 0, 0, -earn, -earn, 0 from found where given_back is not null
  )
  select key::text as key, currency, sum(n)::int as count, sum(paid)::bigint as paid, sum(waiting)::bigint as waiting,
         sum(refunded)::bigint as refunded, sum(earn)::bigint as earn, sum(earn_paid)::bigint as "earnPaid", sum(earn_due)::bigint as "earnDue"
    from bars group by key, currency
  having sum(n) <> 0 or sum(paid) <> 0 or sum(waiting) <> 0 or sum(refunded) <> 0 or sum(earn) <> 0 or sum(earn_paid) <> 0 or sum(earn_due) <> 0
   order by key nulls last, currency limit 4000`

const BARS = {
  day: barsBy(`to_char(day, 'YYYYMMDD')`, `to_char(given_back, 'YYYYMMDD')`),
  month: barsBy(`to_char(day, 'YYYYMM')`, `to_char(given_back, 'YYYYMM')`),
  status: barsBy('status', 'status'),
  doctor: barsBy('doctor_id', 'doctor_id'),
  clinic: barsBy('clinic_id', 'clinic_id'),
} as const
