import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useSayWhere } from '../../screen/say-saved.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { move } from './commands.ts'
import { HoldLine } from './hold-line.tsx'
import { type ShownVisit, useVisits } from './queries.ts'
import { SlotChoice } from './slot-choice.tsx'
import { overlaps } from '../availability/slot-days.ts'
import { wallOfVisit } from './visit-wall.ts'

/** Another time with the same doctor: price and type stay, the patient is told once the server has accepted it (rule 28). */
export function MoveDialog({ visit, onClose }: { visit: ShownVisit; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const sayWhere = useSayWhere()
  const offline = useIsOffline()
  const [slot, setSlot] = useState<Slot | null>(null)
  const [failed, setFailed] = useState(false)
  const others = useVisits({ patientId: visit.patientId, status: 'waiting' })
  const clash = slot && others?.find((other) => other.id !== visit.id && overlaps(other, slot))
  const isPatient = device.person.type === 'patient'
  const save = async () => {
    if (!slot) return
    try {
      const entry = await move(
        device,
        { id: visit.id, duration: (Date.parse(slot.end) - Date.parse(slot.start)) / 60_000 },
        slot.start,
      )
      sayWhere(entry, formatDateTime(slot.start, slot.zone))
      onClose()
    } catch (error) {
      if (!isNotSaved(error)) throw error
      setFailed(true)
    }
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={<Trans>Move the appointment of {visit.patientName}?</Trans>}
      description={
        <Trans>
          Now: {formatDateTime(visit.start, visit.zone)}. The price stays. The patient and the doctor are told when the
          server has accepted the new time.
        </Trans>
      }
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Keep the time</Trans>
          </Button>
          <Button
            look="primary"
            whyDisabled={!slot ? t`Choose a time first.` : clash && isPatient ? i18n._(messages.patient_overlap) : null}
            showWhy={false}
            onClick={() => void save()}
          >
            {offline ? <Trans>Move on this device</Trans> : <Trans>Move the appointment</Trans>}
          </Button>
        </>
      }
    >
      <SlotChoice
        doctorId={visit.doctorId}
        type={visit.type}
        clinicId={visit.clinicId}
        zone={visit.zone}
        value={slot}
        onChange={setSlot}
        exceptVisit={visit.id}
      />
      {slot && <HoldLine doctorId={visit.doctorId} slot={slot} moves={visit.id} />}
      {clash ? (
        <Note
          alert
          tone={isPatient ? 'failed' : 'to-close'}
          title={
            isPatient ? (
              <Trans>You have another appointment at that time</Trans>
            ) : (
              <Trans>The patient has another appointment at that time</Trans>
            )
          }
        >
          <ClashWhen visit={clash} isPatient={isPatient} />
        </Note>
      ) : null}
      {failed ? (
        <Note tone="failed" alert>
          <Trans>Not saved: this device has no storage left.</Trans>
        </Note>
      ) : null}
    </Dialog>
  )
}

/** Rule 15: refused for patients, a warning for staff. The words are those of the booking. */
function ClashWhen({ visit, isPatient }: { visit: ShownVisit; isPatient: boolean }) {
  const when = formatDateTime(visit.start, wallOfVisit(visit).zone)
  return isPatient ? (
    <Trans>It starts on {when}. Choose another time.</Trans>
  ) : (
    <Trans>It starts on {when}. The clinic may book both.</Trans>
  )
}
