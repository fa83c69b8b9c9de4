import './book.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, Clock, Zap } from 'lucide-react'
import { useState } from 'react'
import type { Appointment, Slot } from '../../../contract/appointment/appointment.ts'
import { addDays, daysBetween, todayIn, wallOf } from '../../../contract/kernel/time.ts'
import { formatDate, formatDay, formatMonth, formatTime, viewerZone } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DateStrip } from '../../ui/date-strip.tsx'
import { Note } from '../../ui/note.tsx'
import { SlotPicker } from '../../ui/slot-picker.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { findFirstFree, SLOT_WINDOW_DAYS, useSlots, type SlotsShown } from './queries-slots.ts'
import { daysFrom } from '../availability/slot-days.ts'
import { ZoneNote } from './zone-note.tsx'

export type SlotChoiceProps = {
  doctorId: string
  type: Appointment['type']
  /** Times of this clinic only; null: the doctor's own practice; undefined: any place. */
  clinicId: string | null | undefined
  /** The visit's zone for face-to-face times; online ones use the reader's (rule 3). */
  zone: string
  value: Slot | null
  onChange: (slot: Slot) => void
  /** The visit being moved, which does not block itself. */
  exceptVisit?: string
  /** The type of visit: its length, buffers and price. */
  visitTypeId?: string | undefined
  /** The visit being moved, if it has a type. */
  moves?: string | undefined
}

/** Two weeks are shown; four are requested at once. */
const DAYS_SHOWN = 14

/** A day, then one of its free times: from the server, or as this device knows them, with their age (rules 6–9, 23). */
export function SlotChoice({
  doctorId,
  type,
  clinicId,
  zone,
  value,
  onChange,
  exceptVisit,
  visitTypeId,
  moves,
}: SlotChoiceProps) {
  const { t } = useLingui()
  const device = useDevice()
  const { horizonDays } = device.settings
  const language = useLanguage()
  const wall = type === 'online' ? viewerZone() : zone
  const today = todayIn(wall, device.now())
  const dayOfSlot = (slot: Slot) => wallOf(Date.parse(slot.start), wall).date
  const pageOf = (day: number) => Math.max(0, Math.floor(daysBetween(today, day) / DAYS_SHOWN))
  const [page, setPage] = useState(() => (value ? pageOf(dayOfSlot(value)) : 0))
  const [chosen, setChosen] = useState<number | null>(null)
  const [search, setSearch] = useState<'idle' | 'busy' | 'none'>('idle')

  const question = { doctorId, type, clinicId, exceptVisit, visitTypeId, moves }
  const first = addDays(today, page * DAYS_SHOWN)
  const last = addDays(first, DAYS_SHOWN - 1)
  const firstDay = addDays(today, Math.floor((page * DAYS_SHOWN) / SLOT_WINDOW_DAYS) * SLOT_WINDOW_DAYS)
  const known = useSlots(question, firstDay, addDays(firstDay, SLOT_WINDOW_DAYS - 1))
  const isShown = (slot: Slot) => first <= dayOfSlot(slot) && dayOfSlot(slot) <= last
  const free = known.state === 'known' ? known.free.filter(isShown) : []
  const byDay = Map.groupBy(free, dayOfSlot)
  const day =
    [chosen, value && dayOfSlot(value), free[0] && dayOfSlot(free[0])].find(
      (each) => each && first <= each && each <= last,
    ) ?? null

  async function takeFirst() {
    setSearch('busy')
    const found = (page === 0 ? free[0] : undefined) ?? (await findFirstFree(device, question, zone))
    setSearch(found ? 'idle' : 'none')
    if (!found) return
    setPage(pageOf(dayOfSlot(found)))
    setChosen(dayOfSlot(found))
    onChange(found)
  }
  function turn(by: 1 | -1) {
    setPage(page + by)
    setChosen(null)
  }

  return (
    <div className="slot-choice">
      <div className="row wrap slot-head">
        <h3>{formatMonth(day ?? first, language)}</h3>
        <IconButton
          look="quiet"
          small
          label={t`Earlier days`}
          icon={<ChevronLeft />}
          whyDisabled={page === 0 ? t`There are no earlier days.` : null}
          onClick={() => turn(-1)}
        />
        <IconButton
          look="quiet"
          small
          label={t`Later days`}
          icon={<ChevronRight />}
          whyDisabled={(page + 1) * DAYS_SHOWN > horizonDays ? t`You cannot book further ahead.` : null}
          onClick={() => turn(1)}
        />
        <Button
          look="quiet"
          small
          className="push"
          aria-busy={search === 'busy' || undefined}
          onClick={() => void takeFirst()}
        >
          <Zap aria-hidden="true" />
          <Trans>First available</Trans>
        </Button>
      </div>
      {search === 'none' && (
        <Note alert>
          <Plural
            value={horizonDays}
            one="There is no free time with this doctor in the next day."
            other="There is no free time with this doctor in the next # days."
          />
        </Note>
      )}
      {known.state === 'asking' && <ListSkeleton rows={3} />}
      {known.state === 'unknown' && <Unknown because={known.because} />}
      {known.state === 'known' && (
        <>
          <Age known={known} zone={device.zone} />
          <fieldset>
            <legend className="vh">
              <Trans>Day</Trans>
            </legend>
            <DateStrip
              days={daysFrom(first, last).map((date) => {
                const count = byDay.get(date)?.length ?? 0
                return {
                  date,
                  none: count === 0,
                  offer: count ? (
                    <Plural value={count} one="# free" other="# free" />
                  ) : (
                    <NoneWord known={known} date={date} wall={wall} />
                  ),
                }
              })}
              value={day}
              onChange={setChosen}
            />
          </fieldset>
          {free.length === 0 ? (
            <p className="dim">
              <Trans>
                Nothing is free between {formatDay(first, language)} and {formatDay(last, language)}.
              </Trans>
            </p>
          ) : day ? (
            <DaySlots known={known} day={day} wall={wall} value={value} onChange={onChange} />
          ) : null}
        </>
      )}
      <ZoneNote type={type} zone={zone} clinicId={clinicId} at={day} />
    </div>
  )
}

