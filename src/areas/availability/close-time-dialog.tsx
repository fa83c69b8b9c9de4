import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addDays, dayBounds, instantOf } from '../../../contract/kernel/time.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { formatWallDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { closeTime } from './commands.ts'
import { useTaken } from './queries.ts'
import type { AvailabilityState } from './state.ts'
import { TimeInput } from './time-input.tsx'

/** Blocks a day or some hours for visits; the weekly hours and existing bookings do not change (SCREENS B15). */
export function CloseTimeDialog({
  doctorId,
  state: { today, zone },
  onClose,
}: {
  doctorId: string
  state: AvailabilityState
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const save = useSaySaved()
  const [date, setDate] = useState<number | null>(today)
  const [whole, setWhole] = useState(true)
  const [from, setFrom] = useState<number | null>(900)
  const [to, setTo] = useState<number | null>(1200)
  const [title, setTitle] = useState('')
  const [tried, setTried] = useState(false)
  const bounds = date === null ? null : boundsOf(date, whole, from, to, zone)
  const taken = useTaken(doctorId, bounds?.from ?? 0, bounds?.to ?? 0)
  const booked = bounds ? (taken?.visits.filter(({ status }) => status === 'waiting').length ?? 0) : 0

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!bounds || date === null) return
    const day = formatWallDate(date)
    const done = await save(
      () =>
        closeTime(device, {
          doctorId,
          start: new Date(bounds.from).toISOString(),
          end: new Date(bounds.to).toISOString(),
          title: title.trim() || null,
        }),
      t`Closed: ${day}`,
    )
    if (done) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Close a day or hours</Trans>}
      description={<Trans>No slots are offered in this time, in any clinic. Patients see it as taken.</Trans>}
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={<Trans>Day</Trans>} required error={tried && date === null ? t`Choose a day.` : null}>
          <DatePicker value={date} onChange={setDate} today={today} min={today} max={addDays(today, 730)} />
        </Field>
        <Checkbox checked={whole} onChange={(event) => setWhole(event.target.checked)}>
          <Trans>The whole day</Trans>
        </Checkbox>
        {!whole && (
          <div className="hours-two">
            <Field label={<Trans>From</Trans>} required>
              <TimeInput value={from} onChange={setFrom} />
            </Field>
            <Field
              label={<Trans>To</Trans>}
              required
              error={tried && !bounds ? t`The end must be later than the start.` : null}
            >
              <TimeInput value={to} onChange={setTo} />
            </Field>
          </div>
        )}
        <Field label={<Trans>Reason</Trans>} help={<Trans>Only the doctor sees it.</Trans>}>
          <TextInput value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        {booked > 0 && (
          <Note tone="conflict">
            <Plural
              value={booked}
              one="# appointment is booked at this time and stays. Move or cancel it under Appointments."
              other="# appointments are booked at this time and stay. Move or cancel them under Appointments."
            />{' '}
            <Link
              to="/appointment/absence"
              search={{ doctor: doctorId, from: date ?? undefined, to: date ?? undefined }}
            >
              <Trans>Move or cancel all of them</Trans>
            </Link>
          </Note>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Leave it open</Trans>
          </Button>
          <Button type="submit" look="primary">
            <Trans>Close this time</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The span in epoch ms, from times in the clinic's zone; null if the end is not after the start. */
function boundsOf(date: number, whole: boolean, from: number | null, to: number | null, zone: string) {
  if (whole) return dayBounds(date, zone)
  if (from === null || to === null || to <= from) return null
  const day = dayBounds(date, zone)
  return { from: instantOf({ date, time: from }, zone) ?? day.from, to: instantOf({ date, time: to }, zone) ?? day.to }
}
