import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { deletePatient } from './commands.ts'

/**
 * Rule 55: deleting hides the card and is refused while there are appointments; the patient can be made inactive
 * instead.
 */
export function DeleteDialog({
  card,
  onClose,
  onPassive,
  onGone,
}: {
  card: Pick<Patient, 'id' | 'name' | 'active' | 'visits'>
  onClose: () => void
  onPassive: () => Promise<void>
  onGone?: () => void
}) {
  const { t } = useLingui()
  const words = useProblemWords()
  const device = useDevice()
  const [refused, setRefused] = useState(card.visits > 0)
  const stay = useRef(false)
  const { id, name } = card
  async function remove() {
    const outcome = await deletePatient(device, id)
    if (outcome.kind === 'done') {
      showToast({ title: t`Deleted: ${name}` })
      onGone?.()
    } else if (outcome.kind === 'refused' && outcome.code === 'patient_has_appointments') {
      stay.current = true
      setRefused(true)
    } else showToast({ kind: 'failed', title: words(outcome) })
  }
  const changed = (open: boolean) => {
    if (!open && !stay.current) onClose()
    stay.current = false
  }
  if (refused)
    return (
      <ConfirmDialog
        open
        onOpenChange={changed}
        title={<Trans>{name} has appointments and cannot be deleted</Trans>}
        keep={<Trans>Leave as it is</Trans>}
        act={<Trans>Make inactive</Trans>}
        whyDisabled={card.active ? null : t`The patient is already inactive.`}
        onConfirm={onPassive}
      >
        <Trans>If you make the patient inactive, they leave the lists; appointments and payments stay.</Trans>
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={changed}
      danger
      title={<Trans>Delete {name}?</Trans>}
      keep={<Trans>Keep the patient</Trans>}
      act={<Trans>Delete the patient</Trans>}
      onConfirm={remove}
    >
      <Trans>
        The record is removed from the lists and devices. There are no appointments; nothing is charged or refunded, and
        no message is sent.
      </Trans>
    </ConfirmDialog>
  )
}
