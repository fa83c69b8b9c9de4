import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { leaveClinic } from './commands.ts'

/** Lets a doctor leave a clinic; waiting appointments have to be dealt with first. */
export function LeaveClinic({ clinicId, name }: { clinicId: string; name: string }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [asking, setAsking] = useState(false)
  const [inTheWay, setInTheWay] = useState(false)

  async function leave() {
    const outcome = await leaveClinic(device, clinicId)
    if (outcome.kind === 'done') return showToast({ kind: 'saved', title: t`You no longer work with ${name}` })
    if (outcome.kind === 'refused' && outcome.code === 'doctor_has_appointments') return setInTheWay(true)
    showToast({ kind: 'failed', title: words(outcome) })
  }
  return (
    <>
      {inTheWay && (
        <Note tone="failed" alert title={<Trans>Appointments at {name} still wait</Trans>}>
          <p>
            <Trans>Complete, move or cancel them first, or ask the clinic to. Then you can leave.</Trans>
          </p>
          <Link to="/appointment" search={{ view: 'list', preset: 'all' }}>
            <Trans>Show the appointments</Trans>
          </Link>
        </Note>
      )}
      <div>
        <Button small whyDisabled={offline ? i18n._(messages.offline) : null} onClick={() => setAsking(true)}>
          <Trans>Leave this clinic</Trans>
          <span className="vh"> {name}</span>
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        danger
        onOpenChange={setAsking}
        title={<Trans>Leave {name}?</Trans>}
        keep={<Trans>Stay in the clinic</Trans>}
        act={<Trans>Leave the clinic</Trans>}
        onConfirm={leave}
      >
        <Trans>
          Your hours there end. You no longer see its patients, appointments and payments, and it no longer sees your
          contact and times. What you need for your own books, export before. Only a new invitation brings you back.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
