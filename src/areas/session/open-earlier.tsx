import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { giveUpSealed, takePassword } from './commands-shared.ts'
import { useKeyRecord } from './queries-shared.ts'
import { UnlockForm } from './unlock-form.tsx'

/**
 * The person is signed in, but the work that waits on this device was encrypted with their earlier password. That
 * password or the PIN opens it, or its owner gives it up (TRUST D17). From then on the new password opens this device.
 */
export function OpenEarlier({
  person,
  password,
  changes,
  onDone,
}: {
  person: string
  /** The new password. */
  password: string
  changes: number
  onDone: () => void
}) {
  const record = useKeyRecord(person)
  const [asking, setAsking] = useState(false)
  if (!record) return null
  return (
    <>
      <Note tone="waiting" alert>
        <p>
          {changes ? (
            <Plural
              value={changes}
              one="# of your changes is waiting on this device. It is encrypted with your previous password."
              other="# of your changes are waiting on this device. They are encrypted with your previous password."
            />
          ) : (
            <Trans>You have drafts on this device, encrypted with your previous password.</Trans>
          )}
        </p>
      </Note>
      <UnlockForm
        person={person}
        hasPin={record.hasPin}
        misses={record.misses}
        unsent={changes}
        act={<Trans>Open with it</Trans>}
        onOpen={() => void takePassword(person, password).then(onDone)}
      />
      <Button look="danger" block onClick={() => setAsking(true)}>
        <Trans>I no longer have it: give up the encrypted data here</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title={<Trans>Give up the encrypted data here?</Trans>}
        keep={<Trans>Keep it</Trans>}
        act={<Trans>Give it up for good</Trans>}
        onConfirm={async () => {
          await giveUpSealed(person, password)
          onDone()
        }}
      >
        <Plural
          value={changes}
          one="# change that was never sent is lost, and drafts with it. Everything the server has comes back."
          other="# changes that were never sent are lost, and drafts with them. Everything the server has comes back."
        />
      </ConfirmDialog>
    </>
  )
}
