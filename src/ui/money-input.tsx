import { useState } from 'react'
import { formatPlainMoney } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { readMoney } from './read-money.ts'
import { TextInput } from './text-input.tsx'

type MoneyInputProps = {
  /** In minor units; null if the box is empty or has no valid amount. */
  value: number | null
  onChange: (minor: number | null) => void
  /** The box's label for screen readers if no field names it. */
  'aria-label'?: string
}

/**
 * An amount, typed with a comma or a point and displayed in the language's format; the caller gets minor units. The
 * typed text stays until the box loses focus.
 */
export function MoneyInput({ value, onChange, ...rest }: MoneyInputProps) {
  const language = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className="end"
      value={typed ?? (value === null ? '' : formatPlainMoney(value, language))}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(readMoney(event.target.value))
      }}
      onBlur={() => value !== null && setTyped(null)}
    />
  )
}
