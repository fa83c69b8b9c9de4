import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarCheck2 } from 'lucide-react'
import { useClinics } from '../clinic/queries.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { openTime } from '../availability/commands.ts'
import type { ShownBusy } from '../availability/queries.ts'
import { formatDateTime, formatSpan } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { KeyValues } from '../../ui/card.tsx'
import { Sheet } from '../../ui/dialog.tsx'

/**
 * A closed time: closed by hand, which can be undone here, or read from another calendar, which must be changed there.
 */
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
  const clinics = useClinics()
  const say = useSaySaved()
  const when = formatSpan(formatDateTime(busy.start, zone), formatDateTime(busy.end, zone))
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={<BusyTitle busy={busy} clinic={clinics?.get(busy.clinicId ?? '')?.name} />}
      description={
        busy.linkId ? (
          <Trans>No patient can book this time. It can be changed in the calendar it comes from.</Trans>
        ) : (
          <BusyReach clinicId={busy.clinicId} />
        )
      }
    >
      <KeyValues
        items={[
          { key: <Trans>Time</Trans>, value: when },
          ...(busy.title ? [{ key: <Trans context="event">Title</Trans>, value: busy.title }] : []),
          ...(linkName ? [{ key: <Trans>Calendar</Trans>, value: linkName }] : []),
        ]}
      />
      {!busy.linkId && busy.mine !== false && (
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

function BusyTitle({ busy, clinic }: { busy: ShownBusy; clinic: string | undefined }) {
  if (busy.linkId) return <Trans>Busy in another calendar</Trans>
  if (!busy.clinicId) return <Trans>Closed for bookings</Trans>
  return clinic ? <Trans>Closed by {clinic}</Trans> : <Trans>Closed by a clinic</Trans>
}

/** Rule 7: what a clinic closes is closed only there. */
function BusyReach({ clinicId }: { clinicId: string | null | undefined }) {
  return clinicId ? (
    <Trans>No patient can book this time at this clinic. Your other clinics are not affected.</Trans>
  ) : (
    <Trans>No patient can book this time.</Trans>
  )
}
