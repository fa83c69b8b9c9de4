import { useLingui } from '@lingui/react/macro'
import type { Payment } from '../../../contract/payment/payment.ts'
import { saveBlob } from '../../screen/save-file.ts'
import { showToast } from '../../ui/toast.ts'
import { fetchReceipt } from './commands.ts'

/** Downloads the receipt of a completed payment as a PDF, in the payer's language. */
export function useReceipt(): (payment: Pick<Payment, 'id' | 'reference'>) => Promise<void> {
  const { t } = useLingui()
  return async ({ id, reference }) => {
    const file = await fetchReceipt(id)
    if (!file) {
      showToast({ kind: 'failed', title: t`The receipt could not be fetched. Try again.` })
      return
    }
    saveBlob(`${reference ?? `receipt-${id.slice(-8)}`}.pdf`, file)
    showToast({ title: t`The receipt has been saved on this device.` })
  }
}
