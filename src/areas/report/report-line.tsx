import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ReportLine } from '../../../contract/report/report.ts'
import { IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** The fields of one test; for a result also its value. */
export function ReportLineFields({
  n,
  line,
  isResult,
  wrong,
  onChange,
  onRemove,
}: {
  /** The number of the line, from 1. */
  n: number
  line: ReportLine
  isResult: boolean
  wrong: boolean
  onChange: (line: ReportLine) => void
  /** Absent for the only line. */
  onRemove?: (() => void) | undefined
}) {
  const { t } = useLingui()
  const text = (field: keyof ReportLine, maxLength: number) => ({
    value: line[field],
    maxLength,
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ ...line, [field]: event.target.value }),
  })
  return (
    <fieldset className="care-line">
      <legend>
        <Trans>Test {n}</Trans>
        {onRemove && <IconButton small look="quiet" label={t`Remove test ${{ n }}`} icon={<X />} onClick={onRemove} />}
      </legend>
      <div className={isResult ? 'third wide' : 'half'}>
        <Field
          id={`test-${n}`}
          label={<Trans>Which test</Trans>}
          required
          error={wrong && t`Write which test, for example “Complete blood count”.`}
        >
          <TextInput {...text('test', 200)} />
        </Field>
      </div>
      {isResult && (
        <div className="third">
          <Field label={<Trans>Result</Trans>}>
            <TextInput {...text('value', 200)} placeholder="13.4 g/dl" />
          </Field>
        </div>
      )}
      <div className={isResult ? 'third' : 'half'}>
        <Field label={<Trans>Remark</Trans>}>
          <TextInput {...text('note', 500)} />
        </Field>
      </div>
    </fieldset>
  )
}
