import { Trans } from '@lingui/react/macro'

/** Why the connection does not work, as the engine found (`src/sync/trouble.ts`), in a sentence. */
export function TroubleText({ trouble }: { trouble: 'network' | 'busy' | 'between' | 'slow' }) {
  if (trouble === 'busy') return <Trans>The server does not answer right now.</Trans>
  if (trouble === 'between')
    return (
      <Trans>
        Something between this device and the server answers in its place, such as the sign-in page of a Wi-Fi or a
        proxy.
      </Trans>
    )
  if (trouble === 'slow') return <Trans>The connection is too slow at the moment.</Trans>
  return <Trans>You are offline.</Trans>
}
