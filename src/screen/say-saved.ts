import { useLingui } from '@lingui/react/macro'
import { messages } from '../i18n/messages.ts'
import { isNotSaved, isSentSoon, undo } from './commands-waiting.ts'
import { showToast } from '../ui/toast.ts'
import { useDevice } from './device.ts'

/**
 * Makes a change and says where it is saved, with undo while it has not left the device (rule 86). `make` returns the
 * entry's id; `what` names the act: "Completed: Ayşe Karaosmanoğlu". Returns false if the device has no room: then
 * nothing was done.
 */
export function useSaySaved(): (make: () => Promise<string>, what: string) => Promise<boolean> {
  const sayWhere = useSayWhere()
  const { i18n } = useLingui()
  return async (make, what) => {
    try {
      const entry = await make()
      sayWhere(entry, what)
      return true
    } catch (error) {
      if (!isNotSaved(error)) throw error
      showToast({ kind: 'failed', title: i18n._(messages.not_saved) })
      return false
    }
  }
}

/**
 * Says where a change is: on this device, with undo; if the server accepts it while that is shown, the same toast says
 * that it is saved. `entry` is the change's id, `what` names the act or what was changed. For an act of several changes
 * `entry` is the last, and `all` are those that are undone together, in the order they were made.
 */
export function useSayWhere(): (entry: string, what?: string, all?: readonly string[]) => void {
  const device = useDevice()
  const takeBack = useTakeBack()
  const { t } = useLingui()
  return (entry, what, all = [entry]) => {
    const toast = { id: entry, ...(what && { text: what }) }
    const action = { label: t`Undo`, onSelect: () => void takeBack(...all) }
    showToast({ ...toast, kind: 'on-device', title: t`Saved on this device`, action })
    void isSentSoon(device, entry).then((sent) => {
      if (sent) showToast({ ...toast, kind: 'saved', title: t({ context: 'change', message: 'Saved' }) })
    })
  }
}

/** Undoes changes, newest first, and says so; a change that has already left the device cannot be undone. */
export function useTakeBack(): (...entries: readonly string[]) => Promise<void> {
  const device = useDevice()
  const { t } = useLingui()
  return async (...entries) => {
    let taken = 0
    for (const entry of entries.toReversed()) if (await undo(device, entry)) taken++
    if (taken === entries.length) showToast({ title: t`Undone. Nothing was sent.` })
    else if (taken > 0)
      showToast({
        title: t`Undone in part`,
        text: t`The rest has been sent or is on its way to the server.`,
      })
    else
      showToast({
        title: t`Too late to undo`,
        text: t`It has been sent or is on its way to the server.`,
      })
  }
}
