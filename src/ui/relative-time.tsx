import { formatDateTime, formatRelative, type Instant } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { useMinute } from './minute-clock.ts'

/** How long ago, updated every minute; hovering shows the exact time in the zone. */
export function RelativeTime({ at, zone }: { at: Instant; zone: string }) {
  const now = useMinute()
  const instant = typeof at === 'number' ? at : Date.parse(at)
  return (
    <time dateTime={new Date(instant).toISOString()} title={formatDateTime(instant, zone)}>
      {formatRelative(instant, now, useLanguage())}
    </time>
  )
}
