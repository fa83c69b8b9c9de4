import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { addDays, dayBounds, wallOf } from '../../../contract/kernel/time.ts'
import { formatDate, formatDay, formatSpan, formatTime, formatWallTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { useMinute } from '../../ui/minute-clock.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { openTime } from './commands.ts'
import { type ShownBusy, type ShownHours, useTaken } from './queries.ts'
import type { AvailabilityState } from './state.ts'
import { WeekSteps } from './week-steps.tsx'
import { type PreviewSlot, weekSlots } from './week-slots.ts'

/** The slots of a week's hours: free, booked, closed or inactive, in the clinic's zone (rule 3). */
export function WeekPreview({
  state,
  doctorId,
  hours,
}: {
  state: AvailabilityState
  doctorId: string
  hours: readonly ShownHours[]
}) {
  const { t } = useLingui()
  const now = useMinute()
  const { monday, zone, today } = state
  const bounds = useMemo(
    () => ({ from: dayBounds(monday, zone).from, to: dayBounds(addDays(monday, 6), zone).to }),
    [monday, zone],
  )
  const taken = useTaken(doctorId, bounds.from, bounds.to)
  const days = weekSlots(hours, taken ?? { visits: [], busy: [] }, monday, now)
  const count = (wanted: PreviewSlot['state']) => days.flat().filter((slot) => slot.state === wanted).length
  const free = count('free')
  const booked = count('booked')
  return (
    <Card
      title={<Trans>Slots of the week</Trans>}
      count={t`${free} free, ${booked} booked`}
      aside={<WeekSteps state={state} />}
    >
      <div className="stack">
        <ol className="preview">
          {days.map((slots, n) => (
            <PreviewDay key={n} date={addDays(monday, n)} today={today} slots={slots} zone={zone} />
          ))}
        </ol>
        <Legend />
        {taken && <ClosedTimes busy={taken.busy} zone={zone} />}
      </div>
    </Card>
  )
}

function PreviewDay({
  date,
  today,
  slots,
  zone,
}: {
  date: number
  today: number
  slots: readonly PreviewSlot[]
  zone: string
}) {
  const language = useLanguage()
  const narrow = useNarrow()
  const booked = slots.filter(({ state }) => state === 'booked').length
  return (
    <li className="preview-day" data-today={date === today || undefined}>
      <h3>{formatDay(date, language)}</h3>
      {slots.length === 0 ? (
        <p className="sm faint">
          <Trans>no hours</Trans>
        </p>
      ) : narrow && date < today ? (
        // on a phone a past day is one line above today
        <p className="sm faint">
          <Trans>over, {booked} booked</Trans>
        </p>
      ) : (
        <ul className="preview-slots">
          {slots.map((slot) => (
            <li key={`${slot.hoursId}${slot.start}`} className="preview-slot" data-state={slot.state}>
              {formatWallTime(wallOf(slot.start, zone).time)}
              <span className="vh">
                <SlotWord state={slot.state} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function SlotWord({ state }: { state: PreviewSlot['state'] }) {
  switch (state) {
    case 'free':
      return <Trans context="slot">free</Trans>
    case 'booked':
      return <Trans context="slot">booked</Trans>
    case 'closed':
      return <Trans context="slot">closed</Trans>
    case 'passive':
      return <Trans context="slot">inactive</Trans>
    case 'past':
      return <Trans context="slot">over</Trans>
  }
}

const STATES = ['free', 'booked', 'closed', 'passive', 'past'] as const

function Legend() {
  return (
    <ul className="preview-legend" aria-hidden="true">
      {STATES.map((state) => (
        <li key={state} className="row">
          <span className="preview-slot" data-state={state} />
          <SlotWord state={state} />
        </li>
      ))}
    </ul>
  )
}

/** Closed times, each of which can be opened again; what another calendar blocks is changed there. */
function ClosedTimes({ busy, zone }: { busy: readonly ShownBusy[]; zone: string }) {
  const { t } = useLingui()
  const device = useDevice()
  const save = useSaySaved()
  if (busy.length === 0) return null
  const when = ({ start, end }: ShownBusy) =>
    formatDate(start, zone) === formatDate(Date.parse(end) - 1, zone)
      ? `${formatDate(start, zone)} ${formatSpan(formatTime(start, zone), formatTime(end, zone))}`
      : formatSpan(
          `${formatDate(start, zone)} ${formatTime(start, zone)}`,
          `${formatDate(end, zone)} ${formatTime(end, zone)}`,
        )
  return (
    <section className="stack-2">
      <h3 className="eyebrow">
        <Trans>Closed in this week</Trans>
      </h3>
      <ul className="stack-2">
        {busy.map((each) => (
          <li key={each.id} className="row wrap closed-time">
            <b>{when(each)}</b>
            {each.title && <span className="dim">{each.title}</span>}
            {each.linkId ? (
              <span className="push dim">
                <Trans>Busy in another calendar</Trans>
              </span>
            ) : each.mine === false ? (
              <span className="push dim">
                {each.clinicId ? <Trans>Closed by the clinic</Trans> : <Trans>Closed by the doctor</Trans>}
              </span>
            ) : (
              <Button
                small
                className="push"
                onClick={() => {
                  const time = when(each)
                  void save(() => openTime(device, each.id), t`Open again: ${time}`)
                }}
              >
                <Trans>Open again</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
