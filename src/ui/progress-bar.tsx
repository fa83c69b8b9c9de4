import './progress-bar.css'
import { type ReactNode, useId } from 'react'
import { formatPercent } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'

/** A progress bar. Throws a RangeError outside 0 to 100 (SPEC §5): a wrong figure is an error, not a full bar. */
export function ProgressBar({ label, value }: { label: ReactNode; value: number }) {
  const id = useId()
  const language = useLanguage()
  if (!(value >= 0 && value <= 100)) throw new RangeError(`progress must be from 0 to 100, not ${value}`)
  return (
    <div className="progress">
      <span className="progress-words">
        <span className="grow" id={id}>
          {label}
        </span>
        <span aria-hidden="true">{formatPercent(Math.floor(value), language)}</span>
      </span>
      <progress max={100} value={value} aria-labelledby={id} />
    </div>
  )
}
