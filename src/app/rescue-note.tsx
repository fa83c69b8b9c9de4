import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { haveRead, readPutBack, type Rescued } from '../sync/rescue.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDevice } from '../screen/device.ts'
import { afterFirstScreen } from '../screen/first-screen.ts'

/**
 * Says once that this device's storage could not be opened and was rebuilt (SYNC "Storage"), what happened to the
 * waiting changes, and offers a copy of them. Otherwise draws nothing.
 */
export function RescueNote() {
  const { db, person, seal } = useDevice()
  const [rescued, setRescued] = useState<Rescued | null>(null)
  useEffect(() => {
    let gone = false
    const read = () =>
      readPutBack(db, person.id, seal).then(
        (found) => !gone && setRescued(found),
        // if even that cannot be read, there is nothing to show
        () => undefined,
      )
    const callOff = afterFirstScreen(() => void read())
    return () => {
      gone = true
      callOff()
    }
  }, [db, person.id, seal])
  if (!rescued) return null
  const { entries } = rescued
  const close = () => void haveRead(db, person.id).then(() => setRescued(null))
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      title={<Trans>This device’s storage was rebuilt</Trans>}
      footer={
        <>
          {entries.length ? (
            <a
              className="btn"
              download="changes.json"
              href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(entries, null, 2))}`}
            >
              <Trans>Save a copy of them</Trans>
            </a>
          ) : null}
          <Button look="primary" onClick={close}>
            <Trans>I have read this</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          <Trans>
            The browser could not open it twice in a row, so it was emptied and is being filled again from the server.
          </Trans>
        </p>
        <p>
          {entries.length === 0 ? (
            <Trans>Nothing waited in it to be sent: nothing is lost.</Trans>
          ) : (
            <Plural
              value={entries.length}
              one="# change that waited in it was saved and waits again."
              other="# changes that waited in it were saved and wait again."
            />
          )}
        </p>
      </div>
    </Dialog>
  )
}
