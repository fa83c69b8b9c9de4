import './month-grid.css'
import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addDays, weekdayOf } from '../../contract/kernel/time.ts'
import { dayInWords, formatMonth, weekdayName } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { IconButton } from './button.tsx'
import { addMonths, monthWeeks, sameMonth } from './calendar-date.ts'

export type MonthGridProps = {
  /** YYYYMMDD, like all days here. */
  value: number | null
  onChange: (date: number) => void
  today: number
  min?: number | undefined
  max?: number | undefined
}

/**
 * One month to choose a day from (ARIA grid): arrows move by day and week, Home and End to the week's ends, page keys
 * by month, with Shift by year. Days out of bounds can be reached and read, but not chosen.
 */
export function MonthGrid({ value, onChange, today, min = 0, max = 99_991_231 }: MonthGridProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const [cursor, setCursor] = useState(value ?? Math.min(Math.max(today, min), max))
  const grid = useRef<HTMLTableElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const next = nextDay(event, cursor)
    if (next === null) return
    event.preventDefault()
    // The day must be in the page before it can get the focus.
    flushSync(() => setCursor(next))
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }
  const turn = (months: number) => setCursor(addMonths(cursor, months))

  const weeks = monthWeeks(cursor)
  // a birth date is hundreds of months away, so the month is chosen from a list
  const isFar = yearOf(max) - yearOf(min) > 5
  return (
    <div className="month">
      <div className="month-head">
        <IconButton look="quiet" label={t`Previous month`} icon={<ChevronLeft />} onClick={() => turn(-1)} />
        {isFar ? (
          <FarMonth cursor={cursor} today={today} min={min} max={max} onTurn={turn} />
        ) : (
          <span className="grow strong" aria-live="polite">
            {formatMonth(cursor, language)}
          </span>
        )}
        <IconButton look="quiet" label={t`Next month`} icon={<ChevronRight />} onClick={() => turn(1)} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the APG's date grid is a
          table */}
      <table ref={grid} role="grid" aria-label={formatMonth(cursor, language)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekdayName(day, language)}>
                {weekdayName(day, language, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const closed = day < min || day > max
                return (
                  <td key={day} aria-selected={day === value}>
                    <button
                      type="button"
                      tabIndex={day === cursor ? 0 : -1}
                      className="month-day"
                      data-other={!sameMonth(day, cursor) || undefined}
                      aria-current={day === today ? 'date' : undefined}
                      aria-label={dayInWords(day, language)}
                      aria-disabled={closed || undefined}
                      onClick={() => !closed && onChange(day)}
                    >
                      {day % 100}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Month and year as lists, if days of many years are allowed: from a long lifetime back to ten years ahead. */
function FarMonth({
  cursor,
  today,
  min,
  max,
  onTurn,
}: {
  cursor: number
  today: number
  min: number
  max: number
  onTurn: (months: number) => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const [year, month] = [yearOf(cursor), Math.floor(cursor / 100) % 100]
  const last = Math.max(year, Math.min(yearOf(max), yearOf(today) + 10))
  const first = Math.min(year, Math.max(yearOf(min), yearOf(today) - 120))
  return (
    <span className="grow month-far">
      <span className="vh" aria-live="polite">
        {formatMonth(cursor, language)}
      </span>
      <select aria-label={t`Month`} value={month} onChange={({ target }) => onTurn(Number(target.value) - month)}>
        {MONTHS.map((each) => (
          <option key={each} value={each}>
            {formatMonth(20_240_001 + each * 100, language).replace(' 2024', '')}
          </option>
        ))}
      </select>
      <select aria-label={t`Year`} value={year} onChange={({ target }) => onTurn((Number(target.value) - year) * 12)}>
        {Array.from({ length: last - first + 1 }, (_, back) => (
          <option key={back} value={last - back}>
            {last - back}
          </option>
        ))}
      </select>
    </span>
  )
}

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
const yearOf = (date: number) => Math.floor(date / 10_000)

function nextDay({ key, shiftKey }: KeyboardEvent, day: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, 1 - weekdayOf(day))
    case 'End':
      return addDays(day, 7 - weekdayOf(day))
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    default:
      return null
  }
}
