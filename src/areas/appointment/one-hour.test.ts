import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Hours, slotsOn } from '../../../contract/availability/availability.rules.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import { sayWhen } from '../../../contract/kernel/when.ts'
import { formatDateTime, formatTime, formatWallDate, formatWallTime } from '../../i18n/format.ts'
import { icsOf } from '../../screen/ics.ts'
import { dayOf } from '../availability/slot-days.ts'
import { wallOfVisit } from './visit-wall.ts'

/** The four zones of the issue, and both days on which their clocks change; Türkiye's no longer do. */
const CHANGES = [
  ['Europe/Istanbul', 20260329],
  ['Europe/Istanbul', 20261025],
  ['Europe/Berlin', 20260329],
  ['Europe/Berlin', 20261025],
  ['Europe/London', 20260329],
  ['Europe/London', 20261025],
  ['America/New_York', 20260308],
  ['America/New_York', 20261101],
] as const
const FAR = ['Asia/Tokyo', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/New_York'] as const

const allDay: Hours = {
  startDate: 20260101,
  endDate: 20271231,
  startTime: 0,
  endTime: 2359,
  period: 20,
  type: 'physical',
  days: [1, 2, 3, 4, 5, 6, 7],
}
const visitAt = (start: number, zone: string, type: 'online' | 'face-to-face') => ({
  start: new Date(start).toISOString(),
  end: new Date(start + 20 * 60_000).toISOString(),
  zone,
  type,
})

/** The instant that a calendar reads from the .ics file. */
function instantInIcs(visit: ReturnType<typeof visitAt>): number {
  const ics = icsOf({
    uid: 'x',
    sequence: 1,
    start: visit.start,
    end: visit.end,
    stamp: 0,
    summary: '',
    location: null,
    url: null,
    cancelled: false,
  })
  const [, y, mo, d, h, mi, s] = /DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(ics)!.map(Number)
  return Date.UTC(y!, mo! - 1, d, h, mi, s)
}

describe('the same time on every surface (rules 1–5)', () => {
  test.each(CHANGES)('in %s on %i: slot, list, detail, message and calendar file show the same time', (zone, day) => {
    const slots = slotsOn(allDay, day, zone)
    expect(slots.length).toBeGreaterThan(60)
    for (const { start } of slots) {
      const visit = visitAt(start, zone, 'face-to-face')
      const wall = wallOfVisit(visit, 'Asia/Tokyo')
      const listed = `${formatWallDate(wall.date)} ${formatWallTime(wall.time)}`
      expect(dayOf(visit)).toBe(day)
      expect([wall.date, wall.zone]).toEqual([day, zone])
      expect(formatDateTime(visit.start, zone)).toBe(listed)
      expect(sayWhen(visit, null)).toBe(listed)
      expect(sayWhen(visit, zone)).toBe(listed)
      expect(sayWhen(visit, 'Asia/Tokyo').startsWith(listed)).toBe(true)
      expect(instantInIcs(visit)).toBe(start)
    }
    // rule 5: no wall time occurs twice, so no two slots look alike
    const read = slots.map(({ start }) => formatTime(start, zone))
    expect(new Set(read).size).toBe(read.length)
  })

  test('a patient in another zone sees both times, each labelled, and both are the same instant', () => {
    const zones = CHANGES.map(([zone]) => zone)
    const minute = fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2028, 0) / 60_000 })
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...FAR),
        fc.constantFrom('online' as const, 'face-to-face' as const),
        minute,
        (zone, viewer, type, at) => {
          const visit = visitAt(at * 60_000, zone, type)
          const wall = wallOfVisit(visit, viewer)
          const said = sayWhen(visit, viewer)
          // the leading clock: the clinic's for a visit in person, the viewer's for a call
          expect(wall.zone).toBe(type === 'online' ? viewer : zone)
          const lead = wallOf(at * 60_000, wall.zone)
          expect(said.startsWith(`${formatWallDate(lead.date)} ${formatWallTime(lead.time)}`)).toBe(true)
          expect(said.includes('GMT')).toBe(wall.other !== null)
          if (!wall.other) return
          const other = wallOf(at * 60_000, wall.other.zone)
          expect(said).toContain(`${wall.label} (`)
          expect(said).toContain(`${formatWallTime(other.time)} ${wall.other.label})`)
          expect(said.includes(`(${formatWallDate(other.date)}`)).toBe(other.date !== lead.date)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('an online visit for a person with an unknown zone says whose time it is', () => {
    expect(sayWhen(visitAt(Date.parse('2026-11-18T07:00:00Z'), 'Europe/Istanbul', 'online'), null)).toBe(
      '18.11.2026 10:00 GMT+3',
    )
  })
})
