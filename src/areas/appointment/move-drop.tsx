import { Trans, useLingui } from '@lingui/react/macro'
import { formatDateTime, formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { move } from './commands.ts'
import type { PlaceFor } from './doctors-place.ts'
import { MoveClash } from './move-clash.tsx'
import { OverrideQuestions } from './override-marks.tsx'
import { useClashes } from './queries-move.ts'
import type { ShownVisit } from './queries.ts'

/**
 * The word before an appointment that was dropped is moved: from when to when, with whom, what rules the time breaks, where the patient is else, the money,
 * the messages (rules 15, 21, 28; decisions 0131, 0138, 0144). `doctorName`: another doctor's; null, its own.
 */
export function MoveDrop({
  visit,
  doctorId,
  place,
  doctorName,
  onClose,
}: {
  visit: ShownVisit
  doctorId: string
  place: Extract<PlaceFor, { kind: 'time' }>
  doctorName: string | null
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const { zone } = visit
  const start = new Date(place.from).toISOString()
  const end = new Date(place.to).toISOString()
  const to = [formatDateTime(start, zone), doctorName].filter(Boolean).join(', ')
  const clash = useClashes(visit)({ start, end })
  async function save() {
    const duration = (place.to - place.from) / 60_000
    await say(
      () =>
        move(device, { id: visit.id, duration }, start, {
          ...(doctorName !== null && { doctorId }),
          ...(place.overrides && { overrides: [...place.overrides] }),
        }),
      `${visit.patientName}, ${to}`,
    )
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Move the appointment of {visit.patientName}?</Trans>}
      keep={<Trans>Keep the time</Trans>}
      act={offline ? t`Move on this device` : t`Move the appointment`}
      onConfirm={save}
    >
      <p>
        {formatDateTime(visit.start, zone)} → <b>{to}</b>
      </p>
      {place.overrides && <OverrideQuestions overrides={place.overrides} time={formatTime(start, zone)} />}
      {clash && <MoveClash visit={clash} />}
      <p>
        {doctorName === null ? (
          <Trans>The price stays. The patient and the doctor are told when the server has accepted the new time.</Trans>
        ) : (
          <Trans>The price stays. The patient and both doctors are told when the server has accepted the change.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
