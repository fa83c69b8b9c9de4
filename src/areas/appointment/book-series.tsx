import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatDay, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Field, FieldError } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { VisitBadge } from '../../ui/badge.tsx'
import type { BookingFacts } from './book-facts.ts'
import type { Booking } from './booking.ts'
import { REPEAT_MOST, REPEAT_WEEKS, type SeriesDay } from './series.ts'
import { wallOfVisit } from './visit-wall.ts'

type BookSeriesProps = {
  booking: Booking
  facts: BookingFacts
  error: string | null
  onChange: (part: Partial<Booking>) => void
}

/** Repeat visits: how often, how many, and each day with what prevents it, before anything is booked. For staff. */
export function BookSeries({ booking: { repeat }, facts: { series }, error, onChange }: BookSeriesProps) {
  const { t } = useLingui()
  return (
    <div className="stack" id="book-series" tabIndex={-1}>
      <div className="series-head">
        <Field label={<Trans>Repeat</Trans>}>
          <NativeSelect
            value={repeat?.weeks ?? 0}
            onChange={(event) => {
              const weeks = REPEAT_WEEKS.find((each) => each === Number(event.target.value))
              onChange({ repeat: weeks ? { weeks, count: repeat?.count ?? 4, choices: {} } : null })
            }}
          >
            <option value={0}>{t`Once only`}</option>
            <option value={1}>{t`Every week`}</option>
            <option value={2}>{t`Every two weeks`}</option>
            <option value={4}>{t`Every four weeks`}</option>
          </NativeSelect>
        </Field>
        {repeat && (
          <Field label={<Trans>Appointments in all</Trans>}>
            <NativeSelect
              value={repeat.count}
              onChange={(event) => onChange({ repeat: { ...repeat, count: Number(event.target.value) } })}
            >
              {Array.from({ length: REPEAT_MOST - 1 }, (_, n) => (
                <option key={n}>{n + 2}</option>
              ))}
            </NativeSelect>
          </Field>
        )}
      </div>
      {repeat && series === undefined && <ListSkeleton rows={repeat.count - 1} />}
      {repeat && series && (
        <>
          <SeriesCount count={series.filter(({ slot }) => slot).length + 1} />
          <ol className="series">
            {series.map((day) => (
              <Day
                key={day.date}
                day={day}
                onChoose={(start) =>
                  onChange({ repeat: { ...repeat, choices: { ...repeat.choices, [day.date]: start } } })
                }
              />
            ))}
          </ol>
        </>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

/** Empty while all further days are open or left out. */
function SeriesCount({ count }: { count: number }) {
  if (count < 2) return null
  return (
    <p className="sm dim" role="status">
      <Plural
        value={count}
        one="# appointment will be booked. It can be moved or cancelled on its own."
        other="# appointments will be booked. Each can be moved or cancelled on its own."
      />
    </p>
  )
}

const LEFT_OUT = 'left out'

function Day({ day, onChoose }: { day: SeriesDay; onChoose: (start: string | null) => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { date, wanted, others, slot, state } = day
  const date_ = formatDay(date, language)
  return (
    <li data-open={slot === undefined || undefined}>
      <span className="grow">
        {date_} <DayState state={state} />
      </span>
      <NativeSelect
        aria-label={t`Time on ${date_}`}
        value={slot === null ? LEFT_OUT : (slot?.start ?? '')}
        onChange={(event) => onChoose(event.target.value === LEFT_OUT ? null : event.target.value)}
      >
        {slot === undefined && <option value="">{t`Choose a time`}</option>}
        {[...(wanted ? [wanted] : []), ...others].map((each) => (
          <option key={each.start} value={each.start}>
            {formatTime(each.start, wallOfVisit(each).zone)}
          </option>
        ))}
        <option value={LEFT_OUT}>{t`Leave out`}</option>
      </NativeSelect>
    </li>
  )
}

function DayState({ state }: { state: SeriesDay['state'] }) {
  switch (state) {
    case 'free':
      return null
    case 'clash':
      return (
        <VisitBadge state="to-close">
          <Trans>patient has another appointment</Trans>
        </VisitBadge>
      )
    case 'taken':
      return (
        <VisitBadge state="cancelled">
          <Trans>not free</Trans>
        </VisitBadge>
      )
    case 'skipped':
      return (
        <VisitBadge state="cancelled">
          <Trans>the clocks skip this hour</Trans>
        </VisitBadge>
      )
    case 'unknown':
      return (
        <VisitBadge state="tentative">
          <Trans>to be confirmed</Trans>
        </VisitBadge>
      )
  }
}
