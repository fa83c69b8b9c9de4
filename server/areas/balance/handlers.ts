import type { BalanceLine, BalanceTotal } from '../../../contract/balance/balance.ts'
import type { Area } from '../../http/handler.ts'
import { listPage, where } from '../../http/list.ts'
import { readRows } from '../../db/rows.ts'
import { movesAlone } from '../payment/alone.ts'
import { askSecond } from '../payment/ask-second.ts'
import { moveByHand } from './by-hand.ts'

/**
 * A patient's wallet: movements and balance, as far as the caller's side manages it (policy `sight` of balance_line).
 */
export const balanceHandlers: Area<'balance'> = {
  'balance.get': async ({ id, page, limit, type }, { db, who, refuse }) => {
    if (who.type === 'patient' && id !== who.id) return refuse('patient_not_found')
    if (!(await db.query('select from patient where id = $1', [id])).rowCount) return refuse('patient_not_found')
    const { rows, envelope } = await listPage<BalanceLine & { seq: number }>(
      db,
      'balance_line_row',
      [where('"patientId" = ?', id), ...(type ? [where('type = ?', type)] : [])],
      ['seq', 'id'],
      { page: Number(page ?? 1), limit: Number(limit ?? 20) },
      true,
    )
    const totals = await db.query<BalanceTotal>('select * from wallets_of($1)', [id])
    return { ...envelope, balances: rows, totals: totals.rows }
  },

  'balance.add': async ({ id, patientId, type, amount, currency, reason }, ctx) => {
    const { db, who, now, record, refuse } = ctx
    if (!(await db.query('select from patient where id = $1', [patientId])).rowCount) return refuse('patient_not_found')
    if (who.clinicId) {
      const { rowCount } = await db.query('select from clinic where id = $1 and currency = $2', [
        who.clinicId,
        currency,
      ])
      if (!rowCount) return refuse('currency_differs')
    }
    const why = reason.trim()
    if (!(await movesAlone(db, currency, amount, now))) {
      const approval = await askSecond(ctx, { id, kind: type, patientId, amount, currency, reason: why })
      if (!approval) return refuse('id_taken')
      record({ object: { table: 'approval', id }, values: { [type]: [null, amount], currency: [null, currency] } })
      return { status: true, approval }
    }
    const signed = type === 'receivable' ? amount : -amount
    const movement = { id, patientId, clinicId: who.clinicId, currency, amount: signed }
    if (!(await moveByHand(ctx, movement, { by: who.name, at: now, reason: why }))) return refuse('id_taken')
    record({ object: { table: 'balance_line', id }, values: { [type]: [null, amount], currency: [null, currency] } })
    const [balance] = await readRows(db, 'balance_line', [id])
    return { status: true, balance: balance! } // just written by the same person
  },
}
