import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { newMoneyId, takeAtDesk } from '../payment/commands.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { showToast } from '../../ui/toast.ts'
import { arrive } from './commands.ts'
import type { ShownVisit } from './queries.ts'

/**
 * The patient is here and has paid in cash: one press for both. The check-in is queued on the device; only the server
 * records money (rule 46). If that fails, `onUnpaid` retries with the same id, so that a payment which did arrive is
 * not recorded twice.
 */
export function useArrivedAndPaid(
  onUnpaid: (visit: ShownVisit, moneyId: string) => void,
): (visit: ShownVisit) => Promise<void> {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const words = useProblemWords()
  // a second press may come before the first is drawn
  const underWay = useRef(new Set<string>())
  return async (visit) => {
    const name = visit.patientName
    if (underWay.current.has(visit.id)) return
    underWay.current.add(visit.id)
    try {
      if (!visit.arrivedAt) await arrive(device, visit)
      const moneyId = newMoneyId(device)
      const outcome = await takeAtDesk(device, {
        id: moneyId,
        appointmentId: visit.id,
        type: 'cash',
        complete: false,
      })
      if (outcome.kind === 'done') {
        const { amount, walletAmount, currency } = outcome.reply.payment
        const paid = formatMoney(amount - walletAmount, currency, language)
        showToast({ kind: 'saved', title: t`Arrived and paid: ${name}, ${paid}` })
      } else {
        showToast({ kind: 'failed', title: t`Checked in, but the payment was not recorded`, text: words(outcome) })
        onUnpaid(visit, moneyId)
      }
    } catch (error) {
      if (!isNotSaved(error)) throw error
      showToast({ kind: 'failed', title: i18n._(messages.not_saved) })
    } finally {
      underWay.current.delete(visit.id)
    }
  }
}
