import { ASK_MINUTES } from '../../contract/kernel/constants.ts'
import { eachRow } from '../db/each-row.ts'
import { asServer } from '../db/owner.ts'
import { roomsOf } from '../db/rows.ts'
import type { Deps } from '../http/handler.ts'
import { lapseApprovals } from '../areas/approval/lapse.ts'
import { checkMoney } from '../areas/moneycheck/check.ts'
import { askForPayment } from '../areas/payment/tell.ts'
import { askOf } from '../areas/transaction/ask.ts'
import type { Transaction } from '../areas/payment/transaction-row.ts'
import { expirePayments } from './expire-payments.ts'
import { refundCards } from '../areas/payment/refund-cards.ts'

/**
 * Scheduled work on money every minute: payments that did not come, transactions whose end no one reported, refunds to
 * cards, expired links.
 */
export const MONEY_JOBS = {
  expirePayments,
  settleTries,
  refundCards,
  expireLinks,
  askUnpaid,
  checkMoney: checkNightly,
  foldSums,
  lapseApprovals,
}

/** Keeps the tables behind the charts short (migration 0090). */
async function foldSums({ pool }: Deps) {
  await pool.query('select payment_sums_fold()')
}

/** A transaction past its time whose provider has said nothing: asks the provider, then settles or expires it. */
async function settleTries(deps: Deps) {
  const { rows } = await deps.pool.query<Transaction>(
    `select * from payment_transaction where status = 'open' and expires_at < $1
        and not job_holds('settleTries', id::text) order by expires_at limit 50`,
    [new Date(deps.now())],
  )
  await eachRow(
    deps,
    'settleTries',
    rows,
    ({ id }) => id,
    (its) => askOf(deps, its),
  )
}

async function expireLinks({ pool, now, poke }: Deps) {
  const rooms = await asServer(pool, async (db) => {
    const { rows } = await db.query<{ id: string }>(
      `update payment_link set status = 'expired' where status = 'waiting' and expires_at < $1
          and not exists (select from payment_transaction t where t.link_id = payment_link.id and t.status = 'open') returning id`,
      [new Date(now())],
    )
    return roomsOf(
      db,
      rows.map(({ id }) => ({ table: 'payment_link' as const, id })),
    )
  })
  if (rooms.length) poke(rooms)
}

/** Rule 45: ten minutes after booking, and only while it is still unpaid. */
async function askUnpaid(deps: Deps) {
  const { rows } = await deps.pool.query<{ id: string }>(
    `select id from payment where status = 'waiting' and asked_at is null and added_at < $1
        and not job_holds('askUnpaid', id::text) order by added_at limit 50`,
    [new Date(deps.now() - ASK_MINUTES * 60_000)],
  )
  await eachRow(
    deps,
    'askUnpaid',
    rows,
    ({ id }) => id,
    ({ id }) => askOne(deps, id),
  )
  if (rows.length) deps.sendSoon()
}

const askOne = (deps: Deps, id: string) =>
  asServer(deps.pool, async (db) => {
    const { rows } = await db.query<{ type: string }>(
      `update payment set asked_at = $1 where id = $2 and status = 'waiting' and asked_at is null returning type`,
      [new Date(deps.now()), id],
    )
    if (rows[0]) await askForPayment(db, deps, id, rows[0].type === 'bank_transfer', deps.now())
  })

/** Once a night, after three in the morning UTC; and once if it has never run. */
async function checkNightly(deps: Deps) {
  const night = new Date(deps.now())
  if (night.getUTCHours() < 3) night.setUTCDate(night.getUTCDate() - 1)
  night.setUTCHours(3, 0, 0, 0)
  const { rowCount } = await deps.pool.query('select from money_check where at >= $1', [night])
  if (!rowCount) await checkMoney(deps)
}
