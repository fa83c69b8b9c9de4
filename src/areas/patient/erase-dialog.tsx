import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ERASURE_REASONS, type ErasureReason } from '../../../contract/patient/patient-erasure.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { erasePatient } from './commands-record.ts'

/**
 * Confirms erasing a patient for good: asks why and for the typed name, and says what is deleted and what stays (TRUST
 * D16).
 */
export function EraseDialog({
  card,
  onClose,
  onGone,
}: {
  card: Pick<Patient, 'id' | 'name'>
  onClose: () => void
  onGone?: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const reasons: Readonly<Record<ErasureReason, string>> = {
    asked: t`The patient has asked for it`,
    kept_long_enough: t`It has been kept as long as it must be`,
    added_by_mistake: t`The record was added by mistake`,
  }
  const [reason, setReason] = useState<ErasureReason | ''>('')
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  async function erase(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (!reason || !name.trim()) {
      setMissing(true)
      document.getElementById(reason ? 'erase-name' : 'erase-reason')?.focus()
      return
    }
    setBusy(true)
    const outcome = await erasePatient(device, { id: card.id, name, reason })
    setBusy(false)
    if (outcome.kind !== 'done') return setProblem(outcome)
    showToast({ title: t`The patient’s data has been erased.` })
    onClose()
    onGone?.()
  }
  const isName = problem?.kind === 'refused' && problem.code === 'name_not_theirs'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Erase {card.name} for good?</Trans>}
      description={
        <div className="stack-2">
          <p>
            <Trans>
              This erases, here, on every device and in messages to others: name, contact details, identity number,
              notes, medication advice, test reports, files and the text of comments. The patient will no longer be able
              to sign in.
            </Trans>
          </p>
          <p>
            <Trans>
              What stays, without a name: appointments (time and doctor), payments and wallet entries, comment ratings,
              and the fact that you did this. No message is sent. You cannot undo this.
            </Trans>
          </p>
        </div>
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void erase(event)}>
        {problem && !isName && <Note tone="failed" alert title={words(problem)} />}
        <Field id="erase-reason" label={t`Reason`} required error={missing && !reason ? t`Give a reason.` : null}>
          <NativeSelect
            value={reason}
            onChange={(event) => setReason(ERASURE_REASONS.find((each) => each === event.target.value) ?? '')}
          >
            <option value="">{t`Choose a reason`}</option>
            {ERASURE_REASONS.map((each) => (
              <option key={each} value={each}>
                {reasons[each]}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field
          id="erase-name"
          label={<Trans>Type “{card.name}” to go on</Trans>}
          required
          error={
            isName && problem
              ? words(problem)
              : missing && !name.trim()
                ? t`Type the word exactly as shown above.`
                : null
          }
        >
          <TextInput value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Keep the patient</Trans>
          </Button>
          <Button type="submit" look="danger-solid" aria-busy={busy || undefined}>
            {busy ? <Trans>One moment…</Trans> : <Trans>Erase for good</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
