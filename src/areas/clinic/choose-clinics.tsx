import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MOST_CLINICS } from '../../../contract/sync/sync.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { MultiPick } from '../../ui/multi-pick.tsx'
import { holdClinics } from './commands-held.ts'
import { isHoldable } from './held-clinics.rules.ts'
import { useClinics } from './queries.ts'

/** Chooses which clinics an admin’s device holds; `first` are chosen initially. */
export function ChooseClinics({ first, onClose }: { first: readonly string[]; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const clinics = useClinics()
  const [chosen, setChosen] = useState(first)
  const options = [...(clinics?.values() ?? [])]
    .filter(isHoldable)
    .map(({ id, name, city }) => ({ value: id, label: name, ...(city && { detail: city }) }))
  async function save() {
    await holdClinics(device, chosen)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Clinics on this device</Trans>}
      description={
        <Trans>
          Their appointments, hours, comments and questions are on this device, also offline. Those of other clinics are
          removed from it; nothing changes on the server.
        </Trans>
      }
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button
            look="primary"
            whyDisabled={chosen.length ? null : t`Choose at least one clinic.`}
            onClick={() => void save()}
          >
            <Trans>Use these clinics</Trans>
          </Button>
        </>
      }
    >
      <Field label={<Trans>Clinics</Trans>} help={<Trans>Up to {MOST_CLINICS}.</Trans>}>
        <MultiPick values={chosen} onChange={setChosen} options={options} max={MOST_CLINICS} />
      </Field>
    </Dialog>
  )
}
