import { useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** Several lines of text in a field each; empty ones are left out on saving. */
export function TextLines({
  label,
  add,
  max,
  values,
  onChange,
}: {
  label: string
  add: string
  max: number
  values: readonly string[]
  onChange: (values: string[]) => void
}) {
  const { t } = useLingui()
  return (
    <FieldGroup label={label}>
      <div className="text-lines">
        {values.map((value, i) => (
          // a line's only identity is its position
          <div key={i} className="row">
            <TextInput
              aria-label={t`${label}, line ${i + 1}`}
              maxLength={200}
              value={value}
              onChange={(event) => onChange(values.map((each, at) => (at === i ? event.target.value : each)))}
            />
            <IconButton
              look="quiet"
              label={t`Remove line ${i + 1}`}
              icon={<X />}
              onClick={() => onChange(values.filter((_, at) => at !== i))}
            />
          </div>
        ))}
        {values.length < max && (
          <div>
            <Button small onClick={() => onChange([...values, ''])}>
              <Plus />
              {add}
            </Button>
          </div>
        )}
      </div>
    </FieldGroup>
  )
}
