import { useLiveQuery } from 'dexie-react-hooks'
import { balanceCalls, type BalanceLine, type BalanceTotal } from '../../../contract/balance/balance.ts'
import { call } from '../../api/call.ts'
import { rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { walletTotals } from './totals.ts'

/**
 * A patient's own wallets: all movements, newest first, and what each wallet holds and has set aside. The device holds
 * all of it.
 */
export function useOwnWallet():
  | { readonly lines: readonly BalanceLine[]; readonly totals: readonly BalanceTotal[] }
  | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const lines = (await rowsIn(db, 'balance_line').orderBy('createdAt').reverse().toArray()).map((stored) =>
      show('balance_line', stored),
    )
    const payments = (await rowsIn(db, 'payment').toArray()).map((stored) => show('payment', stored))
    return { lines, totals: walletTotals(lines, payments) }
  }, [db])
}

/** What a patient's wallets hold, for staff who book for them; undefined while it is loading or cannot be loaded. */
export function useWalletOf(patientId: string | null): readonly BalanceTotal[] | undefined {
  const { value } = useAnswer<{ readonly of: string | null; readonly totals: readonly BalanceTotal[] }>(async () => {
    if (!patientId) return { kind: 'done', reply: { of: null, totals: [] } }
    const outcome = await call(balanceCalls['balance.get'], { id: patientId, limit: '1' })
    return outcome.kind === 'done' ? { kind: 'done', reply: { of: patientId, totals: outcome.reply.totals } } : outcome
  }, patientId ?? '')
  // the previous patient's answer stays until the next one arrives
  return value?.of === patientId ? value.totals : undefined
}

/** A patient's wallets from the server, for staff: the newest movements and the totals. */
export function usePatientBalance(patientId: string, page: number, limit: number) {
  const input = { id: patientId, page: String(page), limit: String(limit) }
  return useAnswer(() => call(balanceCalls['balance.get'], input), JSON.stringify(input))
}
