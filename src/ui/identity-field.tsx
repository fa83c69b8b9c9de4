import type { Identity } from './identity.ts'
import { Trans } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { isIdentityNumber, readIdentityNumber } from '../../contract/kernel/identity.rules.ts'
import { Switch } from './choice.tsx'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

type IdentityFieldProps = {
  id?: string
  value: Identity
  /** Gets the number in its stored form once it is valid, otherwise as typed. */
  onChange: (value: Identity) => void
  /** The form's own error; the field itself reports errors of the number. */
  error?: ReactNode
  required?: boolean
} & Pick<ComponentProps<'input'>, 'onBlur' | 'name' | 'ref' | 'disabled'>

/**
 * An identity number with its checksum, or "not a citizen" with the number of another document without one (SPEC §5,
 * rule 61).
 */
export function IdentityField({ id, value, onChange, error, required, onBlur, ...rest }: IdentityFieldProps) {
  const [left, setLeft] = useState(false)
  const { identity, nonCitizen } = value
  const wrong = !nonCitizen && identity.trim() !== '' && !isIdentityNumber(identity)
  return (
    <div className="stack-2">
      <Field
        {...(id && { id })}
        label={nonCitizen ? <Trans>Passport or other document number</Trans> : <Trans>Identity number</Trans>}
        required={required}
        error={left && wrong ? <Trans>This is not a valid identity number. It has 11 digits.</Trans> : error}
      >
        <TextInput
          autoComplete="off"
          spellCheck={false}
          {...rest}
          inputMode={nonCitizen ? 'text' : 'numeric'}
          maxLength={nonCitizen ? 40 : 30}
          value={identity}
          onChange={({ target }) => onChange({ nonCitizen, identity: target.value })}
          onBlur={(event) => {
            setLeft(true)
            const stored = nonCitizen ? identity.trim() : readIdentityNumber(identity)
            if (stored !== null && stored !== identity) onChange({ nonCitizen, identity: stored })
            onBlur?.(event)
          }}
        />
      </Field>
      <Switch
        checked={nonCitizen}
        disabled={rest.disabled}
        onChange={({ target }) => onChange({ identity, nonCitizen: target.checked })}
      >
        <Trans>Not a Turkish citizen</Trans>
      </Switch>
    </div>
  )
}
