import './segmented.css'
import type { ReactNode } from 'react'

/** A choice of two to four views of the same thing. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  block,
}: {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
  block?: boolean
}) {
  return (
    <div className={block ? 'seg block' : 'seg'} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  )
}
