import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import type { Entry } from '../../db/entry.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { repointPatient } from '../../screen/commands-waiting.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { linkPatient } from './commands.ts'

/**
 * The platform knows a patient with this phone or identity, but this clinic does not. With the birth date as proof the
 * clinic takes over that card, and changes that wait for the new card move to it (rule 60). Nothing about the patient
 * is shown before the proof fits.
 */
export function LinkExisting({ entry, onLinked }: { entry: Entry; onLinked?: (patient: Patient) => void }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const device = useDevice()
  const offline = useIsOffline()
  const text = (name: string) => (typeof entry.input[name] === 'string' ? entry.input[name] : '')
  const [birth, setBirth] = useState<number | null>(Number(text('birthDate').replaceAll('-', '')) || null)
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** The card that fits has never been proved: the document has to be checked first (docs/decisions/0069). */
  const [unproved, setUnproved] = useState(false)
  const [seen, setSeen] = useState(false)
  const today = todayIn(device.zone, device.now())

  async function link(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (birth === null) return setFailed(t`Enter the date of birth, as the patient says it.`)
    setBusy(true)
    const digits = String(birth)
    const by = entry.problem?.details['by'] === 'identity' && text('identity') ? 'identity' : 'phone'
    const outcome = await linkPatient(device, {
      [by]: text(by),
      birthDate: `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`,
      name: text('name'),
      ...(seen && { seen }),
    })
    setBusy(false)
    if (outcome.kind === 'refused' && outcome.code === 'patient_unproved') {
      setFailed(null)
      return setUnproved(true)
    }
    if (outcome.kind !== 'done')
      return setFailed(
        outcome.kind === 'refused' && outcome.code === 'patient_not_found'
          ? t`The details do not match. Ask the patient again; nothing has been copied.`
          : words(outcome),
      )
    await repointPatient(device, entry, outcome.reply.patient.id)
    onLinked?.(outcome.reply.patient)
  }

  return (
    <form className="stack-2" noValidate onSubmit={(event) => void link(event)}>
      <p>
        <Trans>
          This number belongs to a patient at another clinic. If the patient is with you, enter their date of birth to
          use that record. The patient will be told.
        </Trans>
      </p>
      <Field label={<Trans>The patient’s date of birth</Trans>} required error={failed}>
        <DatePicker value={birth} onChange={setBirth} today={today} min={19000101} max={today} />
      </Field>
      {unproved && (
        <Note tone="waiting" alert>
          <p>
            <Trans>
              This patient registered themselves, and no one has checked who they are. Someone else may have typed your
              patient’s details.
            </Trans>
          </p>
          <Checkbox checked={seen} onChange={(event) => setSeen(event.target.checked)}>
            <Trans>I have seen the identity paper of the patient before me</Trans>
          </Checkbox>
        </Note>
      )}
      <div>
        <Button
          type="submit"
          aria-busy={busy || undefined}
          whyDisabled={
            offline
              ? t`You need to be online to do this.`
              : unproved && !seen
                ? t`Check the identity document first.`
                : null
          }
        >
          <Trans>Use the existing patient</Trans>
        </Button>
      </div>
      <Note icon={<span />}>
        <Trans>What is waiting for the new record moves to the existing patient.</Trans>
      </Note>
    </form>
  )
}
