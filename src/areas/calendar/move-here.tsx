import { Trans, useLingui } from '@lingui/react/macro'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { move } from '../appointment/commands.ts'
import type { ShownVisit } from '../appointment/queries.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Confirms the move of a dropped visit: old and new time, the money, the messages (rule 28). `onKeep` puts it back. */
export function MoveHere({
  visit,
  slot,
  onKeep,
  onMoved,
}: {
  visit: ShownVisit
  slot: Slot
  onKeep: () => void
  onMoved: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const duration = (Date.parse(slot.end) - Date.parse(slot.start)) / 60_000
  const to = formatDateTime(slot.start, slot.zone)
  async function save() {
    const saved = await say(() => move(device, { id: visit.id, duration }, slot.start), `${visit.patientName}, ${to}`)
    if (saved) onMoved()
    else onKeep()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onKeep()
      }}
      title={<Trans>Move the appointment of {visit.patientName}?</Trans>}
      keep={<Trans>Keep the time</Trans>}
      act={offline ? t`Move on this device` : t`Move the appointment`}
      onConfirm={save}
    >
      <p>
        {formatDateTime(visit.start, visit.zone)} → <b>{to}</b>
      </p>
      <p>
        <Trans>The price stays. The patient is told when the server has accepted the new time.</Trans>
      </p>
    </ConfirmDialog>
  )
}
