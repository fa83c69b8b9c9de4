import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { mergePatients } from './commands.ts'

/** A card, with what distinguishes it from another of the same name. */
type Merged = Pick<Patient, 'id' | 'name'> & { readonly about: string }

/** Confirms the merge of two cards of one patient. After a refusal it stays open and shows the reason. */
export function MergeDialog({
  stays,
  goes,
  onClose,
  onMerged,
}: {
  stays: Merged
  goes: Merged
  onClose: () => void
  onMerged: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const [refused, setRefused] = useState<string | null>(null)
  const keepOpen = useRef(false)
  async function merge() {
    const outcome = await mergePatients(device, { id: stays.id, from: goes.id })
    if (outcome.kind === 'done') {
      showToast({ title: t`Records merged: ${stays.name}` })
      return onMerged()
    }
    setRefused(words(outcome))
    keepOpen.current = true
  }
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => {
        if (!open && !keepOpen.current) onClose()
        keepOpen.current = false
      }}
      title={<Trans>Merge these two records?</Trans>}
      keep={<Trans>Keep both records</Trans>}
      act={<Trans>Merge records</Trans>}
      onConfirm={merge}
    >
      <p>
        <Trans>
          Record to keep: <b>{stays.name}</b>
        </Trans>
        {stays.about && ` (${stays.about})`}
        <br />
        <Trans>
          Record to merge into it: <b>{goes.name}</b>
        </Trans>
        {goes.about && ` (${goes.about})`}
      </p>
      <p>
        <Trans>
          Appointments, notes, payments and the wallet move to the record you keep. Missing details are copied and
          allergies are combined. No message is sent. This cannot be undone.
        </Trans>
      </p>
      {refused && (
        <Note tone="failed" alert>
          {refused}
        </Note>
      )}
    </ConfirmDialog>
  )
}
