import { useLingui } from '@lingui/react/macro'
import type { Approval } from '../../../contract/approval/approval.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'

export function useStatusWords(): Readonly<Record<Approval['status'], string>> {
  const { t } = useLingui()
  return {
    waiting: t({ message: 'Waiting', context: 'request' }),
    approved: t({ message: 'Approved', context: 'request' }),
    declined: t({ message: 'Declined', context: 'request' }),
    lapsed: t({ message: 'Lapsed', context: 'request' }),
  }
}

/** What is requested, with its amount. */
export function useAskedWords(): (approval: Pick<Approval, 'kind' | 'amount' | 'currency' | 'refundTo'>) => string {
  const { t } = useLingui()
  const language = useLanguage()
  return ({ kind, amount, currency, refundTo }) => {
    const sum = formatMoney(amount, currency, language)
    if (kind === 'receivable') return t`Add ${sum} to the wallet`
    if (kind === 'debt') return t`Take ${sum} off the wallet`
    return refundTo === 'source' ? t`Send ${sum} back to where it came from` : t`Give ${sum} back to the wallet`
  }
}
