import type { Difference } from '../../../contract/moneycheck/moneycheck.ts'
import { asServer } from '../../db/owner.ts'
import type { Deps } from '../../http/handler.ts'

export type Check = {
  readonly at: Date
  readonly payments: number
  readonly transfers: number
  readonly differences: readonly Difference[]
}

/**
 * Compares ledger, wallets, payments and visits with one another, each by its own sums, and stores the result. Reads
 * everything in one snapshot. Works as the server; visibility is applied when the differences are shown.
 */
export async function checkMoney({ pool, now }: Pick<Deps, 'pool' | 'now'>): Promise<Check> {
  return asServer(pool, async (db) => {
    await db.query('set transaction isolation level repeatable read')
    await db.query(`set local statement_timeout = '10min'`)
    const differences: Difference[] = []
    for (const sql of CHECKS) differences.push(...(await db.query<Difference>(sql)).rows)
    const { rows } = await db.query<{ payments: number; transfers: number }>(
      // a check shows figures: only of public clinics (rules 47, 102)
      `select (select count(*)::int from payment p where not exists (select from clinic c where c.id = p.clinic_id and c.private)) as payments,
              (select count(*)::int from ledger_transfer where not is_private_transfer(id)) as transfers`,
    )
    const check = { at: new Date(now()), ...rows[0]!, differences: differences.slice(0, MOST) } // one row, always
    await db.query('insert into money_check (at, payments, transfers, differences) values ($1, $2, $3, $4)', [
      check.at,
      check.payments,
      check.transfers,
      JSON.stringify(check.differences),
    ])
    await db.query(`delete from money_check where at < $1`, [new Date(now() - 90 * 86_400_000)])
    return check
  })
}

const MOST = 500

const CHECKS = [
  // every transfer sums to zero in each currency
  `select 'transfer_sum' as kind, 'ledger_transfer' as "table", l.transfer_id as object, a.currency, 0::bigint as expected, sum(l.amount)::bigint as found
     from ledger_line l join ledger_account a on a.id = l.account_id group by l.transfer_id, a.currency having sum(l.amount) <> 0`,
  // a guarded account's balance is the sum of its lines
  `select 'account_balance' as kind, 'patient' as "table", a.patient_id as object, a.currency, coalesce(sum(l.amount), 0)::bigint as expected, a.balance as found
     from ledger_account a left join ledger_line l on l.account_id = a.id where a.patient_id is not null
    group by a.id having coalesce(sum(l.amount), 0) <> a.balance`,
  // the patient's own view of a wallet must agree
  `select 'wallet_lines' as kind, 'patient' as "table", a.patient_id as object, a.currency, a.balance as expected, coalesce(b.left_, 0)::bigint as found
     from ledger_account a
     left join lateral (select sum(case type when 'debt' then -amount else amount end) as left_ from balance_line b
                         where b.patient_id = a.patient_id and b.clinic_id is not distinct from a.clinic_id and b.currency = a.currency) b on true
    where a.kind = 'wallet' and a.balance <> coalesce(b.left_, 0)`,
  // paid money is held as fees until it is refunded, exactly
  `select 'payment_ledger' as kind, 'payment' as "table", p.id as object, p.currency,
          (case when p.status = 'completed' and p.refund_status in ('none', 'pending') then p.amount else 0 end)::bigint as expected, coalesce(f.held, 0)::bigint as found
     from payment p
     left join (select t.payment_id, sum(l.amount) as held from ledger_transfer t join ledger_line l on l.transfer_id = t.id
                  join ledger_account a on a.id = l.account_id and a.kind = 'fees' where t.kind in ('pay', 'refund') group by 1) f on f.payment_id = p.id
    where not p.top_up
      and coalesce(f.held, 0) <> case when p.status = 'completed' and p.refund_status in ('none', 'pending') then p.amount else 0 end`,
  // the reserved amount is that of waiting payments
  `select 'payment_reserved' as kind, 'payment' as "table", coalesce(p.id, r.payment_id) as object, p.currency,
          (case when p.status = 'waiting' then p.wallet_amount else 0 end)::bigint as expected, coalesce(r.held, 0)::bigint as found
     from payment p full join (select t.payment_id, sum(l.amount) as held from ledger_transfer t join ledger_line l on l.transfer_id = t.id
                                join ledger_account a on a.id = l.account_id and a.kind = 'reserved' group by 1) r on r.payment_id = p.id
    where coalesce(r.held, 0) <> coalesce(case when p.status = 'waiting' then p.wallet_amount else 0 end, 0)`,
  // a visit's payment state equals that of its newest payment
  `select 'visit_payment' as kind, 'appointment' as "table", a.id as object, null::text as currency, null::bigint as expected, null::bigint as found
     from appointment a join lateral (select status from payment where appointment_id = a.id order by status = 'cancelled', added_at desc limit 1) p on true
    where p.status <> a.payment_status`,
  // a share that was paid out is booked in the ledger, and corrected after a refund
  `select 'earn_ledger' as kind, 'payment' as "table", p.id as object, p.currency,
          (case when p.earn_status = 'completed' and p.refund_status not in ('approved', 'refunded') then p.earn else 0 end)::bigint as expected,
          coalesce(e.paid, 0)::bigint as found
     from payment p
     left join (select t.payment_id, sum(l.amount) as paid from ledger_transfer t join ledger_line l on l.transfer_id = t.id
                  join ledger_account a on a.id = l.account_id and a.kind = 'earned' group by 1) e on e.payment_id = p.id
    where p.status = 'completed'
      and coalesce(e.paid, 0) <> case when p.earn_status = 'completed' and p.refund_status not in ('approved', 'refunded') then p.earn else 0 end`,
  `select 'open_twice' as kind, 'appointment' as "table", appointment_id as object, null::text as currency, 1::bigint as expected, count(*) as found
     from payment where status = 'waiting' and appointment_id is not null group by appointment_id having count(*) > 1`,
  `select 'paid_twice' as kind, 'appointment' as "table", appointment_id as object, null::text as currency, 1::bigint as expected, count(*) as found
     from payment where status = 'completed' and refund_status <> 'refunded' and appointment_id is not null group by appointment_id having count(*) > 1`,
] as const
