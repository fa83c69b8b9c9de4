import { Trans, useLingui } from '@lingui/react/macro'
import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import type { Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { setPrivate } from './commands.ts'

/**
 * Private use (rules 47, 48): an admin may turn it on, after a warning about what they lose; only the clinic's own
 * users can turn it off.
 */
export function PrivatePart({ clinic }: { clinic: Shown<'clinic'> }) {
  const { t } = useLingui()
  const { person, kick } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const isAdmin = person.type === 'admin'
  const isPrivate = clinic.private ?? false
  const why = offline
    ? t`You need to be online to change this.`
    : isPrivate && isAdmin
      ? t`Only a user of this clinic can end its private use.`
      : null
  async function confirm() {
    const outcome = await setPrivate(clinic.id, !isPrivate)
    kick()
    setProblem(outcome.kind === 'done' ? null : outcome)
    if (outcome.kind === 'done')
      showToast({
        kind: 'saved',
        title: isPrivate ? t`${clinic.name} is public now` : t`${clinic.name} is private now`,
      })
  }
  return (
    <div className="card-body stack">
      {problem && <Note tone="failed" alert title={words(problem)} />}
      <Note
        icon={isPrivate ? <Lock aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
        title={isPrivate ? <Trans>This clinic is private</Trans> : <Trans>This clinic is public</Trans>}
      >
        {isPrivate ? (
          <Trans>
            Its doctors, patients, appointments and payments are seen by its own users alone, and by the doctor and the
            patient concerned. Admins see its name, addresses and state.
          </Trans>
        ) : (
          <Trans>
            Admins see its doctors, patients, appointments and payments; its doctors can be found on every host.
          </Trans>
        )}
      </Note>
      <div className="row wrap">
        <Button look={isPrivate ? 'default' : 'danger'} whyDisabled={why} onClick={() => setAsking(true)}>
          {isPrivate ? <Trans>End private use</Trans> : <Trans>Start private use</Trans>}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={isPrivate ? t`End private use of ${clinic.name}?` : t`Start private use of ${clinic.name}?`}
        keep={<Trans>Leave as it is</Trans>}
        act={isPrivate ? <Trans>End private use</Trans> : <Trans>Start private use</Trans>}
        danger={!isPrivate}
        onConfirm={confirm}
      >
        {isPrivate ? (
          <Trans>
            The platform’s admins will see its doctors, patients, appointments and payments again, and everyone can find
            its doctors.
          </Trans>
        ) : isAdmin ? (
          <Trans>
            You and all other admins lose sight of its doctors, patients, appointments and payments at once, on every
            device. Only a user of the clinic can undo this.
          </Trans>
        ) : (
          <Trans>
            The platform’s admins lose sight of your doctors, patients, appointments and payments at once, on every
            device. You can undo this here.
          </Trans>
        )}
      </ConfirmDialog>
    </div>
  )
}
