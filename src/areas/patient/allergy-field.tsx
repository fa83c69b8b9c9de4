import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { RadioGroup } from '../../ui/choice.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import type { PatientValues } from './form-values.ts'

type Value = Pick<PatientValues, 'allergies' | 'noAllergies'>

/** Three answers: not recorded, none known, or a list. Choosing another keeps the typed list until the form is saved. */
export function AllergyField({
  value: { allergies, noAllergies },
  onChange,
  own,
}: {
  value: Value
  onChange: (value: Value) => void
  /** True if the patient fills it in. */
  own?: boolean
}) {
  const { t } = useLingui()
  const name = useId()
  const [typed, setTyped] = useState(allergies)
  const [listing, setListing] = useState(allergies !== '')
  const chosen = listing || allergies ? 'listed' : noAllergies ? 'none' : 'unrecorded'
  const choose = (next: 'unrecorded' | 'none' | 'listed') => {
    setListing(next === 'listed')
    onChange({ allergies: next === 'listed' ? typed : '', noAllergies: next === 'none' })
  }
  return (
    <div className="stack-2">
      <FieldGroup label={<Trans>Allergies</Trans>}>
        <RadioGroup
          name={name}
          value={chosen}
          onChange={choose}
          options={[
            { value: 'unrecorded', label: own ? <Trans>I have not answered yet</Trans> : <Trans>Not asked yet</Trans> },
            {
              value: 'none',
              label: own ? <Trans>I know of no allergies</Trans> : <Trans>Asked: no known allergies</Trans>,
            },
            { value: 'listed', label: own ? <Trans>I have allergies</Trans> : <Trans>Has allergies</Trans> },
          ]}
        />
      </FieldGroup>
      {chosen === 'listed' && (
        <Field
          label={<Trans>Which allergies</Trans>}
          help={own && <Trans>In your own words, for example: penicillin, hazelnuts.</Trans>}
        >
          <TextArea
            maxLength={500}
            value={allergies}
            placeholder={own ? undefined : t`Substance and reaction`}
            onChange={({ target }) => {
              setTyped(target.value)
              onChange({ allergies: target.value, noAllergies: false })
            }}
          />
        </Field>
      )}
    </div>
  )
}
