import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Branch } from '../../../contract/branch/branch.ts'
import { WordDialog } from '../catalog/word-dialog.tsx'
import { useDevice } from '../../screen/device.ts'
import { Checkbox, Switch } from '../../ui/choice.tsx'
import { Note } from '../../ui/note.tsx'
import { addBranch, editBranch } from './commands.ts'
import { useOnlineDoctors } from './queries.ts'

type Props = { isTaken: (name: Branch['name'], except?: string) => boolean; onClose: () => void }

/** Adds a specialty: its name, and whether its doctors may see patients online. */
export function NewBranchDialog({ isTaken, onClose }: Props) {
  const { t } = useLingui()
  const device = useDevice()
  const [onlineCalls, setOnlineCalls] = useState(true)
  return (
    <WordDialog
      title={<Trans>New specialty</Trans>}
      label={t`Name of the specialty`}
      max={120}
      name={[]}
      isTaken={isTaken}
      onSave={(name) => addBranch(device, { name, onlineCalls })}
      onClose={onClose}
    >
      <Switch checked={onlineCalls} onChange={(event) => setOnlineCalls(event.target.checked)}>
        <Trans>Doctors of this specialty may see patients online</Trans>
      </Switch>
    </WordDialog>
  )
}

/**
 * Rule 12: without online calls the online hours of the specialty's doctors end; the dialog says how many, and asks for
 * confirmation.
 */
export function EditBranchDialog({ branch, isTaken, onClose }: Props & { branch: Branch }) {
  const { t } = useLingui()
  const device = useDevice()
  const doctors = useOnlineDoctors(branch) ?? 0
  const [onlineCalls, setOnlineCalls] = useState(branch.onlineCalls)
  const [seen, setSeen] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const ends = branch.onlineCalls && !onlineCalls && doctors > 0
  return (
    <WordDialog
      title={<Trans>Edit the specialty</Trans>}
      label={t`Name of the specialty`}
      max={120}
      name={branch.name}
      isTaken={(name) => isTaken(name, branch.id)}
      onSave={async (name) => {
        if (ends && !seen) {
          setConfirming(true)
          return false
        }
        await editBranch(device, {
          id: branch.id,
          ...(JSON.stringify(name) !== JSON.stringify(branch.name) && { name }),
          ...(onlineCalls !== branch.onlineCalls && { onlineCalls }),
          ...(ends && { endOnline: true }),
        })
        return true
      }}
      onClose={onClose}
    >
      <Switch checked={onlineCalls} onChange={(event) => setOnlineCalls(event.target.checked)}>
        <Trans>Doctors of this specialty may see patients online</Trans>
      </Switch>
      {ends && (
        <Note
          tone={isConfirming && !seen ? 'failed' : 'waiting'}
          alert
          title={
            <Plural value={doctors} one="# doctor has online availability" other="# doctors have online availability" />
          }
        >
          <p>
            <Trans>Their online hours become inactive. Appointments already booked stay.</Trans>
          </p>
          <Checkbox
            checked={seen}
            aria-invalid={isConfirming && !seen ? true : undefined}
            onChange={(event) => setSeen(event.target.checked)}
          >
            <Trans>End these online hours</Trans>
          </Checkbox>
        </Note>
      )}
    </WordDialog>
  )
}
