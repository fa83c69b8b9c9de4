import { Trans, useLingui } from '@lingui/react/macro'
import { MapPin, Video } from 'lucide-react'
import { useRef } from 'react'
import { mayOverride } from '../../../contract/appointment/appointment.overrides.ts'
import { formatDateTime, formatMoney, formatSpan, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { BookingFacts } from './book-facts.ts'
import { BookSeries } from './book-series.tsx'
import type { Booking } from './booking.ts'
import { BookType } from './book-type.tsx'
import { ClashNote } from './clash-note.tsx'
import { HoldLine } from './hold-line.tsx'
import { OverrideMarks } from './override-marks.tsx'
import { OwnTimeForm } from './own-time-form.tsx'
import { SlotChoice } from './slot-choice.tsx'
import { wallOfVisit } from './visit-wall.ts'
import { TypeWord } from './visit-words.tsx'

type BookTimeProps = {
  booking: Booking
  facts: BookingFacts
  /** The errors of time and clash, once the person has tried to continue. */
  errors: { time: string | null; overlap: string | null; series: string | null }
  /** Whether this part holds the time; on phones the form does, across all steps. */
  holds: boolean
  onChange: (part: Partial<Booking>) => void
  /** Called if a time was chosen with mouse or finger, not while moving through times with the arrow keys. */
  onPressed: () => void
}

/** Kind of visit, day and time, and what this device knows against the time before the server decides (rules 9, 15). */
export function BookTime({ booking, facts, errors, holds, onChange, onPressed }: BookTimeProps) {
  const byPointer = useRef(false)
  const { t } = useLingui()
  const { person } = useDevice()
  const { doctorId, slot, type, visitType } = booking
  if (!doctorId)
    return (
      <p className="dim">
        <Trans>Times appear here once a doctor is chosen.</Trans>
      </p>
    )
  return (
    <>
      {facts.online ? (
        <Segmented
          label={t`Online or in person`}
          block
          value={type}
          onChange={(next) => onChange({ type: next })}
          options={[
            { value: 'face-to-face', label: <TypeWord type="face-to-face" />, icon: <MapPin aria-hidden="true" /> },
            { value: 'online', label: <TypeWord type="online" />, icon: <Video aria-hidden="true" /> },
          ]}
        />
      ) : null}
      <BookType booking={booking} clinicId={facts.clinicId} onChange={onChange} />
      <div
        id="book-time"
        role="group"
        aria-label={t`Day and time`}
        tabIndex={-1}
        className="book-field"
        onPointerDownCapture={() => (byPointer.current = true)}
        onKeyDownCapture={() => (byPointer.current = false)}
      >
        <SlotChoice
          key={`${doctorId} ${facts.clinicId} ${type} ${visitType?.id}`}
          doctorId={doctorId}
          type={type}
          clinicId={facts.clinicId}
          zone={facts.clinic?.zone ?? facts.zone}
          value={slot}
          visitTypeId={visitType?.id}
          onChange={(next) => {
            onChange({ slot: next })
            if (byPointer.current) onPressed()
          }}
        />
      </div>
      {errors.time && <FieldError>{errors.time}</FieldError>}
      {mayOverride(person) && (
        <OwnTimeForm
          key={`own ${doctorId} ${facts.clinicId} ${type} ${visitType?.id}`}
          chosen={visitType ?? undefined}
          doctorId={doctorId}
          type={type}
          clinicId={facts.clinicId}
          zone={facts.clinic?.zone ?? facts.zone}
          onTake={(own, overrides) => onChange({ slot: own, overrides })}
        />
      )}
      {slot && <SlotLine slot={slot} overrides={booking.overrides} />}
      {holds && slot && !booking.overrides && <HoldLine doctorId={doctorId} slot={slot} visitTypeId={visitType?.id} />}
      <Clash booking={booking} facts={facts} error={errors.overlap} onChange={onChange} />
      {slot && !booking.overrides && person.type !== 'patient' && (
        <BookSeries booking={booking} facts={facts} error={errors.series} onChange={onChange} />
      )}
    </>
  )
}

/** The chosen time in the zone it was shown in (rule 3), and its price. */
function SlotLine({ slot, overrides }: { slot: NonNullable<Booking['slot']>; overrides: Booking['overrides'] }) {
  const language = useLanguage()
  const { zone } = wallOfVisit(slot)
  return (
    <p className="row wrap" role="status">
      <b>{formatSpan(formatDateTime(slot.start, zone), formatTime(slot.end, zone))}</b>
      <OverrideMarks overrides={overrides} />
      <span className="push">{formatMoney(slot.price, slot.currency, language)}</span>
    </p>
  )
}

function Clash({
  booking,
  facts: { clash, sameDay },
  error,
  onChange,
}: Pick<BookTimeProps, 'booking' | 'facts' | 'onChange'> & { error: string | null }) {
  const { person } = useDevice()
  if (clash && person.type === 'patient')
    return (
      <div id="book-overlap" tabIndex={-1} className="book-field">
        <ClashNote visit={clash} />
      </div>
    )
  if (clash)
    return (
      <ClashNote visit={clash}>
        <Checkbox
          id="book-overlap"
          checked={booking.overlapSeen}
          onChange={(event) => onChange({ overlapSeen: event.target.checked })}
        >
          <Trans>Book anyway</Trans>
        </Checkbox>
        {error && <FieldError>{error}</FieldError>}
      </ClashNote>
    )
  if (!sameDay) return null
  const time = formatTime(sameDay.start, wallOfVisit(sameDay).zone)
  return (
    <Note tone="waiting">
      <Trans>There is already an appointment with this doctor on that day, at {time}.</Trans>
    </Note>
  )
}
