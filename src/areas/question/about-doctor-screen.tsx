import '../doctor/doctor.css'
import { Trans } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { Asking } from './asking.tsx'
import { Voices } from './voices.tsx'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline, useSyncStatus } from '../../screen/queries-waiting.ts'
import { Note } from '../../ui/note.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { AboutDoctor } from '../doctor/about-doctor.tsx'
import { useHoldsAllCards } from '../doctor/queries-search.ts'
import { useDoctor } from '../doctor/queries.ts'
import { useKeptCard } from '../doctor/use-kept-card.ts'

const route = getRouteApi('/signed-in/doctor/$id/about')

/**
 * /doctor/$id/about: for patients, who a doctor is, what others wrote about them, and the place to ask. The card is this
 * device's; what others wrote is read online (decision 0145).
 */
export function AboutDoctorScreen() {
  const { id } = route.useParams()
  const doctor = useDoctor(id)
  const status = useSyncStatus()
  const offline = useIsOffline()
  const { now } = useDevice()
  const [openedAt] = useState(now)
  const holdsAll = useHoldsAllCards()
  useKeptCard(id)
  if (doctor === undefined) return <ListSkeleton rows={4} />
  if (doctor === null) {
    if (offline)
      return (
        <Note tone="offline" alert title={<Trans>This doctor is not on this device</Trans>}>
          <Trans>Open this page again with a connection.</Trans>
        </Note>
      )
    // a card that this device does not hold yet comes with the pull that opening the page starts
    const isAwaited = holdsAll !== true && (status?.pulledAt ?? 0) < openedAt
    if (!status?.pulledAt || status.filling || isAwaited) return <ListSkeleton rows={4} />
    return (
      <Empty icon={null} title={<Trans>This doctor cannot be found</Trans>}>
        <Trans>The doctor no longer takes appointments here, or the link is wrong.</Trans>
      </Empty>
    )
  }
  return (
    <div className="stack" key={id}>
      <AboutDoctor doctor={doctor}>
        {doctor.active && (
          <Link className="btn primary start" to="/appointment/new" search={{ doctor: id }}>
            <CalendarPlus aria-hidden="true" />
            <Trans>Book an appointment</Trans>
          </Link>
        )}
      </AboutDoctor>
      <Asking doctor={doctor} />
      <Voices doctorId={id} />
    </div>
  )
}
