import { useLingui } from '@lingui/react/macro'
import type { BalanceLine } from '../../../contract/balance/balance.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'

/** A movement in words; for one made by hand the reason that staff wrote for the patient (rule 101). */
export function useLineWords(): (line: Pick<BalanceLine, 'kind' | 'reason' | 'type'>) => string {
  const { t } = useLingui()
  return ({ kind, reason, type }) => {
    switch (kind) {
      case 'payment':
        return t`Appointment paid`
      case 'given_back':
        return t`Returned: the payment was cancelled`
      case 'refund':
        return t`Refund`
      case 'top_up':
        return t`Paid in`
      case 'late_payment':
        return t`Paid when nothing was open any more`
      case 'merged':
        return t`From the merged record`
      case 'manual':
        return reason ?? (type === 'receivable' ? t`Added by the clinic` : t`Deducted by the clinic`)
    }
  }
}

/** The amount with its sign: plus for money added to the wallet. */
export function useSigned(): (line: Pick<BalanceLine, 'amount' | 'currency' | 'type'>) => string {
  const language = useLanguage()
  return ({ amount, currency, type }) =>
    type === 'receivable' ? `+${formatMoney(amount, currency, language)}` : formatMoney(-amount, currency, language)
}

/**
 * The only clinic where a wallet can be spent, in words; null if it can be spent anywhere. A clinic that is not on this
 * device has no name.
 */
export function useSpentAt(): (wallet: Pick<BalanceLine, 'clinicId'>) => string | null {
  const { t } = useLingui()
  const clinics = useClinics()
  return ({ clinicId }) => {
    if (!clinicId) return null
    const name = clinics?.get(clinicId)?.name
    return name ? t`only at ${name}` : t`at one clinic alone`
  }
}
