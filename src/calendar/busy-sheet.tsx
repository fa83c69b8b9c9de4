import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarCheck2 } from 'lucide-react'
import { useSaySaved } from '../shell/say-saved.tsx'
import { openTime } from '../availability/commands.ts'
import type { ShownBusy } from '../availability/queries.ts'
import { formatDateTime, formatSpan } from '../i18n/format.ts'
import { useDevice } from '../shell/device.tsx'
import { Button } from '../ui/button.tsx'
import { KeyValues } from '../ui/card.tsx'
import { Sheet } from '../ui/dialog.tsx'

/** A time that takes no visits: closed by hand, and to be opened again here, or read from another calendar, and to be changed there. */
export function BusySheet({
  busy,
  zone,
  linkName,
  onClose,
}: {
  busy: ShownBusy
  zone: string
  linkName: string | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const say = useSaySaved()
  const when = formatSpan(formatDateTime(busy.start, zone), formatDateTime(busy.end, zone))
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={busy.linkId ? <Trans>Busy in another calendar</Trans> : <Trans>Closed by you</Trans>}
      description={
        busy.linkId ? (
          <Trans>No patient can book this time. It can be changed in the calendar it comes from.</Trans>
        ) : (
          <Trans>No patient can book this time.</Trans>
        )
      }
    >
      <KeyValues
        items={[
          { key: <Trans>Time</Trans>, value: when },
          ...(busy.title ? [{ key: <Trans>Title</Trans>, value: busy.title }] : []),
          ...(linkName ? [{ key: <Trans>Calendar</Trans>, value: linkName }] : []),
        ]}
      />
      {!busy.linkId && (
        <Button
          block
          onClick={() => {
            onClose()
            void say(() => openTime(device, busy.id), t`Open for bookings again: ${when}`)
          }}
        >
          <CalendarCheck2 aria-hidden="true" />
          <Trans>Open this time again</Trans>
        </Button>
      )}
    </Sheet>
  )
}
