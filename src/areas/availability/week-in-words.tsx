import { Plural, Trans } from '@lingui/react/macro'
import { dayOfSlots, isOn, type Hours } from '../../../contract/availability/availability.rules.ts'
import { addDays, daysBetween } from '../../../contract/kernel/time.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { countDays } from './days-off-field.tsx'
import { daysInWords, spanOf } from './hours-spans.ts'

/**
 * What the week gives, shown before saving: each block with its slots per day, per week and in total, and the days off.
 */
export function WeekInWords({ hours }: { hours: readonly Hours[] }) {
  const language = useLanguage()
  const week = hours.reduce((slots, each) => slots + dayOfSlots(each).count * each.days.length, 0)
  const total = formatNumber(
    hours.reduce((slots, each) => slots + dayOfSlots(each).count * daysHeld(each), 0),
    language,
  )
  const off = countDays(hours[0]?.off ?? [])
  return (
    <div className="week-made" role="status">
      <p>
        <b>
          <Plural value={week} one="# slot a week" other="# slots a week" />
        </b>
        , <Trans>{total} in all</Trans>
        {off > 0 && (
          <>
            , <Plural value={off} one="# day off" other="# days off" />
          </>
        )}
      </p>
      <ul className="sm dim">
        {hours.map((each, n) => (
          <li key={n}>
            {daysInWords(each.days, language)} {spanOf(each)}, <SlotsADay {...dayOfSlots(each)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function SlotsADay({ count, unused }: { count: number; unused: number }) {
  return (
    <>
      <Plural value={count} one="# slot a day" other="# slots a day" />
      {unused > 0 && (
        <>
          , <Plural value={unused} one="# minute unused" other="# minutes unused" />
        </>
      )}
    </>
  )
}

/** The number of days with hours, over at most ten years. */
function daysHeld(hours: Hours): number {
  let held = 0
  const last = Math.min(3660, daysBetween(hours.startDate, hours.endDate))
  for (let n = 0; n <= last; n++) if (isOn(hours, addDays(hours.startDate, n))) held++
  return held
}
