import { Trans, useLingui } from '@lingui/react/macro'
import { useDevice } from '../../screen/device.ts'
import { ownScreens } from '../own-screens.ts'
import { useParts } from '../../screen/use-parts.ts'
import { Button } from '../../ui/button.tsx'

/**
 * Says whether this person's screens open on this device without a network, and if not, what is missing and why; a
 * button fetches it now.
 */
export function OpensOffline() {
  const { t } = useLingui()
  const { person } = useDevice()
  const { parts, getNow } = useParts(ownScreens(person))
  if (!parts) return <Trans>not known</Trans>
  const { kept, wanted, busy, trouble } = parts
  if (wanted > 0 && kept === wanted) return <Trans>yes</Trans>
  return (
    <div className="stack-2" aria-live="polite">
      <span>
        <Trans>
          not yet ({kept} of {wanted} parts)
        </Trans>
      </span>
      {trouble === 'saving' ? (
        <span className="sm dim">
          <Trans>This device saves data: what you open is kept, the rest comes when you ask for it.</Trans>
        </span>
      ) : trouble === 'full' ? (
        <span className="sm danger-text">
          <Trans>There is no space left on this device. The app still works when you are online.</Trans>
        </span>
      ) : trouble === 'unreachable' ? (
        <span className="sm danger-text">
          <Trans>Some parts did not come. They are asked for again with the next connection or start.</Trans>
        </span>
      ) : null}
      <div>
        <Button small onClick={getNow} whyDisabled={busy ? t`Being fetched now` : null}>
          <Trans>Get it now</Trans>
        </Button>
      </div>
    </div>
  )
}
