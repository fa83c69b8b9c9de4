import { Trans, useLingui } from '@lingui/react/macro'
import { messages } from '../i18n/messages.ts'
import { isNotSaved, undo } from '../sync-centre/commands.ts'
import { showToast } from '../ui/toast.ts'
import { useDevice } from './device.tsx'

/**
 * Makes a change and says where it is saved, with the way back while it has not left the device (rule 86). `make` answers the
 * entry's id; `what` names the act: "Completed: Ayşe Karaosmanoğlu". False when the device has no room: nothing was done then.
 */
export function useSaySaved(): (make: () => Promise<string>, what: string) => Promise<boolean> {
  const takeBack = useTakeBack()
  const { i18n } = useLingui()
  return async (make, what) => {
    try {
      const entry = await make()
      showToast({
        kind: 'on-device',
        title: <Trans>Saved on this device</Trans>,
        text: what,
        action: { label: <Trans>Undo</Trans>, onSelect: () => void takeBack(entry) },
      })
      return true
    } catch (error) {
      if (!isNotSaved(error)) throw error
      showToast({ kind: 'failed', title: i18n._(messages.not_saved) })
      return false
    }
  }
}

/** Takes a change back and says so; what has left the device already cannot be taken back. */
export function useTakeBack(): (entry: string) => Promise<void> {
  const device = useDevice()
  return async (entry) => {
    if (await undo(device, entry)) showToast({ title: <Trans>Taken back. Nothing was sent.</Trans> })
    else
      showToast({
        title: <Trans>Too late to take it back</Trans>,
        text: <Trans>It has been sent or is on its way to the server.</Trans>,
      })
  }
}
