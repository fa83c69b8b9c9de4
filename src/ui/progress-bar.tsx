import './progress-bar.css'
import { type ReactNode, useId } from 'react'

/** How far something is. Throws a RangeError outside 0 to 100 (SPEC §5): a wrong figure is a fault, not a full bar. */
export function ProgressBar({ label, value }: { label: ReactNode; value: number }) {
  const id = useId()
  if (!(value >= 0 && value <= 100)) throw new RangeError(`progress must be from 0 to 100, not ${value}`)
  return (
    <div className="progress">
      <span className="progress-words">
        <span className="grow" id={id}>
          {label}
        </span>
        <span aria-hidden="true">{Math.floor(value)} %</span>
      </span>
      <progress max={100} value={value} aria-labelledby={id} />
    </div>
  )
}
