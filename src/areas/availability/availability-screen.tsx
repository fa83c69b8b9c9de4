import './availability.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarClock, CalendarOff, DoorClosed, ListPlus, Plus, UserX } from 'lucide-react'
import { useState } from 'react'
import type { Hours } from '../../../contract/availability/availability.rules.ts'
import { OfClinics } from '../clinic/of-clinics.tsx'
import { DoctorPicker } from '../doctor/doctor-picker.tsx'
import { useDoctors } from '../doctor/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { AllWeeks } from './all-weeks-table.tsx'
import { CloseTimeDialog } from './close-time-dialog.tsx'
import { HoursDialog } from './hours-dialog.tsx'
import { HoursTable } from './hours-table.tsx'
import { MonthCopyDialog } from './month-copy-dialog.tsx'
import { useHours } from './queries.ts'
import { type AvailabilityState, type Opened, useAvailabilityState } from './state.ts'
import { WeekDialog } from './week-dialog.tsx'
import { WeekPreview } from './week-preview.tsx'

/** /availability (SCREENS B15): a doctor's weekly hours, and the slots they make in a week. */
export function AvailabilityScreen() {
  const state = useAvailabilityState()
  const { person } = useDevice()
  const clinicIds = useDoctors()?.get(state.doctorId ?? '')?.clinicIds ?? []
  return (
    <div className="stack availability">
      {person.type !== 'doctor' && (
        <div className="availability-who stack-2">
          <DoctorPicker
            id="availability-doctor"
            value={{ doctorId: state.doctorId, clinicId: state.clinicId }}
            onChange={({ doctorId, clinicId }) =>
              state.set({
                doctor: doctorId ?? undefined,
                clinic: person.clinicId ? undefined : (clinicId ?? undefined),
              })
            }
          />
          {person.type === 'clinic' && (
            <Link to="/closure" className="btn">
              <DoorClosed aria-hidden="true" />
              <Trans>Closures of the clinic</Trans>
            </Link>
          )}
          {person.type !== 'admin' && (
            <Link to="/visittype" className="btn">
              <ListPlus aria-hidden="true" />
              <Trans>Appointment types</Trans>
            </Link>
          )}
        </div>
      )}
      {state.doctorId ? (
        <OfClinics ids={clinicIds}>
          <OfDoctor state={state} doctorId={state.doctorId} />
        </OfClinics>
      ) : (
        <AllWeeks state={state} />
      )}
    </div>
  )
}

function OfDoctor({ state, doctorId }: { state: AvailabilityState; doctorId: string }) {
  const { t } = useLingui()
  const all = useHours(doctorId)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [closing, setClosing] = useState(false)
  const [copying, setCopying] = useState(false)
  const hours = all?.filter(({ type }) => state.type === null || type === state.type)
  return (
    <>
      <div className="row wrap availability-head">
        <Segmented
          label={t`Online or in person`}
          value={state.type ?? 'all'}
          onChange={(type) => state.set({ type: type === 'all' ? undefined : type })}
          options={[
            { value: 'all', label: <Trans>All</Trans> },
            { value: 'physical', label: <Trans>Face to face</Trans> },
            { value: 'online', label: <Trans>Online</Trans> },
          ]}
        />
        <span className="row wrap push">
          <Link
            to="/appointment/absence"
            search={{ doctor: doctorId, clinic: state.clinicId ?? undefined }}
            className="btn"
          >
            <UserX aria-hidden="true" />
            <Trans>The doctor is away</Trans>
          </Link>
          <Button onClick={() => setClosing(true)}>
            <CalendarOff aria-hidden="true" />
            <Trans>Close a day or hours</Trans>
          </Button>
          <Button look="primary" onClick={() => setOpened({})}>
            <Plus aria-hidden="true" />
            <Trans>Add hours</Trans>
          </Button>
        </span>
      </div>
      {!hours ? (
        <ListSkeleton />
      ) : hours.length === 0 ? (
        <NoHours filtered={(all?.length ?? 0) > 0} onOpen={setOpened} />
      ) : (
        <>
          <WeekPreview state={state} doctorId={doctorId} hours={hours} />
          <HoursTable hours={hours} doctorId={doctorId} onOpen={setOpened} onCopyMonth={() => setCopying(true)} />
        </>
      )}
      {opened?.edit && (
        <HoursDialog key={opened.edit.id} edit={opened.edit} all={all ?? []} onClose={() => setOpened(null)} />
      )}
      {opened && !opened.edit && (
        <WeekDialog
          doctorId={doctorId}
          clinicId={state.clinicId}
          from={opened.from}
          all={all ?? []}
          onClose={() => setOpened(null)}
        />
      )}
      {copying && <MonthCopyDialog all={all ?? []} state={state} onClose={() => setCopying(false)} />}
      {closing && <CloseTimeDialog doctorId={doctorId} state={state} onClose={() => setClosing(false)} />}
    </>
  )
}

/** Templates save the typing that every new doctor would do (SCREENS B15). */
function NoHours({ filtered, onOpen }: { filtered: boolean; onOpen: (opened: Opened) => void }) {
  if (filtered)
    return (
      <Empty icon={<CalendarClock className="icon-lg" />} title={<Trans>No hours of this kind</Trans>}>
        <Trans>The doctor has hours of the other kind.</Trans>
      </Empty>
    )
  return (
    <Empty
      icon={<CalendarClock className="icon-lg" />}
      title={<Trans>No hours yet</Trans>}
      action={
        <>
          <Button look="primary" onClick={() => onOpen({ from: WEEKDAYS })}>
            <Trans>Weekdays 09:00–17:00</Trans>
          </Button>
          <Button onClick={() => onOpen({ from: { ...WEEKDAYS, endTime: 1200 } })}>
            <Trans>Mornings 09:00–12:00</Trans>
          </Button>
        </>
      }
    >
      <Trans>Patients cannot book until you add hours.</Trans>
    </Empty>
  )
}

const WEEKDAYS: Partial<Hours> = { days: [1, 2, 3, 4, 5], startTime: 900, endTime: 1700, period: 20 }
