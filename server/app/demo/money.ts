import type { Db } from '../../db/pool.ts'

/**
 * The ledger lines behind the invented payments, as the server would have written them
 * (server/areas/payment/ledger.ts), in a few statements however many there are: payments, refunds, payouts, and for
 * visits paid from a wallet the credit it came from.
 */
export async function writeLedger(db: Db): Promise<void> {
  // the sum of each transfer is checked for all of them at the end
  await db.query('alter table ledger_line disable trigger sums_to_zero')
  for (const sql of [
    MOVES,
    'analyze demo_move',
    ACCOUNTS,
    'analyze ledger_account',
    TRANSFERS,
    LINES,
    BALANCES,
    WALLETS,
  ])
    await db.query(sql)
  const { rows } = await db.query<{ n: number }>(UNEVEN)
  if (rows[0]!.n !== 0) throw new Error('the invented ledger does not sum to zero')
  await db.query('alter table ledger_line enable trigger sums_to_zero; drop table demo_move')
}

/** An id derived from words, always the same, in the form of a UUIDv7. */
const ID = (words: string) =>
  `(substr(md5(${words}), 1, 12) || '7' || substr(md5(${words}), 14, 3) || '8' || substr(md5(${words}), 18))::uuid`

/** Every line of every transfer. `ord` orders what happens at the same moment. */
const MOVES = `create temp table demo_move on commit drop as
  with paid as (
    select p.*, c.private, case when p.type = 'wallet' then p.wallet_house when c.private or p.at_desk then c.id end as house,
           c.name as clinic_name,
           case p.type when 'credit_card' then 'card' when 'bank_transfer' then 'bank' else 'cash' end as source
      from payment p left join clinic c on c.id = p.clinic_id where p.status = 'completed'
  ), moves as (
    select 'manual:' || ${ID(`'credit' || id`)} as key, 'manual' as kind, 'manual' as line_kind, 0 as ord, added_at - interval '1 day' as at, null::uuid as payment_id,
           null::uuid as appointment_id, house as clinic_id, case when house is null then 'Bedside' else clinic_name end as by_name, a.kind as account, a.patient, null::uuid as doctor, a.clinic, currency, a.amount
      from paid, lateral (values ('wallet', patient_id, house, amount), ('by_hand', null, house, -amount)) a (kind, patient, clinic, amount) where type = 'wallet'
    union all
    select 'reserve:' || id, 'reserve', 'payment', 1, added_at, id, appointment_id, clinic_id, patient_name, a.kind, patient_id, null, house, currency, a.amount
      from paid, lateral (values ('wallet', -amount), ('reserved', amount)) a (kind, amount) where type = 'wallet'
    union all
    select 'pay:' || id, 'pay', 'top_up', 2, paid_at, id, appointment_id, clinic_id, patient_name, a.kind, a.patient, null, a.clinic, currency, a.amount
      from paid, lateral (values (case type when 'wallet' then 'reserved' else source end, case when type = 'wallet' then patient_id end,
                                  case when type = 'wallet' then house else clinic_id end, -amount),
                                 ('fees', null, clinic_id, amount)) a (kind, patient, clinic, amount)
    union all
    select 'refund:' || id, 'refund', 'refund', 3, coalesce(refunded_at, paid_at + interval '1 hour'), id, appointment_id, clinic_id, 'Bedside', a.kind, a.patient, null, a.clinic, currency, a.amount
      from paid, lateral (values ('fees', null, clinic_id, -amount),
                                 (case refund_to when 'source' then 'refund_due' else 'wallet' end, patient_id, house, amount)) a (kind, patient, clinic, amount)
     where refund_status in ('approved', 'refunded')
    union all
    select 'earn:' || id, 'earn', 'payment', 4, paid_at + interval '20 days', id, appointment_id, clinic_id, 'Bedside', a.kind, null, a.doctor, clinic_id, currency, a.amount
      from paid, lateral (values ('fees', null::uuid, -(commission + earn)), ('commission', null, commission), ('earned', doctor_id, earn)) a (kind, doctor, amount)
     where earn_status = 'completed'
  )
  select *, ${ID('key')} as transfer_id from moves where amount <> 0`

const ACCOUNTS = `insert into ledger_account (kind, patient_id, doctor_id, clinic_id, currency)
  select distinct account, patient, doctor, clinic, currency from demo_move order by 1, 2, 3, 4, 5`

const TRANSFERS = `insert into ledger_transfer (id, key, kind, payment_id, appointment_id, reason, by_name, at)
  select distinct on (key) transfer_id, key, kind, payment_id, appointment_id, case when kind = 'manual' then by_name end, by_name, at from demo_move order by key`

/**
 * Joins on one text per account: "is not distinct from" cannot be hashed, and would compare every movement with every
 * account.
 */
const LINES = `insert into ledger_line (transfer_id, account_id, amount)
  select m.transfer_id, a.id, m.amount from demo_move m
    join ledger_account a on concat_ws(' ', a.kind, a.currency, coalesce(a.patient_id::text, '-'), coalesce(a.doctor_id::text, '-'), coalesce(a.clinic_id::text, '-'))
      = concat_ws(' ', m.account, m.currency, coalesce(m.patient::text, '-'), coalesce(m.doctor::text, '-'), coalesce(m.clinic::text, '-'))`

const BALANCES = `update ledger_account a set balance = s.sum
  from (select account_id, sum(amount) as sum from ledger_line group by 1) s where s.account_id = a.id and a.patient_id is not null`

const WALLETS = `insert into balance_line (id, patient_id, clinic_id, visit_clinic, type, kind, amount, currency, balance, reason, appointment_id, payment_id, created_at, created_by)
  select case when kind = 'manual' then split_part(key, ':', 2)::uuid else ${ID(`'line' || key`)} end, patient, clinic, clinic_id,
         case when amount < 0 then 'debt' else 'receivable' end, line_kind, abs(amount), currency,
         sum(amount) over (partition by patient, clinic, currency order by at, ord, key), case when kind = 'manual' then by_name end, appointment_id, payment_id, at, by_name
    from demo_move where account = 'wallet' order by at, ord, key`

const UNEVEN = `select count(*)::int as n from (select from demo_move group by key, currency having sum(amount) <> 0) uneven`
