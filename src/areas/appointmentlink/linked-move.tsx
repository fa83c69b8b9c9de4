import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import type { LinkedAppointment } from '../../../contract/appointmentlink/appointmentlink.ts'
import { addDays, todayIn, wallOf } from '../../../contract/kernel/time.ts'
import { formatDateTime, formatDay, formatMonth, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DateStrip } from '../../ui/date-strip.tsx'
import { useMinute, useViewerZone } from '../../ui/minute-clock.ts'
import { Note } from '../../ui/note.tsx'
import { SlotPicker } from '../../ui/slot-picker.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { daysFrom } from '../availability/slot-days.ts'
import { freeTimes, moveTo } from './commands.ts'

const DAYS = 7

/** Chooses a day, then a free time of the same doctor, one week at a time, from the server. */
export function LinkedMove({
  token,
  appointment,
  onMoved,
  onKeep,
  onLost,
}: {
  token: string
  appointment: LinkedAppointment
  onMoved: (appointment: LinkedAppointment) => void
  onKeep: () => void
  /** Called if it cannot be moved any more. */
  onLost: (problem: Problem) => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const viewer = useViewerZone()
  const words = useProblemWords(true)
  const wall = appointment.type === 'online' ? viewer : appointment.zone
  const today = todayIn(wall, useMinute())
  const [from, setFrom] = useState(today)
  const [times, setTimes] = useState<readonly Slot[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [day, setDay] = useState<number | null>(null)
  const [chosen, setChosen] = useState<Slot | null>(null)
  const [busy, setBusy] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  const newest = useRef(0)

  async function ask(first: number) {
    const mine = ++newest.current
    setTimes(null)
    setProblem(null)
    setChosen(null)
    setDay(null)
    const outcome = await freeTimes(token, first)
    // another week has been requested meanwhile
    if (mine !== newest.current) return
    if (outcome.kind === 'done') setTimes(outcome.reply.times)
    else setProblem(outcome)
  }
  useEffect(() => {
    head.current?.focus()
  }, [])
  useEffect(() => {
    void ask(from)
    // oxlint-disable-next-line react/exhaustive-deps -- fetches again only when another week is shown
  }, [from])

  async function move() {
    if (busy || !chosen) return
    setBusy(true)
    setProblem(null)
    const outcome = await moveTo(token, chosen.start, appointment.duration)
    setBusy(false)
    if (outcome.kind === 'done') return onMoved(outcome.reply.appointment)
    // someone else took the time: fetches the times again and keeps the reason on the page
    if (outcome.kind === 'refused' && !outcome.code.startsWith('slot_') && outcome.code !== 'patient_overlap')
      return onLost(outcome)
    if (outcome.kind === 'refused') await ask(from)
    setProblem(outcome)
  }

  const when = chosen && formatDateTime(chosen.start, wall)
  const dayOf = ({ start }: Slot) => wallOf(Date.parse(start), wall).date
  const byDay = Map.groupBy(times ?? [], dayOf)
  const shown = day ?? (times?.[0] ? dayOf(times[0]) : null)
  const last = addDays(from, DAYS - 1)
  return (
    <section className="stack linked-move" aria-labelledby="linked-move">
      <div className="row">
        <h2 id="linked-move" className="grow" tabIndex={-1} ref={head}>
          <Trans>Choose another time</Trans>
        </h2>
        <IconButton
          look="quiet"
          small
          label={t`Earlier days`}
          icon={<ChevronLeft />}
          whyDisabled={from === today ? t`There are no earlier days.` : null}
          onClick={() => setFrom(addDays(from, -DAYS))}
        />
        <IconButton
          look="quiet"
          small
          label={t`Later days`}
          icon={<ChevronRight />}
          onClick={() => setFrom(addDays(from, DAYS))}
        />
      </div>
      <p className="dim">{formatMonth(from, language)}</p>
      {problem && (
        <Note tone={problem.kind === 'refused' ? 'failed' : 'offline'} alert>
          {words(problem)}
        </Note>
      )}
      {!times && !problem && <ListSkeleton rows={3} />}
      {times && (
        <fieldset>
          <legend className="vh">
            <Trans>Day</Trans>
          </legend>
          <DateStrip
            days={daysFrom(from, last).map((date) => {
              const count = byDay.get(date)?.length ?? 0
              return {
                date,
                none: count === 0,
                offer: count ? <Plural value={count} one="# free" other="# free" /> : <span aria-hidden="true">–</span>,
              }
            })}
            value={shown}
            onChange={(date) => {
              setDay(date)
              setChosen(null)
            }}
          />
        </fieldset>
      )}
      {times && times.length === 0 && (
        <p className="dim">
          <Trans>
            Nothing is free between {formatDay(from, language)} and {formatDay(last, language)}.
          </Trans>
        </p>
      )}
      {shown !== null && (
        <SlotPicker
          groups={[
            {
              label: formatDay(shown, language),
              slots: (byDay.get(shown) ?? []).map(({ start }) => ({
                id: start,
                label: formatTime(start, wall),
                state: 'free',
              })),
            },
          ]}
          value={chosen?.start ?? null}
          onChange={(start) => setChosen(times?.find((slot) => slot.start === start) ?? null)}
        />
      )}
      <div className="linked-foot">
        <Button onClick={onKeep}>
          <Trans>Keep the time</Trans>
        </Button>
        <Button
          look="primary"
          aria-busy={busy || undefined}
          whyDisabled={chosen ? null : t`Choose a time first.`}
          showWhy={false}
          onClick={() => void move()}
        >
          {chosen ? <Trans>Move to {when}</Trans> : <Trans>Choose a time</Trans>}
        </Button>
      </div>
    </section>
  )
}
