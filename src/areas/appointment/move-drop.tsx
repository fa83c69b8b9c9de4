import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { formatDateTime, formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ClashNote } from './clash-note.tsx'
import { move } from './commands.ts'
import type { PlaceFor } from './doctors-place.ts'
import { OverrideQuestions } from './override-marks.tsx'
import { useClashes } from './queries-move.ts'
import type { ShownVisit } from './queries.ts'

/**
 * The word before an appointment that was dropped is moved: from when to when, with whom, what rules the time breaks, where the patient is else, the money,
 * the messages (rules 15, 21, 28; decisions 0131, 0138, 0144). `other`: the doctor it is given to; null, it keeps its own.
 */
export function MoveDrop({
  visit,
  place,
  other,
  onClose,
}: {
  visit: ShownVisit
  place: Pick<Extract<PlaceFor, { kind: 'time' }>, 'from' | 'to' | 'overrides'>
  other: { readonly id: string; readonly name: string } | null
  onClose: (isMoved: boolean) => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const { zone } = visit
  const start = new Date(place.from).toISOString()
  const end = new Date(place.to).toISOString()
  const to = [formatDateTime(start, zone), other?.name].filter(Boolean).join(', ')
  const clash = useClashes(visit)({ start, end })
  const isMoved = useRef(false)
  async function save() {
    const duration = (place.to - place.from) / 60_000
    isMoved.current = await say(
      () =>
        move(device, { id: visit.id, duration }, start, {
          ...(other && { doctorId: other.id }),
          ...(place.overrides && { overrides: [...place.overrides] }),
        }),
      `${visit.patientName}, ${to}`,
    )
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose(isMoved.current)}
      title={<Trans>Move the appointment of {visit.patientName}?</Trans>}
      keep={<Trans>Keep the time</Trans>}
      act={offline ? t`Move on this device` : t`Move the appointment`}
      onConfirm={save}
    >
      <p>
        {formatDateTime(visit.start, zone)} → <b>{to}</b>
      </p>
      {place.overrides && <OverrideQuestions overrides={place.overrides} time={formatTime(start, zone)} />}
      {clash && <ClashNote visit={clash} />}
      <p>
        {other ? (
          <Trans>The price stays. The patient and both doctors are told when the server has accepted the change.</Trans>
        ) : device.person.id === visit.doctorId ? (
          <Trans>The price stays. The patient is told when the server has accepted the new time.</Trans>
        ) : (
          <Trans>The price stays. The patient and the doctor are told when the server has accepted the new time.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
