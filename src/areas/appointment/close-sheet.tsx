import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { whyNotComplete } from '../../../contract/appointment/appointment.rules.ts'
import { messages } from '../../i18n/messages.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { useSayWhere } from '../../screen/say-saved.ts'
import { useDoctor } from '../doctor/queries.ts'
import { signedName } from '../doctor/signed-name.ts'
import { AllergiesOf } from '../patient/allergies.tsx'
import { AdvicePick } from '../recipe/advice-pick.tsx'
import { readLines, wrongIn, type TypedLine } from '../recipe/recipe-values.ts'
import { beginHere } from '../../ui/begin-here.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { closeVisit, type Closed } from './commands-close.ts'
import type { ShownVisit } from './queries.ts'
import { CompleteWords, When } from './visit-dialogs.tsx'

type Values = { readonly note: string; readonly lines: readonly TypedLine[] }

/**
 * A doctor completes their visit in one place: the note, the medication advice with the allergies next to it, and the
 * completion (decision 0132). Input is kept on the device until then, even if the sheet is closed.
 */
export function CloseSheet({ visit, onClose }: { visit: ShownVisit; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const sayWhere = useSayWhere()
  const me = useDoctor(device.person.id)
  const draft = useFormDraft<Values>(`close:${visit.id}`, { note: visit.note ?? '', lines: [] })
  const closed = useRef<Closed>({})
  const [isConfirming, setConfirming] = useState(false)
  const [state, setState] = useState<'open' | 'busy' | 'full'>('open')
  useMinute()
  const { note, lines } = draft.values
  const { patientName } = visit
  const why = whyNotComplete(visit, device.person, device.now())

  async function save() {
    setConfirming(true)
    if (state === 'busy') return
    const at = lines.findIndex((line) => wrongIn(line) !== null)
    // expands the row with the error
    if (at >= 0)
      return void requestAnimationFrame(() => document.getElementById(`${wrongIn(lines[at]!)}-${at + 1}`)?.focus())
    setState('busy')
    try {
      const written = {
        note: note.trim() || null,
        lines: readLines(lines),
        doctorName: signedName(me, device.person.name),
      }
      const { last, all } = await closeVisit(device, visit, written, closed.current)
      sayWhere(last, t`Completed: ${patientName}`, all)
      await draft.drop()
      onClose()
    } catch (error) {
      if (!isNotSaved(error)) throw error
      setState('full')
    }
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={<Trans>Complete the appointment of {patientName}?</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button
            look="primary"
            whyDisabled={why ? i18n._(messages[why]) : null}
            aria-busy={state === 'busy' || undefined}
            onClick={() => void save()}
          >
            {state === 'busy' ? <Trans>One moment…</Trans> : <Trans>Complete the appointment</Trans>}
          </Button>
        </>
      }
    >
      <When visit={visit} />
      <DraftNote draft={draft} />
      <Field label={<Trans>Note of the staff</Trans>} help={<Trans>The patient does not see it.</Trans>}>
        <TextArea
          ref={beginHere}
          maxLength={4000}
          value={note}
          onChange={(event) => draft.set({ note: event.target.value })}
        />
      </Field>
      <AllergiesOf patientId={visit.patientId} />
      <AdvicePick lines={lines} isConfirming={isConfirming} onChange={(next) => draft.set({ lines: next })} />
      <div className="stack-2 sm dim">
        <CompleteWords visit={visit} />
      </div>
      {state === 'full' && (
        <Note tone="failed" alert>
          <Trans>Not saved: this device has no storage left. What you typed is still here.</Trans>
        </Note>
      )}
    </Sheet>
  )
}
