import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { noPinWanted, readKeyRecord } from '../db/device-key.ts'
import { PinForm } from '../areas/session/pin-form.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.ts'

/**
 * Offers a PIN once to a person who shares this device and has none: it unlocks faster than the password. Draws nothing
 * otherwise.
 */
export function PinOffer({ person }: { person: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    let gone = false
    void readKeyRecord(person).then((record) => {
      if (!gone && record && !record.byPin && !record.offered) setOpen(true)
    })
    return () => void (gone = true)
  }, [person])
  const later = () => {
    setOpen(false)
    void noPinWanted(person)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={later}
      title={<Trans>Unlock this device with a PIN?</Trans>}
      description={
        <Trans>
          Others use this device too, so it locks after five minutes. A PIN opens it quicker than the password, even
          offline. After five wrong ones it no longer works.
        </Trans>
      }
    >
      <PinForm
        person={person}
        onSet={() => {
          setOpen(false)
          showToast({ kind: 'saved', title: t`The PIN opens this device from now on.` })
        }}
        other={
          <Button onClick={later}>
            <Trans>Not now</Trans>
          </Button>
        }
      />
    </Dialog>
  )
}
