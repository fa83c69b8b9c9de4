import './offers.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { wallOf } from '../../../contract/kernel/time.ts'
import { fullName, useSpecialty } from '../doctor/doctor-words.ts'
import { useDoctors, type ShownDoctor } from '../doctor/queries.ts'
import { formatDateTime, weekdayName } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { ListSkeleton } from '../../ui/states.tsx'
import type { Earliest } from './queries-earliest.ts'
import { useMoveOffers } from './queries-move.ts'
import type { ShownVisit } from './queries.ts'
import { wallOfVisit } from './visit-wall.ts'

/**
 * The next free times, each of which moves the visit with one press and without a further confirmation (decision 0131).
 */
export function MoveOffers({
  visit,
  others,
  onTake,
}: {
  visit: ShownVisit
  others: readonly ShownDoctor[]
  onTake: (offer: Earliest) => void
}) {
  const { t } = useLingui()
  const doctors = useDoctors()
  const specialty = useSpecialty()
  const language = useLanguage()
  const offers = useMoveOffers(visit, others)
  // with the date even for today, since the appointment is often on another day
  const whenOf = ({ slot }: Earliest) => {
    const { zone } = wallOfVisit(slot)
    return `${weekdayName(wallOf(Date.parse(slot.start), zone).date, language, 'short')} ${formatDateTime(slot.start, zone)}`
  }
  if (!offers) return <ListSkeleton rows={3} />
  if (offers.length === 0) return null
  return (
    <section className="stack-2">
      <h3>
        <Trans>Choose a time to move it straight away</Trans>
      </h3>
      <ul className="offers" aria-label={t`First free times`}>
        {offers.map((offer) => {
          const doctor = doctors?.get(offer.doctorId)
          return (
            <li key={`${offer.doctorId} ${offer.slot.start}`}>
              <button type="button" className="offer" onClick={() => onTake(offer)}>
                <b className="nowrap">{whenOf(offer)}</b>
                <span className="grow">
                  {doctor ? fullName(doctor) : ''} <span className="sm dim">{doctor ? specialty(doctor) : ''}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
