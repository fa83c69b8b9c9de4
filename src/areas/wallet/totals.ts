import type { BalanceLine, BalanceTotal } from '../../../contract/balance/balance.ts'
import type { Payment } from '../../../contract/payment/payment.ts'

/**
 * What each wallet holds and has set aside (rules 41, 42). `lines` are newest first, each with the balance after it;
 * the wallet's part of waiting payments is set aside. Money that a clinic gave can be spent only there and is a wallet
 * of its own (docs/decisions/0100).
 */
export function walletTotals(
  lines: readonly Pick<BalanceLine, 'clinicId' | 'currency' | 'balance'>[],
  payments: readonly Pick<Payment, 'clinicId' | 'currency' | 'status' | 'walletAmount' | 'walletGiven'>[],
): readonly BalanceTotal[] {
  const wallets = new Map<string, BalanceTotal>()
  const keyOf = (clinicId: string | null, currency: string) => `${clinicId ?? ''} ${currency}`
  for (const { clinicId, currency, balance } of lines) {
    const key = keyOf(clinicId, currency)
    if (!wallets.has(key)) wallets.set(key, { clinicId, currency, balance, reserved: 0 })
  }
  for (const { clinicId, currency, status, walletAmount, walletGiven = 0 } of payments) {
    if (status !== 'waiting') continue
    for (const [of, amount] of [
      [clinicId, walletGiven],
      [null, walletAmount - walletGiven],
    ] as const) {
      const wallet = wallets.get(keyOf(of, currency))
      if (wallet) wallets.set(keyOf(of, currency), { ...wallet, reserved: wallet.reserved + amount })
    }
  }
  return [...wallets.values()].toSorted(
    (a, b) => Number(a.clinicId !== null) - Number(b.clinicId !== null) || a.currency.localeCompare(b.currency),
  )
}
