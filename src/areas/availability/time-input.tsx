import { useState, type ComponentProps } from 'react'
import { formatWallTime } from '../../i18n/format.ts'
import { TextInput } from '../../ui/text-input.tsx'

/** A wall time typed as 9, 9:30 or 0930 and shown as HH:mm in every language (SPEC §9); null while it is invalid. */
export function TimeInput({
  value,
  onChange,
  isEnd = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  value: number | null
  onChange: (time: number | null) => void
  /** Whether 24:00, the end of the day, is allowed. */
  isEnd?: boolean
}) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder="09:30"
      value={typed ?? (value === null ? '' : formatWallTime(value))}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(readTime(event.target.value, isEnd))
      }}
      onBlur={() => value !== null && setTyped(null)}
    />
  )
}

/** HHmm as an integer, or null if it is not a time of day; 2400 is allowed for an end. */
export function readTime(typed: string, isEnd = false): number | null {
  const found = /^(\d{1,2})(?:[:. ]?([0-5]\d))?$/.exec(typed.trim())
  const time = found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : null
  return time !== null && (time < 2400 || (isEnd && time === 2400)) ? time : null
}
