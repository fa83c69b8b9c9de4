import type { Booking } from './booking.ts'

/** The input for a booking that is paid now, by card or from the wallet; null for one that can wait in the queue. */
export function payNow({ payWith, useWallet = false, bankId, slot }: Booking, wallet: number) {
  const covers = useWallet && slot !== null && wallet >= slot.price
  if (covers) return { payWith: 'wallet' as const, useWallet }
  if (payWith === 'later' || payWith === 'link' || (payWith === 'bank_transfer' && !useWallet)) return null
  return { payWith, useWallet, bankId: payWith === 'bank_transfer' ? bankId : null }
}
