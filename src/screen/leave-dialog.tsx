import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDevice } from './device.ts'

/**
 * Asks a person who signs out with waiting changes or drafts (rule 88): send them first, leave them here for oneself,
 * or discard them, which needs a second confirmation.
 */
export function LeaveDialog({
  open,
  onOpenChange,
  unsent,
  drafts,
  canSend,
  onLeave,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  unsent: number
  drafts: number
  canSend: boolean
  onLeave: (how?: { discard: boolean }) => Promise<void>
}) {
  const device = useDevice()
  const [discarding, setDiscarding] = useState(false)
  const instead = (act: () => void) => () => {
    onOpenChange(false)
    act()
  }
  return (
    <>
      <ConfirmDialog
        open={open}
        onOpenChange={onOpenChange}
        title={
          unsent ? (
            <Plural value={unsent} one="# change has not been sent" other="# changes have not been sent" />
          ) : (
            <Plural value={drafts} one="# draft has not been saved" other="# drafts have not been saved" />
          )
        }
        keep={<Trans>Stay signed in</Trans>}
        act={<Trans>Sign out</Trans>}
        onConfirm={() => onLeave()}
      >
        <div className="stack-2">
          {unsent ? (
            <p>
              <Trans>
                Unsent changes stay on this device and are sent when you sign in here again. No one else can see or send
                them. All your other data is removed from this device.
              </Trans>
            </p>
          ) : null}
          {drafts ? (
            <p>
              <Trans>Unsaved changes will be lost. To keep them, stay signed in and save first.</Trans>
            </p>
          ) : null}
          {unsent ? (
            <p className="row wrap">
              {canSend ? (
                <Button small onClick={instead(device.kick)}>
                  <Trans>Send now, stay signed in</Trans>
                </Button>
              ) : null}
              <Button small look="danger" onClick={instead(() => setDiscarding(true))}>
                <Trans>Discard and sign out</Trans>
              </Button>
            </p>
          ) : null}
        </div>
      </ConfirmDialog>
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        danger
        title={<Plural value={unsent} one="Discard # unsent change?" other="Discard # unsent changes?" />}
        keep={<Trans>Stay signed in</Trans>}
        act={<Trans>Discard and sign out</Trans>}
        onConfirm={() => onLeave({ discard: true })}
      >
        <Trans>
          Changes on this device that have not reached the clinic’s server will be lost, and no one can restore them. To
          look at them first, stay signed in and open the changes at the top.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
