import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { MOVE_OVERRIDES, mayOverride } from '../../../contract/appointment/appointment.overrides.ts'
import { shapeOfVisit } from '../../../contract/visittype/visittype.rules.ts'
import { formatDateTime, formatSpan, formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useSayWhere } from '../../screen/say-saved.ts'
import { fullName, useSpecialty } from '../doctor/doctor-words.ts'
import { useDoctors } from '../doctor/queries.ts'
import { beginHere } from '../../ui/begin-here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { ClashNote } from './clash-note.tsx'
import { move } from './commands.ts'
import { HoldLine } from './hold-line.tsx'
import { MoveOffers } from './move-offers.tsx'
import { OverrideMarks } from './override-marks.tsx'
import { OwnTimeForm } from './own-time-form.tsx'
import { useClashes, useOtherDoctors } from './queries-move.ts'
import type { ShownVisit } from './queries.ts'
import { SlotChoice } from './slot-choice.tsx'

/**
 * Moves a visit to another time, and from a desk to another doctor of the clinic: type and price stay, and those
 * concerned are told once the server has accepted it (rule 28, decision 0131). Staff choose one of the next free times
 * with one press, or any of a doctor's times.
 */
export function MoveDialog({ visit, onClose }: { visit: ShownVisit; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const sayWhere = useSayWhere()
  const offline = useIsOffline()
  const doctors = useDoctors()
  const specialty = useSpecialty()
  const others = useOtherDoctors(visit)
  const [doctorId, setDoctorId] = useState(visit.doctorId)
  const [slot, setSlot] = useState<Slot | null>(null)
  // set for a self-chosen time; null for an offered one
  const [overrides, setOverrides] = useState<readonly MoveOverride[] | null>(null)
  const [failed, setFailed] = useState(false)
  const clashAt = useClashes(visit)
  const clash = slot && clashAt(slot)
  const isPatient = device.person.type === 'patient'
  const isSame = doctorId === visit.doctorId
  const own = doctors?.get(visit.doctorId)

  async function save(at: Slot, to: string, broken = overrides) {
    try {
      const minutes = (Date.parse(at.end) - Date.parse(at.start)) / 60_000
      const other = to === visit.doctorId ? undefined : to
      const entry = await move(device, { id: visit.id, duration: minutes }, at.start, {
        doctorId: other,
        overrides: broken ? [...broken] : undefined,
      })
      const name = other && doctors?.get(other)
      sayWhere(entry, [formatDateTime(at.start, at.zone), name && fullName(name)].filter(Boolean).join(', '))
      onClose()
    } catch (error) {
      if (!isNotSaved(error)) throw error
      setFailed(true)
    }
  }
  function choose(to: string) {
    setDoctorId(to)
    setSlot(null)
    setOverrides(null)
  }
  function take(at: Slot, broken: readonly MoveOverride[] | null) {
    setSlot(at)
    setOverrides(broken)
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
          {/* without a field before it, the focus starts on the safe button: pressing Enter twice moves nothing */}
          <Button ref={isPatient || others.length > 0 ? undefined : beginHere} onClick={onClose}>
            <Trans>Keep the time</Trans>
          </Button>
          <Button
            look="primary"
            whyDisabled={!slot ? t`Choose a time first.` : clash && isPatient ? t`Choose another time.` : null}
            showWhy={false}
            onClick={() => void (slot && save(slot, doctorId))}
          >
            {offline ? <Trans>Move on this device</Trans> : <Trans>Move the appointment</Trans>}
          </Button>
        </>
      }
    >
      {others.length > 0 && (
        <Field label={<Trans>Doctor</Trans>}>
          <NativeSelect value={doctorId} onChange={(event) => choose(event.target.value)}>
            {[...(own ? [own] : []), ...others].map((doctor) => (
              <option key={doctor.id} value={doctor.id}>
                {[fullName(doctor), specialty(doctor)].filter(Boolean).join(', ')}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
      {!isPatient && isSame && (
        <MoveOffers
          visit={visit}
          others={others}
          onTake={(offer) => {
            // a warning must be read before it is overridden (rule 15)
            if (!clashAt(offer.slot)) return void save(offer.slot, offer.doctorId, null)
            setDoctorId(offer.doctorId)
            take(offer.slot, null)
          }}
        />
      )}
      <SlotChoice
        key={doctorId}
        doctorId={doctorId}
        type={visit.type}
        clinicId={visit.clinicId}
        zone={visit.zone}
        value={slot}
        onChange={(at) => take(at, null)}
        exceptVisit={visit.id}
        moves={visit.visitType ? visit.id : undefined}
      />
      {mayOverride(device.person) && (
        <OwnTimeForm
          key={`own ${doctorId}`}
          doctorId={doctorId}
          type={visit.type}
          clinicId={visit.clinicId}
          zone={visit.zone}
          minutes={visit.duration}
          chosen={shapeOfVisit(visit)}
          exceptVisit={visit.id}
          onTake={(at, broken) =>
            take(
              at,
              MOVE_OVERRIDES.filter((each) => broken.includes(each)),
            )
          }
        />
      )}
      {slot && overrides && (
        <p className="row wrap" role="status">
          <b>{formatSpan(formatDateTime(slot.start, visit.zone), formatTime(slot.end, visit.zone))}</b>
          <OverrideMarks overrides={overrides} />
        </p>
      )}
      {slot && !overrides && <HoldLine doctorId={doctorId} slot={slot} {...(isSame && { moves: visit.id })} />}
      {clash ? <ClashNote visit={clash} /> : null}
      {failed ? (
        <Note tone="failed" alert>
          <Trans>Not saved: this device has no storage left.</Trans>
        </Note>
      ) : null}
    </Dialog>
  )
}

type MoveOverride = (typeof MOVE_OVERRIDES)[number]
