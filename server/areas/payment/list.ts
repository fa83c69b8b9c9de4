import type { Payment } from '../../../contract/payment/payment.ts'
import type { PaymentTotals } from '../../../contract/payment/payment.calls.ts'
import type { Ctx, Handler } from '../../http/handler.ts'
import { listPage, where } from '../../http/list.ts'
import { conditionsOf, type Filter } from './conditions.ts'
import { sumsOf } from './sums.ts'

/** A page of the payments this person may see, and the totals of the whole filter (rule 43). */
export const listPayments: Handler<'payment.list'> = async (filter, ctx) => {
  const { db } = ctx
  const footer = filter.part === 'page' ? [] : await totalsOf(filter, ctx)
  if (filter.part === 'footer') {
    const total = footer.reduce((sum, { count }) => sum + count, 0)
    return { status: true, total, pages: 0, after: null, payments: [], footer }
  }
  const conditions = await conditionsOf(filter, ctx)
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

/** By currency and state first: few sums of many rows, many of few. */
async function totalsOf(filter: Filter, ctx: Pick<Ctx<'payment.list'>, 'db' | 'who'>) {
  const { db } = ctx
  const { sql, values } = await sumsOf(filter, ctx, { doctor: false, day: false }, OF)
  // an index covers part of the data; with the default cost of random pages PostgreSQL would read the whole table
  // instead, which is slower for a part
  if (values.length) await db.query('set local random_page_cost = 1.1')
  // removed amounts that are not folded yet leave empty lines
  const { rows } = await db.query<PaymentTotals>(
    `${TOTALS} from (${sql}) each_ group by currency having sum(n) <> 0 order by currency`,
    values,
  )
  if (values.length) await db.query('reset random_page_cost')
  return rows
}

const OF = {
  payment: (
    filter: string,
  ) => `select currency, status, refund_status, count(*) as n, sum(amount) as amount, sum(commission) as commission,
    sum(earn) as earn from payment ${filter} group by currency, status, refund_status`,
  payment_sum: (
    filter: string,
  ) => `select currency, status, refund_status, sum(n) as n, sum(amount) as amount, sum(commission) as commission,
    sum(earn) as earn from payment_sum ${filter} group by currency, status, refund_status`,
}

const TOTALS = `select currency, sum(n)::int as count,
  coalesce(sum(amount) filter (where status <> 'cancelled' and refund_status = 'none'), 0)::bigint as amount,
  coalesce(sum(commission) filter (where status <> 'cancelled' and refund_status = 'none'), 0)::bigint as commission,
  coalesce(sum(earn) filter (where status <> 'cancelled' and refund_status = 'none'), 0)::bigint as earn,
  coalesce(sum(amount) filter (where status = 'waiting'), 0)::bigint as waiting,
  coalesce(sum(amount) filter (where status = 'completed' and refund_status = 'none'), 0)::bigint as completed,
  coalesce(sum(amount) filter (where status = 'cancelled'), 0)::bigint as cancelled,
  coalesce(sum(amount) filter (where refund_status <> 'none'), 0)::bigint as refunded`
