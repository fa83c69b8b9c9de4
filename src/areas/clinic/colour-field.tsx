import { Trans, useLingui } from '@lingui/react/macro'
import { contrastOf, isColour, lettersOn } from '../../../contract/clinic/clinic.rules.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** A clinic's colour, typed as `#rrggbb` or picked; below it, which letters are readable on it. */
export function ColourField({
  id,
  value,
  onChange,
  isWrong,
}: {
  id: string
  value: string
  onChange: (colour: string) => void
  isWrong: boolean
}) {
  const { t } = useLingui()
  return (
    <Field
      id={id}
      label={t`Colour`}
      required
      error={isWrong ? t`Enter a colour such as #006c76.` : null}
      help={<IconContrast colour={value} />}
    >
      <span className="brand-colour">
        <TextInput
          value={value}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value.trim())}
        />
        <input
          type="color"
          aria-label={t`Pick from the palette`}
          value={isColour(value) ? value.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </Field>
  )
}

/** The contrast of letters on the unchanged colour, as on a home screen icon. */
function IconContrast({ colour }: { colour: string }) {
  if (!isColour(colour)) return null
  const ratio = contrastOf(colour, '#ffffff').toFixed(1)
  return lettersOn(colour) === '#ffffff' ? (
    <Trans>White letters can be read on it ({ratio} : 1).</Trans>
  ) : (
    <Trans>White letters could hardly be read on it ({ratio} : 1); icons get dark ones.</Trans>
  )
}
