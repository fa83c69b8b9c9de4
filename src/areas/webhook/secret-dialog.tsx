import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'

/** The secret of a webhook, the one time it is shown. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Copy the secret now</Trans>}
      description={
        <Trans>
          Your software checks each delivery with it, as Standard Webhooks describes. It is not shown again.
        </Trans>
      }
    >
      <div className="stack">
        <Field label={t`Secret`} aside={<CopyButton value={secret} label={t`Copy the secret`} />}>
          <TextArea className="webhook-secret" readOnly rows={2} value={secret} spellCheck={false} />
        </Field>
        <div className="dialog-foot">
          <Button look="primary" onClick={onClose}>
            <Trans>I have copied it</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
