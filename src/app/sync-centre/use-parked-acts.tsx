import { Trans, useLingui } from '@lingui/react/macro'
import type { Entry } from '../../db/entry.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { showToast } from '../../ui/toast.ts'
import { discardEntry, isNotSaved, restoreEntries, saveAsNote } from '../../screen/commands-waiting.ts'

/** The person's decisions on a change, each confirmed by a toast; discarding can be undone. */
export function useParkedActs(entry: Entry) {
  const device = useDevice()
  const { i18n, t } = useLingui()
  return {
    discard: () => {
      void discardEntry(device, entry).then((entries) => {
        if (!entries.length)
          return showToast({ title: t`Too late to discard it`, text: t`It has been decided or sent in the meantime.` })
        showToast({
          title: t`The change is discarded`,
          text: t`The server’s version of the record was kept.`,
          action: { label: <Trans>Undo</Trans>, onSelect: () => void restoreEntries(device, entries) },
        })
      })
    },
    note: (text: string) => {
      saveAsNote(device, entry, text).then(
        () => showToast({ kind: 'on-device', title: <Trans>Kept as a note of this appointment</Trans> }),
        (error: unknown) => {
          if (!isNotSaved(error)) throw error
          showToast({ kind: 'failed', title: i18n._(messages.not_saved) })
        },
      )
    },
  }
}
