import { addDays } from '../../../contract/kernel/time.ts'
import type { Ctx } from '../../http/handler.ts'
import { numbered, where, type Condition } from '../../http/list.ts'
import { conditionsOf, type Filter } from './conditions.ts'

type Asker = Pick<Ctx<'payment.summary'>, 'db' | 'who'>

/**
 * The sums of a filter, as a `union all` of its parts with their values: of the daily sums (migration 0090) if these
 * suffice, otherwise of the payments themselves. `per` says how the result is grouped, `of` how each part is read from
 * its table.
 */
export async function sumsOf(
  filter: Filter,
  ctx: Asker,
  per: { readonly doctor: boolean; readonly day: boolean },
  of: Readonly<Record<'payment' | 'payment_sum', (where: string) => string>>,
): Promise<{ readonly sql: string; readonly values: unknown[] }> {
  const values: unknown[] = []
  const found: string[] = []
  for (const { from, filter: ownFilter } of partsOf(filter, ctx, per)) {
    const table = from === 'payments' ? 'payment' : 'payment_sum'
    const conditions =
      from === 'payments' ? await conditionsOf(ownFilter, ctx) : [...conditionsOfSums(ownFilter, ctx), BY[from]]
    const part = numbered(conditions, values.length)
    values.push(...part.values)
    found.push(of[table](part.filter))
  }
  return { sql: found.join(' union all '), values }
}

/** The parts of a filter, by where they are read. Days are days of adding; months are whole months of them. */
type Part = { readonly from: 'payments' | 'days' | 'months'; readonly filter: Filter }

function partsOf(filter: Filter, { who }: Asker, per: { readonly doctor: boolean; readonly day: boolean }): Part[] {
  const { id, patientId, appointmentId, bankId, keyword, dated, from, to } = filter
  // without a range it does not matter which of its days is meant
  const byPaid = dated === 'paid' && (from !== undefined || to !== undefined)
  const isSummed = !id && !patientId && !appointmentId && !bankId && !keyword?.trim() && !byPaid
  const byDoctor = per.doctor || filter.doctorId !== undefined || who.type === 'doctor'
  if (isSummed && !byDoctor) return [{ from: 'days', filter }]
  // the days of one doctor are few, and have an index of their own
  if (!isSummed || per.day) return [{ from: 'payments', filter }]
  // with the doctor there are only months: the partial first and last month are read from the payments
  const first = from === undefined || from % 100 === 1 ? from : monthAfter(from)
  const last = to === undefined || monthAfter(to) === addDays(to, 1) ? to : addDays(to - (to % 100) + 1, -1)
  if (first !== undefined && last !== undefined && first > last) return [{ from: 'payments', filter }]
  return [
    ...(first === from ? [] : [{ from: 'payments', filter: { ...filter, to: addDays(first!, -1) } } as const]),
    { from: 'months', filter: { ...filter, from: first, to: last } },
    ...(last === to ? [] : [{ from: 'payments', filter: { ...filter, from: addDays(last!, 1) } } as const]),
  ]
}

/** The first day of the month after a day's. */
const monthAfter = (day: number) => {
  const next = addDays(day - (day % 100) + 1, 31)
  return next - (next % 100) + 1
}

const BY = { days: where('not by_doctor'), months: where('by_doctor') } as const

/**
 * The list's filter for the sums; the scalar column of the caller's own side comes first, so that its index is used.
 */
const conditionsOfSums = (filter: Filter, { who }: Asker): Condition[] => [
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
