import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { NotReadable, type Window } from './read.ts'
import { readSafely } from './run.ts'

const YEAR: Window = { from: Date.parse('2026-01-01T00:00Z'), to: Date.parse('2027-01-01T00:00Z'), zone: 'UTC' }
const bomb = (...lines: readonly string[]) =>
  Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:bomb',
      'DTSTART:20000101T000000Z',
      ...lines,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  )

const EVERY = '0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23'
const MINUTES = Array.from({ length: 60 }, (_, n) => n).join(',')
const BOMBS: Readonly<Record<string, Buffer>> = {
  'every second': bomb('RRULE:FREQ=SECONDLY'),
  'every minute for ever': bomb('RRULE:FREQ=MINUTELY'),
  'every minute by the day': bomb(`RRULE:FREQ=DAILY;BYHOUR=${EVERY};BYMINUTE=${MINUTES}`),
  'a day that never comes': bomb('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
  'a week that never comes': bomb('RRULE:FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6'),
  'a place that never comes': bomb('RRULE:FREQ=DAILY;BYSETPOS=300'),
  'an interval of centuries': bomb('RRULE:FREQ=YEARLY;INTERVAL=99999'),
  'a count of millions': bomb('RRULE:FREQ=DAILY;COUNT=99999999'),
  'a start in the year 1': Buffer.from(bomb('RRULE:FREQ=HOURLY').toString().replace('20000101', '00010101')),
  'a hundred thousand dates': bomb(
    `RDATE:${Array.from({ length: 100_000 }, (_, n) => `2026${String((n % 12) + 1).padStart(2, '0')}01T${String(n % 24).padStart(2, '0')}0000Z`).join(',')}`,
  ),
  'a thousand rules': bomb(...Array.from({ length: 1000 }, () => 'RRULE:FREQ=HOURLY')),
  'boxes in boxes': Buffer.from('BEGIN:VEVENT\n'.repeat(150_000)),
  'one line of two megabytes': Buffer.from(`BEGIN:VCALENDAR\nX${';A="'.repeat(500_000)}`),
}

test.each(Object.entries(BOMBS))(
  'made to explode: %s – it ends within seconds, and nothing else waits',
  async (_, bytes) => {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const began = performance.now()
    const found = await readSafely(bytes, YEAR).then(
      ({ occurrences }) => occurrences.length,
      (error: unknown) => (error instanceof NotReadable ? 0 : Promise.reject(error)),
    )
    delay.disable()
    expect(found).toBeLessThan(20_000)
    expect(performance.now() - began).toBeLessThan(8000)
    // in this thread, only starting the other thread is noticeable
    expect(delay.percentile(50) / 1e6).toBeLessThan(50)
  },
  15_000,
)

test('a regular calendar passes through the same worker', async () => {
  const answer = await readSafely(bomb('DURATION:PT1H', 'RRULE:FREQ=WEEKLY'), YEAR)
  expect(answer.occurrences.length).toBeGreaterThan(51)
  expect(answer.skipped).toBe(0)
}, 15_000)
