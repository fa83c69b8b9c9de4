import { useState, type ComponentProps } from 'react'
import { formatWallTime } from '../../i18n/format.ts'
import { TextInput } from '../../ui/text-input.tsx'

/** A wall time typed as 9, 9:30 or 0930 and shown as HH:mm in every language (SPEC §9); null while it is none. */
export function TimeInput({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  value: number | null
  onChange: (time: number | null) => void
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
        onChange(readTime(event.target.value))
      }}
      onBlur={() => value !== null && setTyped(null)}
    />
  )
}

/** HHmm as an integer, or null for what is no time of day. */
export function readTime(typed: string): number | null {
  const found = /^(\d{1,2})(?:[:. ]?([0-5]\d))?$/.exec(typed.trim())
  return found && Number(found[1]) < 24 ? Number(found[1]) * 100 + Number(found[2] ?? 0) : null
}
