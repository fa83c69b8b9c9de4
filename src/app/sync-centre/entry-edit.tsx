import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { rowOf } from '../../../contract/calls.ts'
import type { Entry } from '../../db/entry.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { sendAgain } from '../../screen/commands-waiting.ts'
import { useFieldText } from './use-field-text.ts'

/**
 * The fields of a change that are plain text and can be edited here; times are chosen from free ones, codes on their
 * own screens.
 */
export function editable({ call, input }: Entry): string[] {
  return Object.entries(input).flatMap(([field, value]) =>
    // a name in several languages is edited on its own screen
    WORDS.has(field) && rowOf(call).secret !== field && (value === null || typeof value === 'string') ? [field] : [],
  )
}

/** Edits the text of a change; it is then sent as a new change in its old place (SYNC "Edit"). */
export function EntryEdit({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const { label } = useFieldText([])
  const fields = editable(entry)
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map((field) => [field, entry.input[field] ?? ''])),
  )
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const save = async () => {
    const input = { ...entry.input, ...values }
    for (const field of fields) if (values[field] === '' && entry.input[field] === null) input[field] = null
    const read = v.safeParse(rowOf(entry.call).input, input)
    if (!read.success) return setWrong(new Set(read.issues.map(({ path }) => String(path?.[0]?.key))))
    await sendAgain(device, entry, read.output as Entry['input']) // every queued input is an object
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Edit the change</Trans>}
      description={<Trans>It will be sent again, based on the latest version of the record.</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Leave as it was</Trans>
          </Button>
          <Button look="primary" onClick={() => void save()}>
            <Trans>Save and send</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        {fields.map((field) => {
          const Input = LONG.has(field) ? TextArea : TextInput
          return (
            <Field key={field} label={label(field)} error={wrong.has(field) ? t`Check this.` : null}>
              <Input
                value={String(values[field])}
                onChange={({ target }: { target: { value: string } }) =>
                  setValues({ ...values, [field]: target.value })
                }
              />
            </Field>
          )
        })}
      </div>
    </Dialog>
  )
}

const LONG = new Set(['address', 'allergies', 'note', 'patientNote', 'reason', 'text'])
const WORDS = new Set([
  ...LONG,
  'appName',
  'city',
  'diploma',
  'email',
  'emergencyName',
  'emergencyPhone',
  'meetingLink',
  'name',
  'officePhone',
  'phone',
  'specialization',
  'title',
  'website',
])
