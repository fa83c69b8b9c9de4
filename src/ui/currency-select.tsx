import { CURRENCIES, type Currency } from '../../contract/kernel/constants.ts'
import { NativeSelect } from './native-select.tsx'

/** The currency of an amount, by its code. */
export function CurrencySelect({
  value,
  disabled,
  onChange,
}: {
  value: string
  disabled?: boolean
  onChange: (currency: Currency) => void
}) {
  return (
    <NativeSelect
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const chosen = CURRENCIES.find((each) => each === event.target.value)
        if (chosen) onChange(chosen)
      }}
    >
      {CURRENCIES.map((each) => (
        <option key={each} value={each}>
          {each.toUpperCase()}
        </option>
      ))}
    </NativeSelect>
  )
}
