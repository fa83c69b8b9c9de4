import type { PaymentBar } from '../../../contract/payment/payment.calls.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import type { Ctx, Handler } from '../../http/handler.ts'
import { numbered, where, type Condition } from '../../http/list.ts'
import { conditionsOf, type Filter } from './list.ts'

/**
 * Sums for pictures, over the same filter as the list. What was given back after the doctor's share was paid out counts against the share
 * of the day on which it was approved (rule 35); by doctor, clinic and state it counts as a whole.
 *
 * They are made of the daily sums (migration 0090) where these know what is asked, and else of the payments themselves.
 */
export const summarize: Handler<'payment.summary'> = async ({ by, ...filter }, ctx) => {
  const parts = partsOf(filter, by, by === 'doctor' || filter.doctorId !== undefined || ctx.who.type === 'doctor')
  const found = await Promise.all(
    parts.map(async ({ from, its }) => ({
      sql: from === 'payments' ? OF_PAYMENTS : OF_SUMS,
      conditions: from === 'payments' ? await conditionsOf(its, ctx) : [...sumsOf(its, ctx), BY[from]],
    })),
  )
  const { rows } = await ctx.db.query<PaymentBar>(...unionOf(found, BARS[by]))
  return { status: true, bars: rows }
}

/** What a filter asks for, by where it is found. Days are of the day of adding; months are whole ones of it. */
type Part = { readonly from: 'payments' | 'days' | 'months'; readonly its: Filter }

function partsOf(filter: Filter, by: keyof typeof BARS, byDoctor: boolean): Part[] {
  const { id, patientId, appointmentId, bankId, keyword, dated, from, to } = filter
  const isSummed = !id && !patientId && !appointmentId && !bankId && !keyword?.trim() && dated !== 'paid'
  if (isSummed && !byDoctor) return [{ from: 'days', its: filter }]
  // the days of one doctor are few, and in an index of their own
  if (!isSummed || by === 'day') return [{ from: 'payments', its: filter }]
  // with the doctor there are months alone: what a filter takes of its first and last one is read from the payments
  const first = from === undefined || from % 100 === 1 ? from : monthAfter(from)
  const last = to === undefined || monthAfter(to) === addDays(to, 1) ? to : addDays(to - (to % 100) + 1, -1)
  if (first !== undefined && last !== undefined && first > last) return [{ from: 'payments', its: filter }]
  return [
    ...(first === from ? [] : [{ from: 'payments', its: { ...filter, to: addDays(first!, -1) } } as const]),
    { from: 'months', its: { ...filter, from: first, to: last } },
    ...(last === to ? [] : [{ from: 'payments', its: { ...filter, from: addDays(last!, 1) } } as const]),
  ]
}

/** The first day of the month after a day's. */
const monthAfter = (day: number) => {
  const next = addDays(day - (day % 100) + 1, 31)
  return next - (next % 100) + 1
}

const BY = { days: where('not by_doctor'), months: where('by_doctor') } as const

/** The filter of the list, of a line of sums; the scalar column of the asker's own side comes first, so that its index leads. */
const sumsOf = (filter: Filter, { who }: Pick<Ctx<'payment.summary'>, 'who'>): Condition[] => [
  ...(who.type === 'doctor' ? [where('doctor_id = ?', who.id)] : []),
  ...(who.type === 'clinic' ? [where('clinic_id = ?', who.clinicId)] : []),
  ...(filter.doctorId ? [where('doctor_id = ?', filter.doctorId)] : []),
  ...(filter.clinicId ? [where('clinic_id = ?', filter.clinicId)] : []),
  ...(filter.from ? [where(`day >= to_date(?::text, 'YYYYMMDD')`, filter.from)] : []),
  ...(filter.to ? [where(`day <= to_date(?::text, 'YYYYMMDD')`, filter.to)] : []),
  ...(filter.status ? [where('status = ?', filter.status)] : []),
  ...(filter.refundStatus ? [where('refund_status = ?', filter.refundStatus)] : []),
  ...(filter.earnStatus ? [where('earn_status = ?', filter.earnStatus)] : []),
  ...(filter.type ? [where('type = ?', filter.type)] : []),
]

function unionOf(
  parts: readonly { readonly sql: string; readonly conditions: readonly Condition[] }[],
  bars: string,
): [sql: string, values: unknown[]] {
  const values: unknown[] = []
  const found = parts.map(({ sql, conditions }) => {
    const its = numbered(conditions, values.length)
    values.push(...its.values)
    return `${sql} ${its.filter}`
  })
  return [`with found as (${found.join(' union all ')}), ${bars}`, values]
}

const OF_SUMS = `select day, given_back, status, refund_status, currency, n, amount, earn, earn_status, doctor_id, clinic_id, is_done
  from payment_sum`
/** Each payment as if it were a line by itself. */
const OF_PAYMENTS = `select (added_at at time zone zone)::date as day, payment_given_back(payment) as given_back, status, refund_status, currency,
    1 as n, amount, earn, earn_status, doctor_id, clinic_id,
    exists (select from appointment a where a.id = appointment_id and a.status = 'completed') as is_done
  from payment`

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
