import { ahead, type Area } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { shown, type Transaction } from '../payment/transaction-row.ts'
import { aboutOf } from './about.ts'
import { generate } from './generate.ts'

export const transactionHandlers: Area<'transaction'> = {
  'transaction.generate': ahead(generate),

  /**
   * Its id is 74 random bits that only the payer gets; it reveals whose it is to no one, and what it was for only to
   * those who may know.
   */
  'transaction.get': ahead(async ({ id }, ctx) => {
    const { rows } = await ctx.deps.pool.query<Transaction>('select * from payment_transaction where id = $1', [id])
    const transaction = rows[0]
    if (!transaction) return ctx.refuse('transaction_not_found')
    return {
      status: true,
      transaction: shown(transaction),
      // the row is open to anyone
      about: await aboutOf(transaction, ctx, ctx.who as Who | null),
      ...(transaction.status === 'paid' && { success: 'payment_completed' as const }),
    }
  }),
}
