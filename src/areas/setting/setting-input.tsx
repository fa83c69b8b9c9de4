import { Trans, useLingui } from '@lingui/react/macro'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../contract/kernel/constants.ts'
import { TimeInput } from '../availability/time-input.tsx'
import { formatWallTime } from '../../i18n/format.ts'
import { CurrencySelect } from '../../ui/currency-select.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { readMoney } from '../../ui/read-money.ts'
import { PasswordInput, TextInput } from '../../ui/text-input.tsx'
import { isKept, REMOVED, type SettingField } from './setting-fields.ts'

type SettingInputProps = {
  id: string
  field: SettingField
  /** The stored value; for a secret its mask. */
  kept: unknown
  value: string
  wrong: boolean
  onChange: (value: string) => void
}

/** The field of one setting, with its unit and its error. */
export function SettingInput({ id, field, kept, value, wrong, onChange }: SettingInputProps) {
  const { t, i18n } = useLingui()
  const label = i18n._(field.label)
  const help = field.help ? i18n._(field.help) : undefined
  const error = wrong
    ? field.kind === 'number'
      ? t`Enter a whole number that makes sense here.`
      : t`Check this; it is not valid.`
    : null
  if (field.kind === 'languages')
    return (
      <FieldGroup label={label} error={wrong ? t`At least one language must stay.` : null}>
        <div className="row wrap">
          {LANGUAGES.map((each) => {
            const chosen = value.split(', ').filter(Boolean)
            return (
              <Checkbox
                key={each}
                checked={chosen.includes(each)}
                onChange={(event) =>
                  onChange(
                    LANGUAGES.filter((one) => (one === each ? event.target.checked : chosen.includes(one))).join(', '),
                  )
                }
              >
                <span lang={each}>{LANGUAGE_NAMES[each]}</span>
              </Checkbox>
            )
          })}
        </div>
      </FieldGroup>
    )
  if (field.kind === 'secret')
    return (
      <Field
        id={id}
        label={label}
        error={error}
        help={
          value === REMOVED ? (
            <Trans>The one that is kept is removed when you save.</Trans>
          ) : isKept(kept) ? (
            <Trans>One is kept and never shown. Leave this empty to keep it.</Trans>
          ) : (
            <Trans>None is kept yet.</Trans>
          )
        }
        aside={
          isKept(kept) && (value === '' || value === REMOVED) ? (
            <Button look="quiet" small onClick={() => onChange(value === REMOVED ? '' : REMOVED)}>
              {value === REMOVED ? <Trans>Keep it</Trans> : <Trans>Remove it</Trans>}
              <span className="vh">: {label}</span>
            </Button>
          ) : undefined
        }
      >
        <PasswordInput
          autoComplete="off"
          value={value === REMOVED ? '' : value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    )
  return (
    <Field id={id} label={label} error={error} help={help} aside={field.unit ? i18n._(field.unit) : undefined}>
      {field.kind === 'currency' ? (
        <CurrencySelect value={value} onChange={onChange} />
      ) : field.kind === 'zone' ? (
        <Combobox
          options={ZONES}
          clearable={false}
          selected={{ value, label: value }}
          onSelect={(option) => option && onChange(option.value)}
        />
      ) : field.kind === 'money' ? (
        <MoneyInput
          value={readMoney(value)}
          onChange={(minor) => onChange(minor === null ? '' : (minor / 100).toFixed(2))}
        />
      ) : field.kind === 'time' ? (
        <TimeInput
          value={value === '' ? null : Number(value.replace(':', ''))}
          onChange={(time) => onChange(time === null ? '' : formatWallTime(time))}
        />
      ) : (
        <TextInput
          type={TYPES[field.kind]}
          inputMode={field.kind === 'number' ? 'numeric' : undefined}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

const TYPES = {
  number: 'text',
  text: 'text',
  hours: 'text',
  email: 'email',
  url: 'url',
  tel: 'tel',
} as const
const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))
