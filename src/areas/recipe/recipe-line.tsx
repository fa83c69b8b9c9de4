import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { wrongIn, type TypedLine } from './recipe-values.ts'

/** The fields of one medicine. `drugs` is the id of the list of suggestions. */
export function RecipeLineFields({
  n,
  line,
  isConfirming,
  missing,
  drugs,
  onChange,
  onRemove,
}: {
  /** The number of the line, from 1. */
  n: number
  line: TypedLine
  /** Whether saving was tried: errors are shown only then. */
  isConfirming: boolean
  /** No line has any text. */
  missing: boolean
  drugs: string
  onChange: (line: TypedLine) => void
  /** Absent for the only line. */
  onRemove?: (() => void) | undefined
}) {
  const { t } = useLingui()
  const wrong = isConfirming ? (missing ? 'drug' : wrongIn(line)) : null
  const text = (field: keyof TypedLine, maxLength: number) => ({
    value: line[field],
    maxLength,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ ...line, [field]: event.target.value }),
  })
  return (
    <fieldset className="care-line">
      <legend>
        <Trans>Medicine {n}</Trans>
        {onRemove && (
          <IconButton small look="quiet" label={t`Remove medicine ${{ n }}`} icon={<X />} onClick={onRemove} />
        )}
      </legend>
      <div className="half wide">
        <Field
          id={`drug-${n}`}
          label={<Trans>Name and strength</Trans>}
          required
          error={wrong === 'drug' && t`Enter the medicine, for example “Amoxicillin 500 mg”.`}
        >
          <TextInput {...text('drug', 200)} list={drugs} autoComplete="off" />
        </Field>
      </div>
      <div className="half">
        <Field label={<Trans>Dose</Trans>}>
          <TextInput {...text('dose', 100)} autoComplete="off" />
        </Field>
      </div>
      <div className="third">
        <Field label={<Trans>How often</Trans>}>
          <TextInput {...text('times', 100)} autoComplete="off" placeholder="3 × 1" />
        </Field>
      </div>
      <div className="third">
        <Field
          id={`days-${n}`}
          label={<Trans>For how many days</Trans>}
          error={wrong === 'days' && t`A number from 1 to 3650.`}
        >
          <TextInput {...text('days', 6)} inputMode="numeric" autoComplete="off" />
        </Field>
      </div>
      <div className="third last">
        <Field label={<Trans>Precautions</Trans>}>
          <TextInput {...text('note', 500)} autoComplete="off" />
        </Field>
      </div>
    </fieldset>
  )
}
