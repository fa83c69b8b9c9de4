import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { inTheWay, passesMidnight, whyNotHours, type Hours } from '../../../contract/availability/availability.rules.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
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
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast.ts'
import { editHours } from './commands.ts'
import { daysOffWithin, type DaysOff } from './days-off.ts'
import { DaysOffField } from './days-off-field.tsx'
import { HoursInTheWay } from './hours-in-the-way.tsx'
import { daysInWords, spanOf } from './hours-spans.ts'
import type { ShownHours } from './queries.ts'
import { PeriodField, SlotsInWords, useOnlineAllowed } from './hours-fields.tsx'
import { TimeInput } from './time-input.tsx'
import type { WeekDraft } from './week-draft.ts'

const WEEK = [1, 2, 3, 4, 5, 6, 7]

/** Changes days and times of hours; while typing, shows the number of slots and any conflicts. */
export function HoursDialog({
  edit,
  all,
  onClose,
}: {
  edit: ShownHours
  all: readonly ShownHours[]
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const language = useLanguage()
  const device = useDevice()
  const online = useOnlineAllowed(edit.doctorId)
  const today = todayIn(edit.zone, device.now())
  const [fields, setFields] = useState<Fields>(edit)
  const [off, setOff] = useState<WeekDraft['off']>(edit.off ?? [])
  const [problem, setProblem] = useState<Problem | null>(null)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const set = (patch: Partial<Fields>) => setFields((old) => ({ ...old, ...patch }))

  const hours = complete(fields, off)
  const why = hours && whyNotHours(hours)
  const { id, clinicId, zone } = edit
  const others = hours ? inTheWay({ ...hours, id, clinicId, status: 'active', zone }, all) : []

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setTried(true)
    setProblem(null)
    if (!hours || why || others.length) return
    setBusy(true)
    const outcome = await editHours(device, { id, ...hours })
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
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title={<Trans>Edit days and hours</Trans>}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {problem && (
          <Note tone="failed" alert>
            {problem.words}
            {problem.visits.length > 0 && (
              <ul>
                {problem.visits.map((start) => (
                  <li key={start}>{formatDateTime(start, zone)}</li>
                ))}
              </ul>
            )}
          </Note>
        )}
        <FieldGroup
          label={<Trans>Online or in person</Trans>}
          help={online ? null : <Trans>The doctor’s specialty has no online appointments.</Trans>}
        >
          <Segmented
            label={t`Online or in person`}
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
            help={isNight(fields) ? <Trans>ends on the next day</Trans> : null}
            error={
              why === 'end_time_invalid'
                ? t`At least one appointment must fit, and a night has at most 12 hours.`
                : tried && fields.endTime === null
                  ? t`Enter a time.`
                  : null
            }
          >
            <TimeInput isEnd value={fields.endTime} onChange={(endTime) => set({ endTime })} />
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
        </div>
        <DaysOffField value={off} onChange={setOff} today={today} tried={tried} />
        {hours && !why && <SlotsInWords hours={hours} />}
        <HoursInTheWay others={others} tried={tried} />
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
type Fields = { [K in keyof Omit<Hours, 'off'>]: K extends 'type' | 'days' ? Hours[K] : Hours[K] | null }

const isNight = ({ startTime, endTime }: Fields) =>
  startTime !== null && endTime !== null && startTime !== endTime && passesMidnight({ startTime, endTime })

/** The hours as typed, or null if something is missing. */
function complete(
  { startDate, endDate, startTime, endTime, period, type, days }: Fields,
  off: WeekDraft['off'],
): (Hours & { off: DaysOff[] }) | null {
  if (startDate === null || endDate === null || startTime === null || endTime === null || period === null) return null
  const without = off.flatMap(({ from, to }) => (from === null || to === null || to < from ? [] : [{ from, to }]))
  if (without.length < off.length) return null
  return days.length
    ? {
        startDate,
        endDate,
        startTime,
        endTime,
        period,
        type,
        days: days.toSorted((a, b) => a - b),
        off: daysOffWithin(without, startDate, endDate),
      }
    : null
}

const visitsIn = ({ visits }: { readonly visits?: unknown }): string[] =>
  Array.isArray(visits)
    ? visits.flatMap((each: { start?: unknown }) => (typeof each.start === 'string' ? [each.start] : []))
    : []
