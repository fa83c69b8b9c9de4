import { Trans } from '@lingui/react/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** The field for the code of the second factor. */
export function FactorField(field: UseFormRegisterReturn) {
  return (
    <Field
      label={<Trans>Code of your authenticator app</Trans>}
      help={<Trans>Six digits. Without the app: one of your recovery codes.</Trans>}
    >
      <TextInput autoComplete="one-time-code" enterKeyHint="go" spellCheck={false} maxLength={20} {...field} />
    </Field>
  )
}
