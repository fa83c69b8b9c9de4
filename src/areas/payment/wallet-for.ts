import type { BalanceTotal } from '../../../contract/balance/balance.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { useDevice } from '../../screen/device.ts'
import { useClinic } from '../clinic/queries.ts'
import { useOwnWallet, useWalletOf } from '../wallet/queries.ts'

/** `link`: booked by staff, and paid by card through a link that is made for it. */
export type Way = 'credit_card' | 'bank_transfer' | 'link' | 'later'

/**
 * How much of a price the patient's wallet can pay (rule 42): in its currency, what this clinic gave and, unless the
 * clinic is private, what may be spent anywhere. A patient's own wallet is on the device. Admins and desks ask the
 * server and see 0 without it; doctors always see 0.
 */
export function useWalletFor(
  patientId: string | null,
  clinicId: string | null,
  currency: Currency | undefined,
): number {
  const clinic = useClinic(clinicId)
  const { person } = useDevice()
  const own = useOwnWallet()?.totals
  const theirs = useWalletOf(person.type === 'admin' || person.type === 'clinic' ? patientId : null)
  const totals = person.type === 'patient' ? own : theirs
  return currency ? walletFor(totals ?? [], clinicId, clinic?.private === true, currency) : 0
}

const walletFor = (
  totals: readonly BalanceTotal[],
  clinicId: string | null,
  isPrivate: boolean,
  currency: Currency,
): number =>
  totals
    .filter(
      (each) => each.currency === currency && (each.clinicId === clinicId || (each.clinicId === null && !isPrivate)),
    )
    .reduce((sum, { balance }) => sum + balance, 0)
