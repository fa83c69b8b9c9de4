import './slot-picker.css'
import { type ReactNode, useId } from 'react'
import { dayInWords, weekdayName } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'

/** A row of days, each with what it offers ("6 free"); days that offer nothing are shown but disabled. */
export function DateStrip({
  days,
  value,
  onChange,
}: {
  /** YYYYMMDD, with the words under the day. `none`: it offers nothing. */
  days: readonly { date: number; offer: ReactNode; none?: boolean }[]
  value: number | null
  onChange: (date: number) => void
}) {
  const name = useId()
  const language = useLanguage()
  return (
    <div className="dates">
      {days.map(({ date, offer, none }) => (
        <label key={date} className="date" data-none={none || undefined} ref={date === value ? keepInView : undefined}>
          <input
            type="radio"
            className="vh"
            name={name}
            value={date}
            checked={date === value}
            disabled={none}
            aria-label={dayInWords(date, language)}
            onChange={() => onChange(date)}
          />
          <span aria-hidden="true">{weekdayName(date, language, 'short')}</span>
          <b aria-hidden="true">{date % 100}</b>
          <span>{offer}</span>
        </label>
      ))}
    </div>
  )
}

const keepInView = (day: HTMLElement | null) => day?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
