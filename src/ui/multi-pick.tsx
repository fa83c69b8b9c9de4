import './multi-pick.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronUp, X } from 'lucide-react'
import { IconButton } from './button.tsx'
import { Combobox } from './combobox.tsx'
import type { Option } from './use-options.ts'

type MultiPickProps = {
  /** The chosen values, in order. */
  values: readonly string[]
  onChange: (values: string[]) => void
  options: readonly Option[]
  /** The first choice has a meaning: it is marked as the main one, and another can take its place. */
  ordered?: boolean
  max?: number
  placeholder?: string
}

/**
 * Several choices from a long list: found by typing, removed one by one. Belongs inside a `Field`, whose label names
 * the search.
 */
export function MultiPick({ values, onChange, options, ordered, max = 100, placeholder }: MultiPickProps) {
  const { t } = useLingui()
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? t`unknown`
  const left = options.filter(({ value }) => !values.includes(value))
  return (
    <div className="multi-pick">
      <Combobox
        // empty again after each choice
        key={values.length}
        options={left}
        selected={null}
        disabled={values.length >= max}
        placeholder={placeholder ?? (values.length ? t`Add another` : t`Type to search`)}
        onSelect={(option) => option && onChange([...values, option.value])}
      />
      {values.length > 0 && (
        <ul className="multi-picked">
          {values.map((value, i) => (
            <li key={value}>
              <span>
                {labelOf(value)}
                {ordered && i === 0 && values.length > 1 && (
                  <span className="multi-first">
                    <Trans>main</Trans>
                  </span>
                )}
              </span>
              {ordered && i > 0 && (
                <IconButton
                  look="quiet"
                  small
                  label={t`Make ${labelOf(value)} the main one`}
                  icon={<ChevronUp />}
                  onClick={() => onChange([value, ...values.filter((each) => each !== value)])}
                />
              )}
              <IconButton
                look="quiet"
                small
                label={t`Remove ${labelOf(value)}`}
                icon={<X />}
                onClick={() => onChange(values.filter((each) => each !== value))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
