import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useDevice } from '../../screen/device.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AllergyField } from './allergy-field.tsx'
import { updatePatient } from './commands.ts'

/** Records what a patient says of allergies, at the desk or at the bedside; queued without a network. */
export function AllergyDialog({
  card,
  onClose,
}: {
  card: Pick<Patient, 'id' | 'name' | 'allergies' | 'noAllergies'>
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const before = { allergies: card.allergies ?? '', noAllergies: card.noAllergies ?? false }
  const [values, setValues] = useState(before)
  const text = values.allergies.trim()
  // both fields are sent: the answer is one fact, and confirming it today dates it today
  const save = async () => {
    const answer = { allergies: text || null, noAllergies: values.noAllergies && !text }
    if (await say(() => updatePatient(device, card.id, answer), t`Allergies: ${card.name}`)) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Allergies: {card.name}</Trans>}
      description={<Trans>Your name and today’s date are recorded with the answer.</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Leave as it is</Trans>
          </Button>
          <Button look="primary" onClick={() => void save()}>
            {offline ? <Trans>Save on this device</Trans> : <Trans>Save</Trans>}
          </Button>
        </>
      }
    >
      <AllergyField value={values} onChange={setValues} />
    </Dialog>
  )
}
