import './payment.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Payment } from '../../../contract/payment/payment.ts'
import { uploadImage } from '../file/commands.ts'
import { FileImage } from '../file/file-image.tsx'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PhotoField } from '../../ui/photo-field.tsx'
import { showToast } from '../../ui/toast.ts'

/**
 * The receipt of a transfer (SCREENS B23 "proof file"): its payer or the desk adds a picture while it waits, and
 * whoever approves it looks at it. Not for doctors, who see no bank data. Draws nothing if there is none and none is
 * needed.
 */
export function TransferProof({ payment }: { payment: Payment }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [added, setAdded] = useState<string | null>(null)
  const [large, setLarge] = useState(false)
  const { proofId = null } = payment
  const shown = added ?? proofId
  if (device.person.type === 'doctor' || payment.type !== 'bank_transfer') return null
  const picture = shown && (
    <button type="button" className="proof-look" aria-label={t`Enlarge receipt`} onClick={() => setLarge(true)}>
      <FileImage id={shown} size={480} alt={t`Transfer receipt`} className="proof" />
    </button>
  )
  if (payment.status !== 'waiting' && !picture) return null

  async function add(file: File) {
    setError(null)
    setPercent(0)
    const outcome = await uploadImage('proof', file, payment.id, setPercent)
    setPercent(null)
    if (outcome.kind === 'refused') return setError(i18n._(messages[outcome.code]))
    setAdded(outcome.file.id)
    device.kick()
    showToast({ kind: 'saved', title: t`The receipt has been added.` })
  }

  return (
    <div className="proof-place no-print">
      {payment.status === 'waiting' ? (
        <PhotoField
          label={t`Transfer receipt`}
          shape="square"
          preview={picture}
          help={<Trans>A photo or a screenshot of the transfer; it helps to match it sooner.</Trans>}
          error={error}
          progress={percent}
          whyDisabled={offline ? t`You need to be online to send a picture.` : null}
          onChoose={(file) => void add(file)}
        />
      ) : (
        <figure className="stack-2 proof-kept">
          <figcaption className="sm dim">
            <Trans>Transfer receipt</Trans>
          </figcaption>
          {picture}
        </figure>
      )}
      <Dialog
        open={large && shown !== null}
        onOpenChange={setLarge}
        title={<Trans>Transfer receipt</Trans>}
        footer={
          <Button onClick={() => setLarge(false)}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <FileImage id={shown} size={2048} alt={t`Transfer receipt`} className="proof-large" />
      </Dialog>
    </div>
  )
}
