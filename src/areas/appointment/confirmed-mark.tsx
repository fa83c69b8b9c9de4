import { Trans } from '@lingui/react/macro'
import { CalendarCheck, CircleHelp } from 'lucide-react'
import { isOpen, isUnconfirmed } from '../../../contract/appointment/appointment.rules.ts'
import { useDevice } from '../../screen/device.ts'
import type { ShownVisit } from './queries.ts'

/**
 * Whether the patient of a future appointment has confirmed it, by shape and by word (decision 0149). Draws nothing
 * once they are here, and before anyone is asked.
 */
export function ConfirmedMark({ visit }: { visit: ShownVisit }) {
  const { now, person } = useDevice()
  if (!isOpen(visit) || visit.arrivedAt) return null
  const isConfirmed = Boolean(visit.confirmedAt)
  // patients have the confirm button instead
  if (!isConfirmed && (person.type === 'patient' || !isUnconfirmed(visit, now()))) return null
  const Icon = isConfirmed ? CalendarCheck : CircleHelp
  return (
    <>
      {' '}
      <span className="badge plain" data-confirmed={isConfirmed ? 'yes' : 'no'}>
        <Icon aria-hidden="true" size={14} />
        {isConfirmed ? <Trans context="visit">Confirmed</Trans> : <Trans>Not confirmed</Trans>}
      </span>
    </>
  )
}
