import { useLingui } from '@lingui/react/macro'
import { PAYMENT_STATUSES } from '../../../contract/payment/payment.lists.ts'
import { formatMonth, formatWallDate } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import type { By } from './bar.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { STATUS_WORDS } from './state-words.ts'
import { wordOf } from '../../i18n/word-of.ts'

/** The label of a bar: a day as YYYYMMDD, a month as YYYYMM, a state, or the id of a doctor or clinic. */
export function useBarNames(by: By, facts: PaymentFacts): (key: string | null) => string {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  return (key) => {
    switch (by) {
      case 'day':
        return key ? formatWallDate(Number(key)) : ''
      case 'month':
        return key ? formatMonth(Number(`${key}01`), language) : ''
      case 'status': {
        const status = PAYMENT_STATUSES.find((each) => each === key)
        return status ? i18n._(wordOf(STATUS_WORDS, status)) : ''
      }
      case 'doctor':
        return facts.doctorOf({ doctorId: key }) ?? t`Without a doctor`
      case 'clinic':
        return facts.clinicOf({ clinicId: key }) ?? t`Own practice`
    }
  }
}
