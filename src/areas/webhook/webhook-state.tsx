import { Trans } from '@lingui/react/macro'
import type { Webhook } from '../../../contract/webhook/webhook.ts'
import { formatDateTime } from '../../i18n/format.ts'

/** How an endpoint fares, in a few words. */
export function WebhookState({
  webhook: { active, offAt, failingSince, oldSecretUntil },
  zone,
  at,
}: {
  webhook: Webhook
  zone: string
  /** When this was so, epoch ms. */
  at: number
}) {
  const isOldValid = oldSecretUntil !== null && Date.parse(oldSecretUntil) > at
  const until = oldSecretUntil ? formatDateTime(oldSecretUntil, zone) : ''
  const since = failingSince ? formatDateTime(failingSince, zone) : ''
  return (
    <span className="stack-2">
      {offAt ? (
        <span className="danger-text">
          <Trans>Switched off, since nothing arrived</Trans>
        </span>
      ) : !active ? (
        <Trans context="a webhook">Off</Trans>
      ) : failingSince ? (
        <span className="danger-text">
          <Trans>Failing since {since}</Trans>
        </span>
      ) : (
        <Trans context="a webhook">On</Trans>
      )}
      {isOldValid && (
        <span className="dim sm">
          <Trans>The old secret signs too until {until}</Trans>
        </span>
      )}
    </span>
  )
}
