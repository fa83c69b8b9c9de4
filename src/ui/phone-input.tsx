import './phone-input.css'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CountryCode } from 'libphonenumber-js/max'
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react'
import { countryName } from '../../contract/country/country.rules.ts'
import { isE164 } from '../../contract/kernel/phone.rules.ts'

import { useLanguage } from '../i18n/locale.ts'
import { Combobox } from './combobox.tsx'
import { Field, WithoutField } from './field.tsx'
import { TextInput } from './text-input.tsx'

type Phones = typeof import('../i18n/phone.ts')

type PhoneInputProps = {
  id?: string
  /** "Phone" by default. */
  label?: ReactNode
  /** E.164, empty, or what this field returned for an incomplete number. */
  value: string
  /**
   * E.164; empty if nothing is typed; otherwise `+90 ` and the typed text, which is never E.164 (`isE164`) and comes
   * back unchanged.
   */
  onChange: (value: string) => void
  /** The clinic's zone: numbers of its country need no code. */
  zone: string
  /** The form's own error; the field itself reports errors of the number. */
  error?: ReactNode
  required?: boolean
  help?: ReactNode
  autoComplete?: 'tel' | 'off'
} & Pick<ComponentProps<'input'>, 'onBlur' | 'name' | 'ref' | 'disabled'>

/**
 * A phone number with its country: it reads any spelling, a whole international number sets the country, and the result
 * is E.164 (rule 58). The numbering plans are large and load after the field; until then the typed text is passed on as
 * it is.
 */
export function PhoneInput({
  label,
  value,
  onChange,
  zone,
  error,
  required,
  help,
  id,
  onBlur,
  ...rest
}: PhoneInputProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const phones = usePhones()
  const [state, setState] = useState<Typed | null>(null)
  const [left, setLeft] = useState(false)
  // Typed text stays as typed; a value from elsewhere (a draft, a reset) replaces it.
  const shown = state?.gave === value ? state : read(value, phones, zone)
  const countries = useMemo(
    () =>
      (phones?.phoneCountries() ?? [])
        .map(({ country, code }) => ({
          value: country,
          label: countryName(country, language),
          detail: `+${code} ${country}`,
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label, language)),
    [phones, language],
  )
  const codeOf = (country: string) => phones?.phoneCountries().find((each) => each.country === country)?.code ?? ''
  const wrong = shown.typed.trim() !== '' && phones !== null && !isE164(value)

  function give(typed: string, chosen: CountryCode | null) {
    // a number with a country code overrides the chosen country
    const country = phones?.countryIn(typed) ?? chosen
    const judged = phones && country ? phones.judgePhone(typed, country) : null
    const e164 = judged && 'e164' in judged ? judged.e164 : null
    const gave = e164 ?? (typed.trim() === '' ? '' : country && phones ? `+${codeOf(country)} ${typed}` : typed)
    setState({ typed, country, gave })
    onChange(gave)
  }

  /** Formats the number as its country writes it when the field loses focus; earlier the caret would jump. */
  function leave() {
    setLeft(true)
    if (isE164(value)) setState(null)
  }

  // reads what was typed before the plans arrived
  useEffect(() => {
    if (phones && state && !state.country) give(state.typed, phones.countryOf(zone))
    // oxlint-disable-next-line react/exhaustive-deps -- once, when they arrive
  }, [phones])

  return (
    <Field
      {...(id && { id })}
      label={label ?? <Trans>Phone</Trans>}
      required={required}
      help={help}
      error={left && wrong ? <WrongPhone typed={shown.typed} country={shown.country} /> : error}
    >
      <div className="phone-input">
        <WithoutField>
          <Combobox
            label={t`Country code`}
            options={countries}
            selected={
              shown.country ? { value: shown.country, label: `${shown.country} +${codeOf(shown.country)}` } : null
            }
            onSelect={(option) => option && give(shown.typed, countryFrom(option.value, phones))}
            disabled={!phones || rest.disabled}
            clearable={false}
          />
        </WithoutField>
        <TextInput
          autoComplete="tel"
          {...rest}
          type="tel"
          maxLength={50}
          value={shown.typed}
          onChange={(event) => give(event.target.value, shown.country)}
          onBlur={(event) => {
            leave()
            onBlur?.(event)
          }}
        />
      </div>
    </Field>
  )
}

/** Why the typed text is not a valid number; numbering plans and reasons are loaded once the field has been used. */
function WrongPhone({ typed, country }: { typed: string; country: CountryCode | null }) {
  const phones = usePhones()
  const judged = phones && country ? phones.judgePhone(typed, country) : null
  if (judged && 'wrong' in judged && judged.wrong === 'more')
    return <Trans>A number is kept without an extension. Leave out what follows the number.</Trans>
  const example = phones && country ? phones.examplePhone(country) : ''
  return <Trans>This is not a valid phone number. Example: {example}</Trans>
}

type Typed = { typed: string; country: CountryCode | null; gave: string }

function usePhones(): Phones | null {
  const [phones, setPhones] = useState<Phones | null>(loaded)
  useEffect(() => {
    // without the plans only the server checks the number
    if (!phones) void load().then(setPhones, () => {})
  }, [phones])
  return phones
}

let loaded: Phones | null = null
const load = async (): Promise<Phones> => (loaded = await import('../i18n/phone.ts'))

/** How a value is shown in the two parts: E.164 as its country writes it, an incomplete number as it was typed. */
function read(value: string, phones: Phones | null, zone: string): Typed {
  const own = phones?.countryOf(zone) ?? null
  if (!phones) return { typed: value, country: null, gave: value }
  const [, code, rest] = /^\+(\d+) (.*)$/s.exec(value) ?? []
  if (code !== undefined) {
    const ofCode = phones.phoneCountries().filter((each) => each.code === code)
    const country = ofCode.find((each) => each.country === own) ?? ofCode[0]
    return { typed: rest ?? '', country: country?.country ?? own, gave: value }
  }
  const country = phones.countryIn(value)
  return { typed: country ? phones.showPhone(value, country) : value, country: country ?? own, gave: value }
}

const countryFrom = (value: string, phones: Phones | null): CountryCode | null =>
  phones?.phoneCountries().find(({ country }) => country === value)?.country ?? null
