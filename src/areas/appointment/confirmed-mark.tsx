import { Trans } from '@lingui/react/macro'
import { CalendarCheck, CircleHelp } from 'lucide-react'
import { isOpen, isUnconfirmed } from '../../../contract/appointment/appointment.rules.ts'
import { useDevice } from '../../screen/device.ts'
import type { ShownVisit } from './queries.ts'

/**
 * Whether the patient of an appointment that is still to come has confirmed it, by shape as well as by word (decision 0149). Nothing once they are
 * here, and nothing before anyone is asked.
 */
export function ConfirmedMark({ visit }: { visit: ShownVisit }) {
  const { now, person } = useDevice()
  if (!isOpen(visit) || visit.arrivedAt) return null
  if (visit.confirmedAt)
    return (
      <>
        {' '}
        <span className="badge plain" data-confirmed="yes">
          <CalendarCheck aria-hidden="true" size={14} />
          <Trans context="visit">Confirmed</Trans>
        </span>
      </>
    )
  // patients have the button to confirm
  if (person.type === 'patient' || !isUnconfirmed(visit, now())) return null
  return (
    <>
      {' '}
      <span className="badge plain" data-confirmed="no">
        <CircleHelp aria-hidden="true" size={14} />
        <Trans>Not confirmed</Trans>
      </span>
    </>
  )
}
