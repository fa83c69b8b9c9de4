// @vitest-environment happy-dom
import FullCalendar from '@fullcalendar/react'
import timeGrid from '@fullcalendar/react/timegrid'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayBounds, instantOf, wallOf } from '../../../contract/kernel/time.ts'
import { icsOf } from '../../screen/ics.ts'
import type { ShownVisit } from '../appointment/queries.ts'
import { formatTime, formatWallTime } from '../../i18n/format.ts'
import { render } from '../../ui/testing.tsx'
import { timedEvents } from './events.ts'
import { dayFinder, dayOfMarker, instantOfMarker, markerOf } from './grid-clock.ts'

/** The days clocks go forward and back; Türkiye's last ones were in 2016 and 2015. */
const CHANGES = [
  ['Europe/Istanbul', 20160327],
  ['Europe/Istanbul', 20151108],
  ['Europe/Istanbul', 20261025],
  ['Europe/Berlin', 20260329],
  ['Europe/Berlin', 20261025],
  ['Europe/London', 20260329],
  ['Europe/London', 20261025],
  ['America/New_York', 20260308],
  ['America/New_York', 20261101],
] as const
const HOUR = { hour: '2-digit', minute: '2-digit', hour12: false } as const
const QUARTER = 15 * 60_000

// the hours are compared in expectOneHour
// oxlint-disable-next-line vitest/expect-expect
test.each(CHANGES)('in %s on %i the grid shows the same hours as the list and the .ics file', async (zone, day) => {
  const { from, to } = dayBounds(day, zone)
  const starts: number[] = []
  for (let at = from; at < to; at += QUARTER) starts.push(at)
  await expectOneHour(zone, day, starts)
})

test('at any minute of two years, in any of the zones, the grid’s time equals the list’s and converts back to the instant', () => {
  const zones = ['Europe/Istanbul', 'Europe/Berlin', 'Europe/London', 'America/New_York'] as const
  const minute = fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2028, 0) / 60_000 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), minute, (zone, at) => {
      const marker = markerOf(at * 60_000, zone)
      expect(marker.toISOString().slice(11, 16)).toBe(formatTime(at * 60_000, zone))
      expect(dayOfMarker(marker)).toBe(wallOf(at * 60_000, zone).date)
      // the first of a repeated hour (rule 5)
      expect(instantOfMarker(marker, zone)).toBe(instantOf(wallOf(at * 60_000, zone), zone))
    }),
    { numRuns: 500 },
  )
})

test('the day of any instant is the local one, on the page and beyond it, over both clock changes', () => {
  for (const [zone, day] of CHANGES) {
    const dayOf = dayFinder(addDays(day, -3), addDays(day, 3), zone)
    const { from } = dayBounds(day, zone)
    for (let at = from - 5 * 86_400_000; at < from + 6 * 86_400_000; at += QUARTER)
      expect(dayOf(new Date(at).toISOString())).toBe(wallOf(at, zone).date)
  }
})

test('a skipped time becomes the one an hour later', () => {
  expect(instantOfMarker(new Date('2026-03-29T02:30:00Z'), 'Europe/Berlin')).toBe(Date.parse('2026-03-29T01:30:00Z'))
})

async function expectOneHour(zone: string, day: number, starts: readonly number[]) {
  const visits = starts.map((start) => visitAt(start))
  const rules = { zone, from: day, to: day, canMove: () => false }
  const { events } = timedEvents({ visits, busy: [], hours: [] }, rules)
  const shown = new Map<string, { time: string; wall: string; instant: number | undefined }>()
  await render(
    <FullCalendar
      plugins={[timeGrid]}
      initialView="timeGridDay"
      initialDate={String(day).replace(/^(\d{4})(\d\d)/, '$1-$2-')}
      timeZone="UTC"
      locale="en-GB"
      headerToolbar={false}
      allDaySlot={false}
      displayEventEnd={false}
      eventTimeFormat={HOUR}
      events={events}
      eventContent={({ event, timeText }) => {
        shown.set(event.id, {
          time: timeText,
          wall: event.startStr,
          instant: event.start ? instantOfMarker(event.start, zone) : undefined,
        })
        return null
      }}
    />,
  )
  for (const visit of visits) {
    const list = formatTime(visit.start, zone)
    const drawn = shown.get(visit.id)
    expect(drawn?.time, `${visit.start} in ${zone}`).toBe(list)
    expect(drawn?.wall.slice(11, 16)).toBe(list)
    expect(drawn?.instant).toBe(instantOf(wallOf(Date.parse(visit.start), zone), zone))
    expect(icsHour(visit, zone)).toBe(list)
  }
}

/** The wall time that a calendar in that zone reads from the file. */
function icsHour(visit: ShownVisit, zone: string): string {
  const ics = icsOf({
    uid: visit.id,
    sequence: 1,
    start: visit.start,
    end: visit.end,
    stamp: 0,
    summary: '',
    location: null,
    url: null,
    cancelled: false,
  })
  const utc = /DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(ics)
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0] = utc?.slice(1).map(Number) ?? []
  return formatWallTime(wallOf(Date.UTC(year, month - 1, date, hour, minute), zone).time)
}

const visitAt = (start: number) =>
  ({
    id: `visit ${start}`,
    start: new Date(start).toISOString(),
    end: new Date(start + QUARTER).toISOString(),
    patientName: 'Ayşe Yılmaz',
    pending: 'none',
    // the row's other fields do not affect where it is drawn
  }) as ShownVisit
