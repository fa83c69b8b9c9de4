import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { haveReadLost, readLost } from '../sync/unsent.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDevice } from '../screen/device.ts'
import { LostWords } from '../screen/lost-words.tsx'

/**
 * Says that the browser has deleted this device's storage, and unsent changes with it (I2), until the person has read
 * it. Otherwise draws nothing.
 */
export function LostNote() {
  const { db } = useDevice()
  const [lost, setLost] = useState(() => readLost(db))
  if (!lost) return null
  const close = () => {
    haveReadLost(db)
    setLost(null)
  }
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      title={<Trans>This device’s storage was cleared</Trans>}
      footer={
        <Button look="primary" onClick={close}>
          <Trans>I have read this</Trans>
        </Button>
      }
    >
      <div className="stack">
        <LostWords lost={lost} />
        <p>
          <Trans>
            Compare with your notes and enter again what is missing. What the server has comes back by itself.
          </Trans>
        </p>
        <p>
          <Trans>
            An installed app is cleared less often; so is a browser that does not delete its data on closing.
          </Trans>
        </p>
      </div>
    </Dialog>
  )
}
