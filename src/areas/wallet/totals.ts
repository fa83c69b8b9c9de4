import type { BalanceLine, BalanceTotal } from '../../../contract/balance/balance.ts'
import type { Payment } from '../../../contract/payment/payment.ts'

/**
 * What each wallet holds and has set aside (rules 41, 42): `lines` newest first, each with the balance after it; the part of waiting payments
 * that comes from a wallet is set aside. A private clinic keeps a wallet of its own (`privates`: their ids), all others share one per currency.
 */
export function walletTotals(
  lines: readonly Pick<BalanceLine, 'clinicId' | 'currency' | 'balance'>[],
  payments: readonly Pick<Payment, 'clinicId' | 'currency' | 'status' | 'walletAmount'>[],
  privates: ReadonlySet<string>,
): readonly BalanceTotal[] {
  const wallets = new Map<string, BalanceTotal>()
  const keyOf = (clinicId: string | null, currency: string) => `${clinicId ?? ''} ${currency}`
  for (const { clinicId, currency, balance } of lines) {
    const key = keyOf(clinicId, currency)
    if (!wallets.has(key)) wallets.set(key, { clinicId, currency, balance, reserved: 0 })
  }
  for (const { clinicId, currency, status, walletAmount } of payments) {
    if (status !== 'waiting' || walletAmount === 0) continue
    const of = clinicId && privates.has(clinicId) ? clinicId : null
    const wallet = wallets.get(keyOf(of, currency))
    if (wallet) wallets.set(keyOf(of, currency), { ...wallet, reserved: wallet.reserved + walletAmount })
  }
  return [...wallets.values()].toSorted(
    (a, b) => Number(a.clinicId !== null) - Number(b.clinicId !== null) || a.currency.localeCompare(b.currency),
  )
}
