import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { deleteHours, passivate } from './commands.ts'
import type { Asking } from './hours-acts.ts'

/** Deactivating keeps the visits; deleting is only for hours that no one has ever booked (rule 11). */
export function AskDialog({
  what,
  hours,
  name,
  ahead,
  onClose,
}: {
  what: Asking['what']
  hours: Asking['hours']
  name: string
  ahead: number
  onClose: () => void
}) {
  const { t } = useLingui()
  const words = useProblemWords()
  const device = useDevice()
  const save = useSaySaved()
  async function remove() {
    const outcome = await deleteHours(device, hours.id)
    if (outcome.kind === 'done') return showToast({ kind: 'saved', title: t`Deleted: ${name}` })
    showToast({
      kind: 'failed',
      title: words(outcome),
    })
  }
  return what === 'passivate' ? (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Make {name} inactive?</Trans>}
      keep={<Trans>Keep them active</Trans>}
      act={<Trans>Make inactive</Trans>}
      onConfirm={async () => void (await save(() => passivate(device, hours.id), t`Inactive: ${name}`))}
    >
      <p>
        <Trans>No more slots are offered. You can make the hours active again at any time.</Trans>
      </p>
      <p>
        <Plural
          value={ahead}
          _0="There are no upcoming bookings."
          one="# booked appointment stays, with its price."
          other="# booked appointments stay, with their price."
        />
      </p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Delete {name}?</Trans>}
      keep={<Trans>Keep the hours</Trans>}
      act={<Trans>Delete the hours</Trans>}
      danger
      onConfirm={remove}
    >
      <Trans>This works only while no one has ever booked in these hours. It cannot be undone.</Trans>
    </ConfirmDialog>
  )
}
