import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { inTheWay, whyNotHours, type Hours } from '../../../contract/availability/availability.rules.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { useClinics } from '../clinic/queries.ts'
import { useBranches, useDoctors } from '../doctor/queries.ts'
import { usePlaces } from '../doctor/use-places.ts'
import { formatDateTime, weekdayName } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { FilterChip } from '../../ui/chip.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast.ts'
import type { Opened } from './state.ts'
import { addHours, editHours } from './commands.ts'
import { datesOf, daysInWords, spanOf } from './hours-spans.ts'
import type { ShownHours } from './queries.ts'
import { PeriodField, SlotsInWords } from './hours-fields.tsx'
import { TimeInput } from './time-input.tsx'

const WEEK = [1, 2, 3, 4, 5, 6, 7]

/** New hours, or other days and times of old ones; says while one types how many slots that makes and what stands in the way. */
export function HoursDialog({
  doctorId,
  clinicId,
  opened: { edit, from },
  all,
  onClose,
}: {
  doctorId: string
  clinicId: string | null
  opened: Opened
  all: readonly ShownHours[]
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const language = useLanguage()
  const device = useDevice()
  const clinics = useClinics()
  const places = usePlaces(doctorId)
  const online = useOnlineAllowed(doctorId)
  const [chosen, setPlace] = useState(edit?.clinicId ?? clinicId)
  const place = chosen ?? places[0]?.id ?? null
  const clinic = clinics?.get(place ?? '')
  const today = todayIn(clinic?.zone ?? device.zone, device.now())
  const [fields, setFields] = useState(() => begin(edit ?? from ?? {}, today))
  const [price, setPrice] = useState<number | null>(edit?.price ?? from?.price ?? null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const set = (patch: Partial<typeof fields>) => setFields((old) => ({ ...old, ...patch }))

  const hours = complete(fields)
  const why = hours && whyNotHours(hours)
  const zone = clinic?.zone ?? all.find((each) => each.clinicId === null)?.zone ?? device.zone
  const others = hours ? inTheWay({ ...hours, id: edit?.id ?? '', clinicId: place, status: 'active', zone }, all) : []

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setTried(true)
    setProblem(null)
    if (!hours || why || others.length || (!edit && price === null)) return
    setBusy(true)
    const outcome = edit
      ? await editHours(device, { id: edit.id, ...hours })
      : await addHours(device, { doctorId, clinicId: place, ...hours, price: price ?? 0 })
    setBusy(false)
    if (outcome.kind === 'done') {
      showToast({
        kind: 'saved',
        title: <Trans>Hours saved</Trans>,
        text: `${daysInWords(hours.days, language)} ${spanOf(hours)}`,
      })
      return onClose()
    }
    setProblem({
      words: words(outcome),
      visits: outcome.kind === 'refused' ? visitsIn(outcome.details) : [],
    })
  }

  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title={edit ? <Trans>Edit days and hours</Trans> : <Trans>Add hours</Trans>}
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {problem && (
          <Note tone="failed" alert>
            {problem.words}
            {problem.visits.length > 0 && (
              <ul>
                {problem.visits.map((start) => (
                  <li key={start}>{formatDateTime(start, clinic?.zone ?? device.zone)}</li>
                ))}
              </ul>
            )}
          </Note>
        )}
        {!edit && places.length > 1 && (
          <Field label={<Trans>Clinic</Trans>} required>
            <NativeSelect value={place ?? ''} onChange={(event) => setPlace(event.target.value)}>
              {places.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}, {each.city}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        <FieldGroup
          label={<Trans>Appointment type</Trans>}
          help={online ? null : <Trans>The doctor’s specialty has no online appointments.</Trans>}
        >
          <Segmented
            label={t`Appointment type`}
            value={fields.type}
            onChange={(type) => set({ type })}
            options={[
              { value: 'physical' as const, label: <Trans>Face to face</Trans> },
              ...(online ? [{ value: 'online' as const, label: <Trans>Online</Trans> }] : []),
            ]}
          />
        </FieldGroup>
        <FieldGroup
          label={<Trans>Weekdays</Trans>}
          required
          error={tried && fields.days.length === 0 ? t`Choose at least one weekday.` : null}
        >
          <div className="day-chips">
            {WEEK.map((day) => (
              <FilterChip
                key={day}
                on={fields.days.includes(day)}
                onToggle={() =>
                  set({
                    days: fields.days.includes(day)
                      ? fields.days.filter((each) => each !== day)
                      : [...fields.days, day],
                  })
                }
              >
                {weekdayName(20240100 + day, language, 'short')}
              </FilterChip>
            ))}
          </div>
        </FieldGroup>
        <div className="hours-two">
          <Field
            label={<Trans>From</Trans>}
            required
            error={tried && fields.startTime === null ? t`Enter a time.` : null}
          >
            <TimeInput value={fields.startTime} onChange={(startTime) => set({ startTime })} />
          </Field>
          <Field
            label={<Trans>To</Trans>}
            required
            error={
              why === 'end_time_invalid'
                ? t`At least one appointment must fit between start and end, on the same day.`
                : tried && fields.endTime === null
                  ? t`Enter a time.`
                  : null
            }
          >
            <TimeInput value={fields.endTime} onChange={(endTime) => set({ endTime })} />
          </Field>
          <Field label={<Trans>First day</Trans>} required error={tried && !fields.startDate ? t`Choose a day.` : null}>
            <DatePicker value={fields.startDate} onChange={(startDate) => set({ startDate })} today={today} />
          </Field>
          <Field
            label={<Trans>Last day</Trans>}
            required
            error={
              why === 'end_date_invalid'
                ? i18n._(messages.end_date_invalid)
                : tried && !fields.endDate
                  ? t`Choose a day.`
                  : null
            }
          >
            <DatePicker value={fields.endDate} onChange={(endDate) => set({ endDate })} today={today} />
          </Field>
          <PeriodField value={fields.period} onChange={(period) => set({ period })} />
          {!edit && (
            <Field
              label={<Trans>Price in {(clinic?.currency ?? 'try').toUpperCase()}</Trans>}
              required
              error={tried && price === null ? t`Enter an amount such as 1250.00.` : null}
            >
              <MoneyInput value={price} onChange={setPrice} />
            </Field>
          )}
        </div>
        {hours && !why && <SlotsInWords hours={hours} />}
        {others.length > 0 && (
          <Note tone="conflict" alert={tried}>
            <Trans>The doctor already has hours at this time:</Trans>
            <ul>
              {others.map((other) => (
                <li key={other.id}>
                  {daysInWords(other.days, language)} {spanOf(other)}, {datesOf(other)}
                  {clinics?.get(other.clinicId ?? '') ? `, ${clinics.get(other.clinicId ?? '')!.name}` : ''}
                </li>
              ))}
            </ul>
          </Note>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Leave without saving</Trans>
          </Button>
          <Button type="submit" look="primary" aria-busy={busy || undefined} whyDisabled={busy ? t`Saving…` : null}>
            <Trans>Save the hours</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Problem = { readonly words: string; readonly visits: readonly string[] }
type Fields = { [K in keyof Hours]: K extends 'type' | 'days' ? Hours[K] : Hours[K] | null }

/** Rule 12: online hours only where the doctor's branch has online visits. */
function useOnlineAllowed(doctorId: string): boolean {
  const doctor = useDoctors()?.get(doctorId)
  return useBranches()?.get(doctor?.branchId ?? '')?.onlineCalls ?? true
}

const begin = (from: Partial<Hours>, today: number): Fields => ({
  startDate: from.startDate ?? today,
  endDate: from.endDate ?? addDays(today, 365),
  startTime: from.startTime ?? 900,
  endTime: from.endTime ?? 1700,
  period: from.period ?? 20,
  type: from.type ?? 'physical',
  days: from.days ?? [],
})

/** The hours as typed, or null while something is missing. */
function complete({ startDate, endDate, startTime, endTime, period, type, days }: Fields): Hours | null {
  if (startDate === null || endDate === null || startTime === null || endTime === null || period === null) return null
  return days.length
    ? { startDate, endDate, startTime, endTime, period, type, days: days.toSorted((a, b) => a - b) }
    : null
}

const visitsIn = ({ visits }: { readonly visits?: unknown }): string[] =>
  Array.isArray(visits)
    ? visits.flatMap((each: { start?: unknown }) => (typeof each.start === 'string' ? [each.start] : []))
    : []