/** The day's times, grouped by part of the day; taken ones are struck through, never hidden. */
function DaySlots({
  known,
  day,
  wall,
  value,
  onChange,
}: {
  known: Extract<SlotsShown, { state: 'known' }>
  day: number
  wall: string
  value: Slot | null
  onChange: (slot: Slot) => void
}) {
  const ofDay = (slots: readonly Slot[]) => slots.filter((slot) => wallOf(Date.parse(slot.start), wall).date === day)
  const free = ofDay(known.free)
  const all = [
    ...free.map((slot) => ({ slot, state: 'free' as const })),
    ...ofDay(known.taken).map((slot) => ({ slot, state: 'taken' as const })),
  ].toSorted((a, b) => a.slot.start.localeCompare(b.slot.start))
  const hour = ({ slot }: { slot: Slot }) => wallOf(Date.parse(slot.start), wall).time
  const parts = [
    { label: <Trans>Morning</Trans>, slots: all.filter((each) => hour(each) < 1200) },
    { label: <Trans>Afternoon</Trans>, slots: all.filter((each) => hour(each) >= 1200 && hour(each) < 1700) },
    { label: <Trans>Evening</Trans>, slots: all.filter((each) => hour(each) >= 1700) },
  ]
  return (
    <SlotPicker
      groups={parts
        .filter(({ slots }) => slots.length > 0)
        .map(({ label, slots }) => ({
          label,
          slots: slots.map(({ slot, state }) => ({ id: slot.start, label: formatTime(slot.start, wall), state })),
        }))}
      value={value && free.some((slot) => slot.start === value.start) ? value.start : null}
      onChange={(start) => {
        const slot = free.find((each) => each.start === start)
        if (slot) onChange(slot)
      }}
    />
  )
}

/** Why a day has no free time: all taken, no hours, or unknown here. */
function NoneWord({
  known,
  date,
  wall,
}: {
  known: Extract<SlotsShown, { state: 'known' }>
  date: number
  wall: string
}) {
  if (!known.days.has(date)) return <Trans context="day whose free times are not known">unknown</Trans>
  const full = known.taken.some((slot) => wallOf(Date.parse(slot.start), wall).date === date)
  return full ? <Trans context="day without a free time">full</Trans> : <span aria-hidden="true">–</span>
}

/** How old the times are, once they may have changed. */
function Age({ known, zone }: { known: Extract<SlotsShown, { state: 'known' }>; zone: string }) {
  const { now } = useDevice()
  if (!known.stale) return null
  const today = todayIn(zone, now()) === todayIn(zone, known.at)
  const time = formatTime(known.at, zone)
  const date = formatDate(known.at, zone)
  return (
    <Note
      icon={<Clock aria-hidden="true" />}
      tone="offline"
      title={
        today ? (
          <Trans>Free times as of {time}, to be confirmed</Trans>
        ) : (
          <Trans>
            Free times as of {date} {time}, to be confirmed
          </Trans>
        )
      }
    >
      <Trans>The clinic’s server checks the time when the booking reaches it.</Trans>
    </Note>
  )
}

function Unknown({ because }: { because: Extract<SlotsShown, { state: 'unknown' }>['because'] }) {
  const { i18n } = useLingui()
  if (because !== 'unreachable')
    return (
      <Note tone="failed" alert>
        {i18n._(messages[because])}
      </Note>
    )
  return (
    <Note tone="offline" title={<Trans>This device knows no free times of this doctor for these days</Trans>}>
      <Trans>They are fetched as soon as you are back online. What you have entered stays here.</Trans>
    </Note>
  )
}
