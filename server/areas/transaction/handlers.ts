import { ahead, type Area } from '../../http/handler.ts'
import { generate } from './generate.ts'
import { shown, type Transaction } from '../payment/transaction-row.ts'

export const transactionHandlers: Area<'transaction'> = {
  'transaction.generate': ahead(generate),

  /** Its id is 74 random bits, told to the payer alone; it says neither whose nor what for. */
  'transaction.get': ahead(async ({ id }, { deps, refuse }) => {
    const { rows } = await deps.pool.query<Transaction>('select * from payment_transaction where id = $1', [id])
    const its = rows[0]
    if (!its) return refuse('transaction_not_found')
    return {
      status: true,
      transaction: shown(its),
      ...(its.status === 'paid' && { success: 'payment_completed' as const }),
    }
  }),
}
