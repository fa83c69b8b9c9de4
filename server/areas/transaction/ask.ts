import { asServer } from '../../db/owner.ts'
import { roomsOf } from '../../db/rows.ts'
import type { Deps } from '../../http/handler.ts'
import { lockTransaction, settlePaid } from './settle.ts'
import type { Transaction } from '../payment/transaction-row.ts'

/**
 * Asks the provider about the transactions for this payment whose notice has not come: charged ones are settled, the
 * others closed, so that no one pays for what is being given up. `unsure`: the provider could not be reached, and may
 * have charged; ask again later. Gives up a day after the transaction: then late money goes to the wallet.
 */
export async function askProvider(
  deps: Deps,
  { paymentId }: { readonly paymentId: string },
): Promise<'settled' | 'unpaid' | 'unsure'> {
  const { rows } = await deps.pool.query<Transaction>(
    `select * from payment_transaction where payment_id = $1 and status in ('open', 'failed', 'expired') and provider_ref is not null`,
    [paymentId],
  )
  const ends = await Promise.all(rows.map((transaction) => askOf(deps, transaction)))
  return ends.includes('settled') ? 'settled' : ends.includes('unsure') ? 'unsure' : 'unpaid'
}

/** One transaction. If it is not paid, and expired or given up, it is closed at the provider and expired here. */
export async function askOf(deps: Deps, transaction: Transaction): Promise<'settled' | 'unpaid' | 'unsure'> {
  const { pay, pool, now } = deps
  if (!pay || pay.name !== transaction.provider) return 'unpaid'
  const at = { id: transaction.id, ref: transaction.provider_ref }
  try {
    let charged = await pay.look(at)
    if (!charged && transaction.status === 'open') {
      // closed first and then asked once more: it may be paid in between
      await pay.close(at).catch(() => {})
      charged = await pay.look(at)
    }
    if (!charged) {
      await pool.query(`update payment_transaction set status = 'expired' where id = $1 and status = 'open'`, [
        transaction.id,
      ])
      return 'unpaid'
    }
    const found = charged
    if (found.amount !== transaction.amount || found.currency !== transaction.currency) return 'unpaid'
    const rooms = await asServer(pool, async (db) => {
      const locked = await lockTransaction(db, transaction.id)
      if (!locked) return []
      const touched = await settlePaid(db, deps, locked, found.charge, { by: 'Bedside', at: now() })
      return roomsOf(db, touched)
    })
    if (rooms.length) deps.poke(rooms)
    return 'settled'
  } catch {
    return now() - transaction.made_at.getTime() > GIVE_UP_MS ? 'unpaid' : 'unsure'
  }
}

/**
 * Ends the open transactions of a link whose amount has changed or which is withdrawn, so that the provider's page
 * takes no money for an outdated amount. What was charged before belongs to the patient, in their wallet
 * (`settlePaid`).
 */
export async function endTriesOf({ pool, pay, log }: Deps, linkId: string): Promise<void> {
  const { rows } = await pool.query<Transaction>(
    `update payment_transaction set status = 'expired' where link_id = $1 and status = 'open' returning *`,
    [linkId],
  )
  for (const { id, provider, provider_ref } of rows)
    if (pay?.name === provider)
      await pay
        .close({ id, ref: provider_ref })
        .catch((error: unknown) => log.error({ what: 'endTriesOf', transaction: id, err: error }, 'not closed'))
}

const GIVE_UP_MS = 86_400_000
