import '@fullcalendar/react/skeleton.css'
import FullCalendar, { type DateClickInfo, type EventDropInfo } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import timeGrid from '@fullcalendar/react/timegrid'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { memo, useMemo, type RefObject } from 'react'
import type { ShownVisit } from '../appointment/queries.ts'
import type { ShownBusy } from '../availability/queries.ts'
import { dayInWords, formatWallTime, weekdayName } from '../../i18n/format.ts'
import { intlTag } from '../../../contract/kernel/constants.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { EventFace, type FaceFacts } from './event-face.tsx'
import { classOf, type GridEvents, type Item } from './events.ts'
import { dayOfMarker, instantOfMarker, markerOf } from './grid-clock.ts'
import { keepEvents } from './kept-events.ts'
import type { CalendarDays } from './queries.ts'

export type GridProps = {
  days: Pick<CalendarDays, 'view' | 'day' | 'from' | 'zone'>
  drawn: GridEvents
  /** The visits of each day, for the column heads. */
  counts: ReadonlyMap<number, number>
  facts: FaceFacts
  /** The part of the day that is drawn, in minutes of the zone's wall clock. */
  hours: { readonly from: number; readonly to: number }
  on: RefObject<GridActs>
}

/** What a click, a key or a drop on the grid does. */
export type GridActs = {
  onVisit: (visit: ShownVisit) => void
  onBusy: (busy: ShownBusy) => void
  onDay: (day: number) => void
  /** A time of the grid was clicked, epoch ms. */
  onTime: (at: number) => void
  /** A visit was dropped at an instant; `back` returns it to its place. */
  onDrop: (visit: ShownVisit, at: number, back: () => void) => void
}

/**
 * Month, week and day on FullCalendar, whose code loads only with this file. What it shows comes from the address and
 * the device, never from its own state. It is drawn again only when that has changed, since hundreds of events take 0.1
 * s, and a press on "Month", an opened dialog or a dropped visit would each wait for it.
 */
export const CalendarGrid = memo(function CalendarGrid({ days, drawn, counts, facts, hours, on }: GridProps) {
  const { t } = useLingui()
  const { now } = useDevice()
  const language = useLanguage()
  const narrow = useNarrow()
  const { view, day, from, zone } = days
  const clock = useMemo(() => () => markerOf(now(), zone), [now, zone])
  const itemOf = (id: string) => drawn.items.get(id)
  const open = (item: Item | undefined) => {
    switch (item?.kind) {
      case 'visit':
        return on.current.onVisit(item.visit)
      case 'busy':
        return on.current.onBusy(item.busy)
      case 'more':
        return on.current.onDay(item.day)
    }
  }
  return (
    <FullCalendar
      key={`${view} ${from} ${zone} ${language}`}
      plugins={PLUGINS}
      className="cal-grid"
      initialView={VIEWS[view === 'agenda' ? 'week' : view]}
      initialDate={isoDay(day)}
      timeZone="UTC"
      now={clock}
      locale={intlTag(language)}
      firstDay={1}
      fixedWeekCount={false}
      headerToolbar={false}
      height="auto"
      tableHeaderSticky={false}
      allDaySlot={false}
      nowIndicator
      slotMinTime={wallOfMinute(hours.from)}
      slotMaxTime={wallOfMinute(hours.to)}
      // on a phone twenty minutes are as high as a finger
      slotMinHeight={narrow ? 68 : 37}
      snapDuration="00:05"
      slotEventOverlap={false}
      eventMinHeight={24}
      events={drawn.events}
      eventDurationEditable={false}
      eventDragMinDistance={4}
      longPressDelay={400}
      eventInteractive
      // the event's face shows the time; the library would format it for every event of every render and discard it
      displayEventTime={false}
      eventShortHeight={36}
      eventContent={({ event, isShort, view: shown }) => {
        const item = itemOf(event.id)
        return item ? (
          <EventFace item={item} facts={facts} zone={zone} line={shown.type === VIEWS.month} short={isShort} />
        ) : null
      }}
      eventClass={({ event }) => {
        const item = itemOf(event.id)
        return item ? `cal-event ${classOf(item, facts.stateOf)}` : ''
      }}
      eventClick={({ event, jsEvent }) => {
        jsEvent.preventDefault()
        open(itemOf(event.id))
      }}
      eventDrop={({ event, revert }: EventDropInfo) => {
        const item = itemOf(event.id)
        if (item?.kind !== 'visit' || !event.start) return
        const at = instantOfMarker(event.start, zone)
        // first it is drawn where it was dropped, then the dialog opens: together they would block the page
        requestAnimationFrame(() => setTimeout(() => on.current.onDrop(item.visit, at, revert)))
      }}
      dateClick={({ date, allDay }: DateClickInfo) =>
        allDay ? on.current.onDay(dayOfMarker(date)) : on.current.onTime(instantOfMarker(date, zone))
      }
      navLinks
      navLinkDayClick={(date: Date) => on.current.onDay(dayOfMarker(date))}
      navLinkHint={(_text: string, date: Date) => {
        const at = dayOfMarker(date)
        const count = counts.get(at) ?? 0
        const words = `${dayInWords(at, language)}, ${plural(count, { one: '# appointment', other: '# appointments' })}`
        return view === 'month' ? words : `${weekdayName(at, language, 'short')} ${at % 100}, ${words}`
      }}
      eventsHint={t`Appointments`}
      timedText={t`Hours`}
      // the first label would overlap the line under the heads
      slotHeaderContent={({ time, isFirst }) => (time && !isFirst ? wallOfMinute(time.milliseconds / 60_000) : null)}
      dayHeaderContent={({ date, view: shown }) => {
        const at = dayOfMarker(date)
        if (shown.type === VIEWS.month) return weekdayName(at, language, 'short')
        return <DayHead day={at} count={counts.get(at) ?? 0} name={weekdayName(at, language, 'short')} />
      }}
      dayHeaderClass={({ isToday, view: shown }) =>
        isToday && shown.type !== VIEWS.month ? 'cal-head cal-head-today' : 'cal-head'
      }
      dayHeaderInnerClass="cal-head-in"
      dayHeaderAlign="start"
      dayLaneClass="cal-lane"

      slotHeaderClass="cal-axis"
      slotHeaderInnerClass="cal-axis-in"
      dayRowClass="cal-row"
      dayCellClass={({ isOther, isToday }) =>
        ['cal-cell', isOther && 'other', isToday && 'today'].filter(Boolean).join(' ')
      }
      dayCellTopClass="cal-cell-top"
      dayCellTopContent={({ date, dayNumberText }) => {
        const count = counts.get(dayOfMarker(date)) ?? 0
        return (
          <>
            <b>{dayNumberText}</b>
            <Count count={count} />
          </>
        )
      }}
      nowIndicatorLineClass="cal-now"
      nowIndicatorHeaderContent={() => null}
      highlightClass="cal-highlight"
    />
  )
})

function DayHead({ day, count, name }: { day: number; count: number; name: string }) {
  return (
    <>
      <span>{name}</span> <b>{day % 100}</b>
      <Count count={count} />
    </>
  )
}

/** The number of visits, as painted text; the day's accessible name says it in words. */
function Count({ count }: { count: number }) {
  return count > 0 ? <span className="cal-count" data-count={count} /> : null
}

keepEvents()

const PLUGINS = [dayGrid, timeGrid, interaction]
const VIEWS = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const

const isoDay = (day: number) => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
const wallOfMinute = (minute: number) => formatWallTime(Math.floor(minute / 60) * 100 + (minute % 60))
