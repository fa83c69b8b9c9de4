import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { inTheWay } from '../../../contract/availability/availability.rules.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useClinics } from '../clinic/queries.ts'
import { usePlaces } from '../doctor/use-places.ts'
import { DaysOffField } from './days-off-field.tsx'
import { PeriodField, useOnlineAllowed } from './hours-fields.tsx'
import { HolidaysField, useHolidays } from './holidays-field.tsx'
import { HoursInTheWay } from './hours-in-the-way.tsx'
import type { ShownHours } from './queries.ts'
import type { Opened } from './state.ts'
import { useAddHours } from './use-add-hours.ts'
import { beginWeek, hoursOfWeek, isBlock, meetsItself } from './week-draft.ts'
import { WeekDayRow } from './week-day-row.tsx'
import { WeekInWords } from './week-in-words.tsx'

/**
 * Adds hours as a repeating week, with any number of blocks a day, days off and public holidays; all of it is saved at
 * once, also without a network.
 */
export function WeekDialog({
  doctorId,
  clinicId,
  from = {},
  all,
  onClose,
}: {
  doctorId: string
  clinicId: string | null
  from: Opened['from']
  all: readonly ShownHours[]
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const clinics = useClinics()
  const places = usePlaces(doctorId)
  const online = useOnlineAllowed(doctorId)
  const addHours = useAddHours()
  const [chosen, setPlace] = useState(from.clinicId ?? clinicId)
  const place = chosen ?? places[0]?.id ?? null
  const clinic = clinics?.get(place ?? '')
  const zone = clinic?.zone ?? all.find((each) => each.clinicId === null)?.zone ?? device.zone
  const today = todayIn(zone, device.now())
  const [draft, setDraft] = useState(() => beginWeek(from, today))
  const [price, setPrice] = useState<number | null>(from.price ?? null)
  const [withoutHolidays, setWithoutHolidays] = useState(false)
  const [tried, setTried] = useState(false)
  const set = (patch: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...patch }))

  const { startDate, endDate, period, type } = draft
  const isBackwards = startDate !== null && endDate !== null && endDate < startDate
  const blocks = draft.blocks.flat()
  const known = useHolidays(clinic?.country ?? null, startDate, endDate)
  const holidays = withoutHolidays ? known : []
  const isRight = !isBackwards && blocks.every((block) => isBlock(block, period)) && !draft.off.some(endsFirst)
  // waits for holidays that are still loading; an unknown country has none
  const hours = isRight && holidays !== undefined ? hoursOfWeek(draft, holidays ?? []) : null
  const owned = (hours ?? []).map((each) => ({ ...each, id: '', clinicId: place, status: 'active' as const, zone }))
  const others = all.filter((other) => owned.some((each) => inTheWay(each, [other]).length > 0))
  const meets = hours !== null && meetsItself(hours, zone)

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!hours || price === null || others.length > 0 || meets) return
    const facts = { zone, currency: clinic?.currency ?? ('try' as const) }
    const made = hours.map((each) => ({ hours: { doctorId, clinicId: place, ...each, price }, facts }))
    if (await addHours(made)) onClose()
  }

  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title={<Trans>Add hours</Trans>}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {places.length > 1 && (
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
          label={<Trans>Online or in person</Trans>}
          help={online ? null : <Trans>The doctor’s specialty has no online appointments.</Trans>}
        >
          <Segmented
            label={t`Online or in person`}
            value={type}
            onChange={(next) => set({ type: next })}
            options={[
              { value: 'physical' as const, label: <Trans>Face to face</Trans> },
              ...(online ? [{ value: 'online' as const, label: <Trans>Online</Trans> }] : []),
            ]}
          />
        </FieldGroup>
        <FieldGroup
          label={<Trans>Week</Trans>}
          required
          error={
            tried && blocks.length === 0
              ? t`Add hours to at least one weekday.`
              : meets
                ? t`Blocks of this week overlap.`
                : null
          }
        >
          <ul className="hours-week-days">
            {draft.blocks.map((_, day) => (
              <WeekDayRow key={day} day={day} draft={draft} onChange={setDraft} tried={tried} />
            ))}
          </ul>
        </FieldGroup>
        <div className="hours-two">
          <Field
            label={<Trans>First day</Trans>}
            required
            error={tried && startDate === null ? t`Choose a day.` : null}
          >
            <DatePicker value={startDate} onChange={(next) => set({ startDate: next })} today={today} />
          </Field>
          <Field
            label={<Trans>Last day</Trans>}
            required
            error={
              isBackwards ? t`The last day is before the first.` : tried && endDate === null ? t`Choose a day.` : null
            }
          >
            <DatePicker value={endDate} onChange={(next) => set({ endDate: next })} today={today} />
          </Field>
          <PeriodField value={period} onChange={(next) => set({ period: next })} />
          <Field
            label={<Trans>Price in {(clinic?.currency ?? 'try').toUpperCase()}</Trans>}
            required
            error={tried && price === null ? t`Enter an amount such as 1250.00.` : null}
          >
            <MoneyInput value={price} onChange={setPrice} />
          </Field>
        </div>
        <DaysOffField value={draft.off} onChange={(off) => set({ off })} today={today} tried={tried} />
        <HolidaysField
          country={clinic?.country ?? null}
          known={known}
          checked={withoutHolidays}
          onChange={setWithoutHolidays}
        />
        {hours && !meets && <WeekInWords hours={hours} />}
        <HoursInTheWay others={others} tried={tried} />
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Leave without saving</Trans>
          </Button>
          <Button type="submit" look="primary">
            <Trans>Save the hours</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const endsFirst = ({ from, to }: { readonly from: number | null; readonly to: number | null }) =>
  from !== null && to !== null && to < from
