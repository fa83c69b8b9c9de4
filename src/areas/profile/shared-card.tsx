import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PinForm } from '../session/pin-form.tsx'
import { useKeyRecord } from '../session/queries-shared.ts'
import { useDevice } from '../../screen/device.ts'
import { lockNow } from '../../screen/lock.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.ts'

/**
 * Whether others use this device too, what that means, and the PIN that opens it (TRUST D17, D18). The choice is made
 * at sign-in.
 */
export function SharedCard() {
  const { session, seal } = useDevice()
  return (
    <Card title={<Trans>Who uses this device</Trans>}>
      <div className="stack-2">
        {seal ? (
          <Shared person={session.person.id} />
        ) : (
          <p className="sm dim">
            <Trans>
              You alone: it does not lock, and what you see here is kept as it is. If others use it too, sign out and
              tick “Others use this device too” when you sign in again; what waits comes along.
            </Trans>
          </p>
        )}
      </div>
    </Card>
  )
}

function Shared({ person }: { person: string }) {
  const { t } = useLingui()
  const record = useKeyRecord(person)
  const [asking, setAsking] = useState(false)
  const [isSet, setIsSet] = useState(false)
  const hasPin = isSet || record?.hasPin === true
  return (
    <>
      <p className="sm dim">
        <Trans>
          This is a shared device. Your data is encrypted here, and the screen locks after five minutes. While it is
          locked, nothing is sent or downloaded, and notifications only say that there is something new.
        </Trans>
      </p>
      <p className="sm dim">
        <Trans>
          If it becomes yours alone, sign out and untick “Others use this device too” when you sign in again; what waits
          comes along.
        </Trans>
      </p>
      <div className="row wrap">
        <Button onClick={() => setAsking(true)}>
          {hasPin ? <Trans>Change the PIN</Trans> : <Trans>Set a PIN</Trans>}
        </Button>
        <Button onClick={lockNow}>
          <Trans>Lock now</Trans>
        </Button>
      </div>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={hasPin ? <Trans>Change the PIN</Trans> : <Trans>Set a PIN</Trans>}
        description={<Trans>It unlocks this device, even offline. After five wrong ones its key is destroyed.</Trans>}
      >
        <PinForm
          person={person}
          onSet={() => {
            setAsking(false)
            setIsSet(true)
            showToast({ kind: 'saved', title: t`The PIN opens this device from now on.` })
          }}
          other={
            <Button onClick={() => setAsking(false)}>
              <Trans>Cancel</Trans>
            </Button>
          }
        />
      </Dialog>
    </>
  )
}
