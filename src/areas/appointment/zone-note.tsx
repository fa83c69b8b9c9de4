import { Trans } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { dayBounds, wallOf } from '../../../contract/kernel/time.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatOffset } from '../../../contract/kernel/when.ts'
import { viewerZone } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'

/**
 * The zone of the times, if the reader's differs from the visit's on that day (rule 3). `at`: YYYYMMDD, or null for
 * today.
 */
export function ZoneNote({
  type,
  zone,
  clinicId,
  at,
}: {
  type: Appointment['type']
  zone: string
  clinicId: string | null | undefined
  at: number | null
}) {
  const { now } = useDevice()
  const city = useClinics()?.get(clinicId ?? '')?.city
  const viewer = viewerZone()
  const noon = at === null ? now() : dayBounds(at, zone).from + 12 * 3_600_000
  if (sameWall(noon, zone, viewer)) return null
  const there = `${city ?? cityOf(zone)} (${formatOffset(noon, zone)})`
  const here = `${cityOf(viewer)} (${formatOffset(noon, viewer)})`
  return (
    <p className="why">
      <Clock aria-hidden="true" />
      <span>
        {type === 'online' ? (
          <Trans>
            Times are shown in your time zone, {here}. The doctor’s time zone is {there}.
          </Trans>
        ) : (
          <Trans>
            All times are in {there} time. Your device is set to {here}.
          </Trans>
        )}
      </span>
    </p>
  )
}

const sameWall = (instant: number, a: string, b: string) => {
  const [one, other] = [wallOf(instant, a), wallOf(instant, b)]
  return one.date === other.date && one.time === other.time
}

/** IANA names end in a city; browsers offer no translation of it. */
const cityOf = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
