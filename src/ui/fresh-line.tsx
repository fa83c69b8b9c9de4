import './fresh-line.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { formatDate, formatDateTime, formatTime, type Instant } from '../i18n/format.ts'
import { Bead } from './bead.tsx'
import { Button, IconButton } from './button.tsx'
import { RelativeTime } from './relative-time.tsx'
import { TroubleText } from './trouble-text.tsx'
import { useMinute } from './minute-clock.ts'

type Trouble = React.ComponentProps<typeof TroubleText>['trouble']

type FreshLineProps = {
  /** When these rows were last compared with the server; null before the first time. */
  at: Instant | null
  zone: string
  offline: boolean
  /** The cause, if known; “offline” is shown only if the network is away. */
  trouble?: Trouble | null
  onRefresh?: () => void
  refreshing?: boolean
}

/** The age of a list, shown once at its head: "Updated 3 min ago", or without a network "Offline, as of 10:42". */
export function FreshLine({ at, zone, offline, trouble, onRefresh, refreshing }: FreshLineProps) {
  const { t } = useLingui()
  const since = useSince(at, zone)
  return (
    <span className="fresh">
      {offline && <Bead shape="offline" />}
      {!offline && onRefresh && (
        <IconButton
          look="quiet"
          small
          label={t`Refresh`}
          icon={<RefreshCw />}
          aria-busy={refreshing}
          onClick={onRefresh}
        />
      )}
      <span>
        {offline &&
          (trouble && trouble !== 'network' ? (
            since ? (
              <Trans>
                Server not reached, as of <b>{since}</b>
              </Trans>
            ) : (
              <Trans>Server not reached</Trans>
            )
          ) : since ? (
            <Trans>
              Offline, as of <b>{since}</b>
            </Trans>
          ) : (
            <Trans>Offline</Trans>
          ))}
        {!offline && refreshing && <Trans>Updating…</Trans>}
        {!offline &&
          !refreshing &&
          (at === null ? (
            <Trans>Not loaded yet</Trans>
          ) : (
            <Trans>
              Updated <RelativeTime at={at} zone={zone} />
            </Trans>
          ))}
      </span>
    </span>
  )
}

/**
 * The same above a whole page while the server does not answer: the cause, since when, and what happens to changes.
 * "You are offline" is shown only if the network is away.
 */
export function OfflineLine({
  at,
  zone,
  trouble = null,
  onRetry,
}: {
  at: Instant | null
  zone: string
  trouble?: Trouble | null
  onRetry: () => void
}) {
  const since = useSince(at, zone)
  return (
    <p className="fresh offline">
      <Bead shape="offline" />
      <span className="grow">
        {trouble && trouble !== 'network' ? (
          <>
            <TroubleText trouble={trouble} />{' '}
            {since ? (
              <Trans>
                The list is from <b>{since}</b>; what you do is kept on this device.
              </Trans>
            ) : (
              <Trans>What you do is kept on this device.</Trans>
            )}
          </>
        ) : since ? (
          <Trans>
            You are offline. The list is from <b>{since}</b>; what you do is kept on this device.
          </Trans>
        ) : (
          <Trans>You are offline. What you do is kept on this device.</Trans>
        )}
      </span>
      <Button look="quiet" small onClick={onRetry}>
        <RefreshCw />
        <Trans>Try again</Trans>
      </Button>
    </p>
  )
}

/** The time the rows are from, with its date if that is not today. Null before the first time. */
function useSince(at: Instant | null, zone: string): string | null {
  const now = useMinute()
  if (at === null) return null
  return formatDate(at, zone) === formatDate(now, zone) ? formatTime(at, zone) : formatDateTime(at, zone)
}
