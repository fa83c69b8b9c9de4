import { useLingui } from '@lingui/react/macro'
import { messages } from '../i18n/messages.ts'
import { isNotSaved, undo } from './commands-waiting.ts'
import { showToast } from '../ui/toast.ts'
import { useDevice } from './device.ts'

/**
 * Makes a change and says where it is saved, with the way back while it has not left the device (rule 86). `make` answers the
 * entry's id; `what` names the act: "Completed: Ayşe Karaosmanoğlu". False when the device has no room: nothing was done then.
 */
export function useSaySaved(): (make: () => Promise<string>, what: string) => Promise<boolean> {
  const takeBack = useTakeBack()
  const { i18n, t } = useLingui()
  return async (make, what) => {
    try {
      const entry = await make()
      showToast({
        kind: 'on-device',
        title: t`Saved on this device`,
        text: what,
        action: { label: t`Undo`, onSelect: () => void takeBack(entry) },
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
  const { t } = useLingui()
  return async (entry) => {
    if (await undo(device, entry)) showToast({ title: t`Undone. Nothing was sent.` })
    else
      showToast({
        title: t`Too late to undo`,
        text: t`It has been sent or is on its way to the server.`,
      })
  }
}
