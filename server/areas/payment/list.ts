import type { Parsed } from '../../../contract/calls.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import type { PaymentTotals } from '../../../contract/payment/payment.calls.ts'
import type { Db } from '../../db/pool.ts'
import type { Ctx, Handler } from '../../http/handler.ts'
import { betweenDays } from '../../http/days.ts'
import { listPage, numbered, where, type Condition } from '../../http/list.ts'
import { findPatients } from '../../db/find-patients.ts'

/** A page of the payments this person may see, and what the whole filter comes to (rule 43). */
export const listPayments: Handler<'payment.list'> = async (filter, ctx) => {
  const { db } = ctx
  const conditions = await conditionsOf(filter, ctx)
  const footer = filter.part === 'page' ? [] : await totalsOf(ctx, conditions)
  if (filter.part === 'footer') {
    const total = footer.reduce((sum, { count }) => sum + count, 0)
    return { status: true, total, pages: 0, after: null, payments: [], footer }
  }
  const byPaid = filter.sort === 'paid' || filter.sort === '-paid'
  const { rows, envelope } = await listPage<Payment & { added_at: Date; paid_at: Date }>(
    db,
    { table: 'payment', view: 'payment_row' },
    byPaid ? [...conditions, where('paid_at is not null')] : conditions,
    [byPaid ? 'paid_at' : 'added_at', 'id'],
    filter,
    filter.sort !== 'added' && filter.sort !== 'paid',
  )
  return { ...envelope, payments: rows, footer }
}

export type Filter = Omit<Parsed<'payment.summary'>, 'by'>

/** The scalar column of the asker's own side comes first, so that its index leads (SYNC). */
export async function conditionsOf(
  filter: Filter,
  { db, who }: Pick<Ctx<'payment.list'>, 'db' | 'who'>,
): Promise<Condition[]> {
  const { keyword } = filter
  return [
    ...(who.type === 'doctor' ? [where('doctor_id = ?', who.id)] : []),
    ...(who.type === 'clinic' ? [where('clinic_id = ?', who.clinicId)] : []),
    ...(filter.id ? [where('id = ?', filter.id)] : []),
    ...(filter.doctorId ? [where('doctor_id = ?', filter.doctorId)] : []),
    ...(filter.clinicId ? [where('clinic_id = ?', filter.clinicId)] : []),
    ...(filter.patientId ? [where('patient_id = ?', filter.patientId)] : []),
    ...(filter.appointmentId ? [where('appointment_id = ?', filter.appointmentId)] : []),
    ...betweenDays(filter.dated === 'paid' ? 'paid_at' : 'added_at', filter.from, filter.to),
    ...(filter.status ? [where('status = ?', filter.status)] : []),
    ...(filter.refundStatus ? [where('refund_status = ?', filter.refundStatus)] : []),
    ...(filter.earnStatus ? [where('earn_status = ?', filter.earnStatus)] : []),
    ...(filter.type ? [where('type = ?', filter.type)] : []),
    // RULES 13, SCREENS B23: a doctor's own view has no banks, so it is not asked by them either
    ...(filter.bankId && who.type !== 'doctor' ? [where('bank_id = ?', filter.bankId)] : []),
    ...(keyword?.trim() ? [where(...(await found(db, who, keyword.trim())))] : []),
  ]
}

const MOST_NAMES = 2000

/** By the patient; by the last digits of the number that stands on a receipt; but for doctors, who see no bank data, by a transfer's reference. */
async function found(
  db: Db,
  { type }: Ctx<'payment.list'>['who'],
  words: string,
): Promise<[sql: string, ...values: unknown[]]> {
  const people = await findPatients(db, words, MOST_NAMES)
  const isNumber = /^[\da-f]{12}$/i.test(words)
  const isReference = type !== 'doctor' && (/^[a-z]{6}$/i.test(words) || /-[a-z]{6}$/i.test(words))
  return [
    ['patient_id = any (?::uuid[])', ...(isNumber ? ['number = ?'] : []), ...(isReference ? ['letters = ?'] : [])].join(
      ' or ',
    ),
    people,
    ...(isNumber ? [words.toLowerCase()] : []),
    ...(isReference ? [words.slice(-6).toUpperCase()] : []),
  ]
}

/** One pass. It adds up by currency and state first: few sums of many rows, many of few. */
async function totalsOf({ db }: Pick<Ctx<'payment.list'>, 'db'>, conditions: readonly Condition[]) {
  const { filter, values } = numbered(conditions)
  // a part is in an index that holds all that is asked; at the default cost of a page out of its order the table is read instead, which is the
  // quicker way for the whole alone
  if (conditions.length) await db.query('set local random_page_cost = 1.1')
  const { rows } = await db.query<PaymentTotals>(
    `${TOTALS} from (
       select currency, status, refund_status, count(*) as n, sum(amount) as amount, sum(commission) as commission, sum(earn) as earn
         from payment ${filter} group by currency, status, refund_status
     ) each_ group by currency order by currency`,
    values,
  )
  if (conditions.length) await db.query('reset random_page_cost')
  return rows
}

const TOTALS = `select currency, sum(n)::int as count,
  coalesce(sum(amount) filter (where status <> 'cancelled' and refund_status = 'none'), 0)::bigint as amount,
  coalesce(sum(commission) filter (where status <> 'cancelled' and refund_status = 'none'), 0)::bigint as commission,
  coalesce(sum(earn) filter (where status <> 'cancelled' and refund_status = 'none'), 0)::bigint as earn,
  coalesce(sum(amount) filter (where status = 'waiting'), 0)::bigint as waiting,
  coalesce(sum(amount) filter (where status = 'completed' and refund_status = 'none'), 0)::bigint as completed,
  coalesce(sum(amount) filter (where status = 'cancelled'), 0)::bigint as cancelled,
  coalesce(sum(amount) filter (where refund_status <> 'none'), 0)::bigint as refunded`
