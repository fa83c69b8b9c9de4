import { Trans, useLingui } from '@lingui/react/macro'
import { Clock, Footprints } from 'lucide-react'
import { useState } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { PAST_DAYS, type Override } from '../../../contract/appointment/appointment.overrides.ts'
import { LONGEST_VISIT_MINUTES as MOST, SHORTEST_VISIT_MINUTES as LEAST } from '../../../contract/kernel/constants.ts'
import { MOST_BUFFER } from '../../../contract/visittype/visittype.ts'
import { addDays, instantOf, todayIn, wallOf } from '../../../contract/kernel/time.ts'
import { formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useHours, useTaken } from '../availability/queries.ts'
import { TimeInput } from '../availability/time-input.tsx'
import { OverrideQuestions } from './override-marks.tsx'
import { ownTimeAt, type ChosenShape } from './own-time.ts'

type OwnTimeProps = {
  doctorId: string
  type: Slot['type']
  clinicId: string | null
  /** The zone in which the time is typed. */
  zone: string
  /** The default length. */
  minutes?: number
  /** By which type, or the shape of the visit that moves. */
  chosen?: ChosenShape | undefined
  /** The visit being moved, which does not block itself; a moved visit is never a walk-in. */
  exceptVisit?: string
  onTake: (slot: Slot, overrides: readonly Override[]) => void
}

/**
 * A time that is not offered, chosen by the clinic's staff or the doctor: typed, confirmed, taken (decision 0138).
 * Folded until it is needed.
 */
export function OwnTimeForm(props: OwnTimeProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="stack-2">
      <Button look="quiet" small className="start" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Clock aria-hidden="true" />
        <Trans>Another time</Trans>
      </Button>
      {open && <OwnTimeFields {...props} />}
    </div>
  )
}

function OwnTimeFields({ doctorId, type, clinicId, zone, minutes, chosen, exceptVisit, onTake }: OwnTimeProps) {
  const { t } = useLingui()
  const { now } = useDevice()
  useMinute() // a time that passes while it is typed is noticed
  const today = todayIn(zone, now())
  const hours = useHours(doctorId)
  const [date, setDate] = useState<number | null>(today)
  const [time, setTime] = useState<number | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [here, setHere] = useState(false)
  const usual = minutes ?? chosen?.duration ?? hours?.find(({ status }) => status === 'active')?.period ?? 20
  const length = typed === null ? usual : /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0
  const start = date !== null && time !== null ? instantOf({ date, time }, zone) : null
  const from = start ?? 0
  const taken = useTaken(start === null ? null : doctorId, from - AROUND_MS, from + AROUND_MS)
  const isLength = length >= LEAST && length <= MOST
  const own =
    start !== null && isLength && hours && taken
      ? ownTimeAt({ start, minutes: length, type, clinicId, exceptVisit, chosen }, hours, taken, now())
      : undefined

  function takeNow() {
    const wall = wallOf(now(), zone)
    setDate(wall.date)
    setTime(wall.time)
    setHere(true)
  }
  return (
    <div role="group" aria-label={t`Another time`} className="stack own-time">
      <div className="own-time-fields">
        <Field label={<Trans>Day</Trans>}>
          <DatePicker
            value={date}
            onChange={(next) => {
              setDate(next)
              setHere(false)
            }}
            today={today}
            min={addDays(today, -PAST_DAYS)}
            max={addDays(today, 730)}
          />
        </Field>
        <Field label={<Trans>Time</Trans>}>
          <TimeInput
            value={time}
            onChange={(next) => {
              setTime(next)
              setHere(false)
            }}
          />
        </Field>
        <Field label={<Trans>Minutes</Trans>} error={isLength ? null : t`Between ${LEAST} and ${MOST} minutes.`}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={typed ?? String(usual)}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </div>
      {exceptVisit === undefined && (
        <Button small className="start" onClick={takeNow}>
          <Footprints aria-hidden="true" />
          <Trans>Now, the patient is here</Trans>
        </Button>
      )}
      {own === null && (
        <Note tone="failed" alert>
          <Trans>The doctor has no hours of this kind at this clinic, so there is no price.</Trans>
        </Note>
      )}
      {own && <OverrideQuestions overrides={own.needed} time={formatTime(own.slot.start, zone)} />}
      <Button
        className="start"
        whyDisabled={own ? null : t`Enter a day, a time and how long it takes.`}
        showWhy={false}
        onClick={() => own && onTake(own.slot, [...own.needed, ...(here ? (['walk_in'] as const) : [])])}
      >
        <Trans>Take this time</Trans>
      </Button>
    </div>
  )
}

/** No visit is longer, with its buffers, so only those that begin this close can overlap. */
const AROUND_MS = (MOST + MOST_BUFFER) * 60_000
