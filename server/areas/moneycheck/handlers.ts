import type { Difference, ParkedNotice } from '../../../contract/moneycheck/moneycheck.ts'
import { asServer } from '../../db/owner.ts'
import type { Db } from '../../db/pool.ts'
import type { Area, Deps } from '../../http/handler.ts'
import { checkMoney, type Check } from './check.ts'

/** For superadmins; private clinics are neither named nor counted (rules 47, 102). */
export const moneycheckHandlers: Area<'moneycheck'> = {
  'moneycheck.list': async (_, { db, deps }) => {
    const last = await asServer(
      deps.pool,
      async (house) =>
        (await house.query<Check>('select * from money_check order by at desc, id desc limit 1')).rows[0],
    )
    return {
      status: true,
      check: last ? await reportOf(db, last) : null,
      parked: await parkedSeen(db, deps),
    }
  },

  'moneycheck.run': async (_, { db, deps }) => ({ status: true, check: await reportOf(db, await checkMoney(deps)) }),

  'moneycheck.dismiss': async ({ id }, { db, deps, now, refuse }) => {
    if (!(await parkedSeen(db, deps, id)).length) return refuse('record_not_found')
    const { rowCount } = await deps.pool.query(
      `update payment_notice set dismissed_at = $2 where id = $1 and outcome = 'parked' and dismissed_at is null`,
      [id, new Date(now)],
    )
    if (!rowCount) return refuse('record_not_found')
    return { status: true }
  },
}

/** Notices that wait for a decision, without those of private clinics; only the one with this id, if given. */
async function parkedSeen(db: Db, { pool }: Pick<Deps, 'pool'>, id: string | null = null): Promise<ParkedNotice[]> {
  const parked = await asServer(
    pool,
    async (house) =>
      (await house.query<ParkedNotice & { of: string | null; of_link: string | null }>(PARKED, [id])).rows,
  )
  const seen = await seenOf(
    db,
    'payment',
    parked.flatMap((each) => each.of ?? []),
  )
  const seenLinks = await seenOf(
    db,
    'payment_link',
    parked.flatMap((each) => each.of_link ?? []),
  )
  // a notice without a transaction belongs to no one
  return parked
    .filter(({ of, of_link }) => !(of ?? of_link) || seen.has(of ?? '') || seenLinks.has(of_link ?? ''))
    .map(({ of: _, of_link: __, ...its }) => its)
}

async function reportOf(db: Db, { at, payments, transfers, differences }: Check) {
  const shown = new Map<string, ReadonlySet<string>>()
  for (const table of ['payment', 'appointment', 'patient'] as const)
    shown.set(
      table,
      await seenOf(
        db,
        table,
        differences.flatMap((each) => (each.table === table && each.object ? [each.object] : [])),
      ),
    )
  const { rows: open } = await db.query<{ id: string }>(
    'select id from unnest($1::uuid[]) id where not is_private_transfer(id)',
    [differences.flatMap((each) => (each.table === 'ledger_transfer' && each.object ? [each.object] : []))],
  )
  shown.set('ledger_transfer', new Set(open.map(({ id }) => id)))
  const seen = (each: Difference) => each.object === null || shown.get(each.table)?.has(each.object) === true
  return {
    at: at.toISOString(),
    payments,
    transfers,
    differences: differences.filter(seen),
  }
}

/** The ids that the caller may see. */
async function seenOf(db: Db, table: keyof typeof SEEN, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(SEEN[table], [ids])
  return new Set(rows.map(({ id }) => id))
}

const SEEN = {
  payment: 'select id from payment where id = any ($1::uuid[])',
  payment_link: 'select id from payment_link where id = any ($1::uuid[])',
  appointment: 'select id from appointment where id = any ($1::uuid[])',
  patient: 'select id from patient where id = any ($1::uuid[])',
} as const

const PARKED = `select n.id, n.provider, n.reason, n.transaction_id as "transactionId", n.times, iso(n.received_at) as "receivedAt",
    t.payment_id as of, t.link_id as of_link
  from payment_notice n left join payment_transaction t on t.id = n.transaction_id
 where n.outcome = 'parked' and n.dismissed_at is null and ($1::uuid is null or n.id = $1)
  order by n.received_at desc limit 200`
