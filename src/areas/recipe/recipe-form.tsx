import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { MOST_LINES } from '../../../contract/recipe/recipe.ts'
import type { ShownVisit } from '../appointment/queries.ts'
import { useDoctor } from '../doctor/queries.ts'
import { AllergiesOf } from '../patient/allergies.tsx'
import { useDevice } from '../../screen/device.ts'
import { useFormDraft } from '../../screen/form-draft.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { CareForm } from './care-form.tsx'
import { signedName } from '../doctor/signed-name.ts'
import { addRecipe } from './commands.ts'
import { useOwnDrugs, type ShownRecipe } from './queries.ts'
import { RecipeLineFields } from './recipe-line.tsx'
import { blankLine, isBlank, readLines, withCopied, wrongIn, type RecipeValues } from './recipe-values.ts'
import { currentVisit } from './visit-field.tsx'

/** Edits a recipe line by line; what is typed survives a reload (SCREENS B10 "Doctor side"). */
export function RecipeForm({
  patientId,
  visits,
  last,
  onClose,
}: {
  patientId: string
  visits: readonly ShownVisit[]
  /** The newest recipe of this patient, to copy from. */
  last: ShownRecipe | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const saySaved = useSaySaved()
  const me = useDoctor(device.person.id)
  const listId = useId()
  const drugs = useOwnDrugs()
  const mine = visits.filter(({ doctorId }) => doctorId === device.person.id)
  const draft = useFormDraft<RecipeValues>(`recipe:${patientId}`, {
    lines: [blankLine],
    note: '',
    appointmentId: currentVisit(mine, device.now())?.id ?? '',
  })
  const [isConfirming, setConfirming] = useState(false)
  const { lines, note, appointmentId } = draft.values
  const missing = lines.every(isBlank)

  function check() {
    setConfirming(true)
    const at = missing ? 0 : lines.findIndex((line) => wrongIn(line) !== null)
    if (at < 0) return true
    const field = missing ? 'drug' : wrongIn(lines[at]!)
    document.getElementById(`${field}-${at + 1}`)?.focus()
    return false
  }
  const save = () =>
    saySaved(
      () =>
        addRecipe(device, signedName(me, device.person.name), {
          patientId,
          appointmentId: appointmentId || null,
          lines: readLines(lines),
          note: note.trim(),
        }),
      t`New medication advice`,
    )
  return (
    <CareForm draft={draft} visits={visits} check={check} onSave={save} onClose={onClose}>
      <AllergiesOf patientId={patientId} />
      {last && (
        <Button
          className="start"
          whyDisabled={
            lines.length >= MOST_LINES && !missing ? t`It can have up to ${{ count: MOST_LINES }} rows.` : null
          }
          onClick={() =>
            draft.set({ lines: withCopied(lines, last.lines, MOST_LINES), ...(!note.trim() && { note: last.note }) })
          }
        >
          <Copy aria-hidden="true" />
          <Trans>Copy from the last one</Trans>
        </Button>
      )}
      {lines.map((line, i) => (
        <RecipeLineFields
          // lines have no id, and their fields hold no state
          key={i}
          n={i + 1}
          line={line}
          isConfirming={isConfirming}
          missing={missing && i === 0}
          drugs={listId}
          onChange={(next) => draft.set({ lines: lines.with(i, next) })}
          onRemove={lines.length > 1 ? () => draft.set({ lines: lines.toSpliced(i, 1) }) : undefined}
        />
      ))}
      <datalist id={listId}>
        {drugs.map((drug) => (
          <option key={drug}>{drug}</option>
        ))}
      </datalist>
      <Button
        className="start"
        whyDisabled={lines.length >= MOST_LINES ? t`It can have up to ${{ count: MOST_LINES }} rows.` : null}
        onClick={() => draft.set({ lines: [...lines, blankLine] })}
      >
        <Plus aria-hidden="true" />
        <Trans>Add a medicine</Trans>
      </Button>
      <Field label={<Trans>Note for the patient</Trans>}>
        <TextArea maxLength={2000} value={note} onChange={(event) => draft.set({ note: event.target.value })} />
      </Field>
    </CareForm>
  )
}
