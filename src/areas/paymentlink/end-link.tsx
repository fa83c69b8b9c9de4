import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentLink } from '../../../contract/paymentlink/paymentlink.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { cancelLink, deleteLink } from './commands.ts'

/** Confirms that a link ends or leaves the list. */
export function EndLink({
  kind,
  link,
  onClose,
}: {
  kind: 'cancel' | 'delete'
  link: PaymentLink
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const words = useProblemWords()
  const amount = formatMoney(link.amount, link.currency, language)
  const name = link.patientName
  async function run() {
    const outcome = await (kind === 'cancel' ? cancelLink : deleteLink)(device, link.id)
    if (outcome.kind === 'done')
      showToast({ kind: 'saved', title: kind === 'cancel' ? t`The link is cancelled` : t`The link is deleted` })
    else showToast({ kind: 'failed', title: t`Nothing was changed`, text: words(outcome) })
  }
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(next) => !next && onClose()}
      title={
        kind === 'cancel' ? (
          <Trans>Cancel the payment link for {name}?</Trans>
        ) : (
          <Trans>Delete the payment link for {name}?</Trans>
        )
      }
      keep={<Trans>Keep the link</Trans>}
      act={kind === 'cancel' ? <Trans>Cancel the link</Trans> : <Trans>Delete the link</Trans>}
      onConfirm={run}
    >
      {kind === 'cancel' ? (
        <Trans>
          {amount} can no longer be paid with it; its page says so and shows the clinic’s phone. No message is sent.
        </Trans>
      ) : (
        <Trans>{amount} was not paid with it. Its address stops working. This cannot be undone.</Trans>
      )}
    </ConfirmDialog>
  )
}
