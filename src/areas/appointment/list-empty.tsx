import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, CalendarClock, ExternalLink, Plus } from 'lucide-react'
import { addDays } from '../../../contract/kernel/time.ts'
import { formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, EmptyByFilter, ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import type { ListState } from './list-state.ts'
import { useSlots } from './queries-slots.ts'

/**
 * Shown instead of visits, with its own words for each case: still loading, not on this device, excluded by the
 * filters, or none at all. `without` are the visits of the same days without filters.
 */
export function ListEmpty({
  state,
  without,
  filtered,
  onClear,
}: {
  state: ListState
  without: number
  filtered: boolean
  onClear: () => void
}) {
  const status = useSyncStatus()
  const { person, kick } = useDevice()
  if (without > 0 && filtered)
    return (
      <EmptyByFilter onClear={onClear}>
        <Trans>There are {without} without filters.</Trans>
      </EmptyByFilter>
    )
  if (state.beyond)
    return (
      <Empty icon={<CalendarCheck className="icon-lg" />} title={<Trans>None of them on this device</Trans>}>
        <Trans>There may be more online. Search below.</Trans>
      </Empty>
    )
  if (!status) return <ListSkeleton />
  if (status.pulledAt === null)
    return status.line === 'offline' ? (
      <NotOnDevice
        action={
          <Button onClick={kick}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    ) : (
      <ListSkeleton />
    )
  switch (person.type) {
    case 'patient':
      return <NonePatient />
    case 'doctor':
      return <NoneDoctor state={state} />
    case 'admin':
    case 'clinic':
      return (
        <Empty
          icon={<CalendarCheck className="icon-lg" />}
          title={<Trans>No appointments in these days</Trans>}
          action={
            <Link to="/appointment/new" search={{}} className="btn">
              <Plus aria-hidden="true" />
              <Trans>New appointment</Trans>
            </Link>
          }
        >
          <Trans>Book one here and it appears in this list.</Trans>
        </Empty>
      )
  }
}

/** A patient's first use: book here, or on the booking site, where doctors can be compared. */
export function NonePatient() {
  const site = useDevice().settings.bookingSiteUrl
  return (
    <Empty
      icon={<CalendarCheck className="icon-lg" />}
      title={<Trans>No appointments yet</Trans>}
      action={
        <>
          <Link to="/appointment/new" search={{}} className="btn primary">
            <Plus aria-hidden="true" />
            <Trans>Book an appointment</Trans>
          </Link>
          {site && (
            <a href={site} target="_blank" rel="noreferrer" className="btn">
              <ExternalLink aria-hidden="true" />
              <Trans>To the booking site</Trans>
            </a>
          )}
        </>
      }
    >
      <Trans>Your bookings appear here, even when you are offline.</Trans>
    </Empty>
  )
}

function NoneDoctor({ state }: { state: ListState }) {
  const { person } = useDevice()
  const isToday = state.from === state.today && state.to === state.today
  return (
    <Empty
      icon={<CalendarCheck className="icon-lg" />}
      title={isToday ? <Trans>No one has booked today</Trans> : <Trans>No one has booked in these days</Trans>}
      action={
        <Link to="/availability" className="btn">
          <CalendarClock aria-hidden="true" />
          <Trans>To your availability</Trans>
        </Link>
      }
    >
      <NextFree doctorId={person.id} from={Math.max(state.from, state.today)} />{' '}
      <Trans>Patients can book only the hours you have opened.</Trans>
    </Empty>
  )
}

/** The first two free times of the coming week, as far as they are known. */
function NextFree({ doctorId, from }: { doctorId: string; from: number }) {
  const { zone } = useDevice()
  const slots = useSlots({ doctorId, type: 'face-to-face' }, from, addDays(from, 6))
  if (slots.state !== 'known') return null
  const [first, second] = slots.free
  if (!first) return <Trans>There are no free times in this week.</Trans>
  const at = (start: string) => formatTime(start, zone)
  return second ? (
    <Trans>
      Your next free hours are {at(first.start)} and {at(second.start)}.
    </Trans>
  ) : (
    <Trans>Your next free slot is {at(first.start)}.</Trans>
  )
}
