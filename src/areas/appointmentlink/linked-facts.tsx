import { Trans } from '@lingui/react/macro'
import { CalendarCheck } from 'lucide-react'
import type { LinkedAppointment } from '../../../contract/appointmentlink/appointmentlink.ts'
import { sayWhen } from '../../../contract/kernel/when.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import { weekdayName } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useViewerZone } from '../../ui/minute-clock.ts'

/** When, with whom and where: the facts of the message, as they are now. */
export function LinkedFacts({ appointment }: { appointment: LinkedAppointment }) {
  const language = useLanguage()
  const viewer = useViewerZone()
  const { start, zone, type, status, doctorName, place, checkInCode, confirmedAt } = appointment
  const day = weekdayName(wallOf(Date.parse(start), type === 'online' ? viewer : zone).date, language)
  return (
    <dl className="pay-facts">
      <div>
        <dt>
          <Trans context="of an appointment">When</Trans>
        </dt>
        <dd className="linked-when">
          {status === 'cancelled' ? (
            <s>
              {day} {sayWhen(appointment, viewer)}
            </s>
          ) : (
            <>
              {day} {sayWhen(appointment, viewer)}
            </>
          )}
          {status === 'waiting' && confirmedAt && (
            <>
              {' '}
              <span className="badge plain">
                <CalendarCheck aria-hidden="true" size={14} />
                <Trans context="of an appointment">Confirmed</Trans>
              </span>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Doctor</Trans>
        </dt>
        <dd>{doctorName}</dd>
      </div>
      <div>
        <dt>
          <Trans context="of an appointment">Where</Trans>
        </dt>
        <dd>{type === 'online' ? <Trans>Online, by video</Trans> : (place ?? appointment.clinicName)}</dd>
      </div>
      {checkInCode && status === 'waiting' && (
        <div>
          <dt>
            <Trans>Code for check-in at the clinic</Trans>
          </dt>
          <dd className="linked-code">{checkInCode}</dd>
        </div>
      )}
    </dl>
  )
}
