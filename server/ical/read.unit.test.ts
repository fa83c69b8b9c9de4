import { describe, expect, test } from 'vitest'
import { NotReadable, readCalendar, type Window } from './read.ts'

const YEAR: Window = {
  from: Date.parse('2026-01-01T00:00Z'),
  to: Date.parse('2027-01-01T00:00Z'),
  zone: 'Europe/Istanbul',
}

/** An event with these lines in a calendar with these zones. */
const calendar = (...lines: readonly string[]) =>
  Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'))
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:own@example', ...lines, 'END:VEVENT']
const read = (bytes: Buffer, window = YEAR) => readCalendar(bytes, window)
const starts = (bytes: Buffer, window = YEAR) =>
  read(bytes, window)
    .occurrences.map(({ start }) => utc(start))
    .toSorted()
const spans = (bytes: Buffer) =>
  read(bytes)
    .occurrences.map(({ start, end }) => `${utc(start)} ${utc(end)}`)
    .toSorted()
const utc = (at: number) => new Date(at).toISOString().slice(0, 16)

describe('recurring events', () => {
  test('RDATE adds dates and periods, a second RRULE counts as well, EXDATE removes', () => {
    expect(
      spans(
        calendar(
          ...event(
            'DTSTART;TZID=Europe/Berlin:20260105T090000',
            'DURATION:PT1H',
            'RRULE:FREQ=WEEKLY;COUNT=2',
            'RRULE:FREQ=MONTHLY;BYMONTHDAY=20;COUNT=2',
            'RDATE;TZID=Europe/Berlin:20260301T100000',
            'RDATE;VALUE=PERIOD:20260302T100000Z/20260302T123000Z,20260303T100000Z/PT15M',
            'EXDATE:20260112T080000Z',
          ),
        ),
      ),
    ).toEqual([
      '2026-01-05T08:00 2026-01-05T09:00',
      '2026-01-20T08:00 2026-01-20T09:00',
      '2026-02-20T08:00 2026-02-20T09:00',
      '2026-03-01T09:00 2026-03-01T10:00',
      '2026-03-02T10:00 2026-03-02T12:30',
      '2026-03-03T10:00 2026-03-03T10:15',
    ])
  })

  test('changed instances: moved, cancelled, and without a master', () => {
    const { occurrences } = read(
      calendar(
        ...event('DTSTART:20260105T090000Z', 'DTEND:20260105T100000Z', 'RRULE:FREQ=DAILY;COUNT=3'),
        ...event('RECURRENCE-ID:20260106T090000Z', 'DTSTART:20260201T090000Z', 'DTEND:20260201T093000Z'),
        ...event('RECURRENCE-ID:20260107T090000Z', 'STATUS:CANCELLED', 'DTSTART:20260107T090000Z'),
        'BEGIN:VEVENT',
        'UID:alone@example',
        'RECURRENCE-ID:20260303T090000Z',
        'RRULE:FREQ=DAILY',
        'DTSTART:20260303T120000Z',
        'DTEND:20260303T130000Z',
        'END:VEVENT',
      ),
    )
    expect(
      occurrences
        .filter(({ busy }) => busy)
        .map(({ start }) => utc(start))
        .toSorted(),
    ).toEqual(['2026-01-05T09:00', '2026-02-01T09:00', '2026-03-03T12:00'])
  })

  test('THISANDFUTURE moves and lengthens all following instances', () => {
    expect(
      spans(
        calendar(
          ...event('DTSTART:20260105T090000Z', 'DTEND:20260105T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=4'),
          ...event(
            'RECURRENCE-ID;RANGE=THISANDFUTURE:20260119T090000Z',
            'DTSTART:20260120T110000Z',
            'DTEND:20260120T130000Z',
          ),
        ),
      ),
    ).toEqual([
      '2026-01-05T09:00 2026-01-05T10:00',
      '2026-01-12T09:00 2026-01-12T10:00',
      '2026-01-20T11:00 2026-01-20T13:00',
      '2026-01-27T11:00 2026-01-27T13:00',
    ])
  })

  test('a higher SEQUENCE of an event replaces a lower one', () => {
    expect(
      starts(
        calendar(
          ...event('SEQUENCE:2', 'DTSTART:20260506T090000Z', 'DURATION:PT1H'),
          ...event('SEQUENCE:1', 'DTSTART:20260505T090000Z', 'DURATION:PT1H'),
        ),
      ),
    ).toEqual(['2026-05-06T09:00'])
  })
})

describe('zones', () => {
  // one visit a day at nine wall time, around both changes
  const CHANGES = [
    // Türkiye has the same time all year
    ['Europe/Istanbul', '20260328', ['2026-03-28T06:00', '2026-03-29T06:00', '2026-03-30T06:00']],
    ['Europe/Istanbul', '20261024', ['2026-10-24T06:00', '2026-10-25T06:00', '2026-10-26T06:00']],
    ['Europe/Berlin', '20260328', ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00']],
    ['Europe/Berlin', '20261024', ['2026-10-24T07:00', '2026-10-25T08:00', '2026-10-26T08:00']],
    ['Europe/London', '20260328', ['2026-03-28T09:00', '2026-03-29T08:00', '2026-03-30T08:00']],
    ['Europe/London', '20261024', ['2026-10-24T08:00', '2026-10-25T09:00', '2026-10-26T09:00']],
    ['America/New_York', '20260307', ['2026-03-07T14:00', '2026-03-08T13:00', '2026-03-09T13:00']],
    ['America/New_York', '20261031', ['2026-10-31T13:00', '2026-11-01T14:00', '2026-11-02T14:00']],
  ] as const
  test.each(CHANGES)('%s on %s', (zone, day, wanted) => {
    expect(
      starts(calendar(...event(`DTSTART;TZID=${zone}:${day}T090000`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'))),
    ).toEqual(wanted)
  })

  test('a repeated wall time is the first one, a skipped one uses the offset before', () => {
    const at = (wall: string) => starts(calendar(...event(`DTSTART;TZID=Europe/Berlin:${wall}`)))
    expect(at('20261025T023000')).toEqual(['2026-10-25T00:30'])
    expect(at('20260329T023000')).toEqual(['2026-03-29T01:30'])
  })

  const VTIMEZONE = (name: string) => [
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    'BEGIN:STANDARD',
    'DTSTART:20001029T030000',
    'TZOFFSETFROM:+0600',
    'TZOFFSETTO:+0500',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:20000326T020000',
    'TZOFFSETFROM:+0500',
    'TZOFFSETTO:+0600',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ]
  test('a zone defined only in the file, over its changes', () => {
    expect(
      starts(
        calendar(
          ...VTIMEZONE('Our Office'),
          ...event('DTSTART;TZID=Our Office:20260328T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'),
        ),
      ),
    ).toEqual(['2026-03-28T04:00', '2026-03-29T03:00', '2026-03-30T03:00'])
  })

  test('Windows zone names, with and without a definition in the file', () => {
    const at = (tzid: string, ...zones: readonly string[]) =>
      starts(calendar(...zones, ...event(`DTSTART;TZID=${tzid}:20260701T090000`, 'DURATION:PT1H')))
    expect(at('Turkey Standard Time')).toEqual(['2026-07-01T06:00'])
    expect(at('W. Europe Standard Time')).toEqual(['2026-07-01T07:00'])
    expect(at('"(UTC+03:00) Istanbul"')).toEqual(['2026-07-01T06:00'])
    expect(at('Eastern Standard Time', ...VTIMEZONE('Eastern Standard Time'))).toEqual(['2026-07-01T03:00'])
    expect(at('/vendor.example/Olson_2026/America/New_York')).toEqual(['2026-07-01T13:00'])
  })

  test('an escaped comma in a zone name is a comma, on either side, and matches the file’s definition', () => {
    const zone = VTIMEZONE('Kuala Lumpur\\, X')
    const at = (tzid: string) => read(calendar(...zone, ...event(`DTSTART;TZID=${tzid}:20260701T090000`)))
    for (const tzid of ['"Kuala Lumpur, X"', 'Kuala Lumpur\\, X', '"Kuala Lumpur\\, X"', 'Kuala Lumpur, X'])
      expect([tzid, at(tzid)]).toMatchObject([
        tzid,
        { skipped: 0, occurrences: [{ start: Date.parse('2026-07-01T03:00Z') }] },
      ])
  })

  test.each([
    // a vendor’s prefix, also before a name of three parts
    ['/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires', '2026-07-01T12:00'],
    ['/softwarestudio.org/Tzfile/Asia/Kolkata', '2026-07-01T03:30'],
    ['/citadel.org/20210210_1/Etc/GMT+3', '2026-07-01T12:00'],
    ['/vendor.example/UTC', '2026-07-01T09:00'],
    ['America/New York', '2026-07-01T13:00'],
    // a number, by which Outlook tells zones of the same name apart
    ['W. Europe Standard Time 1', '2026-07-01T07:00'],
    ['Turkey Standard Time (2)', '2026-07-01T06:00'],
    ['Europe/Berlin 1', '2026-07-01T07:00'],
    // as Windows shows it, before and after it was renamed
    ['"(UTC+03:00) Istanbul"', '2026-07-01T06:00'],
    ['"(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', '2026-07-01T07:00'],
    ['"(GMT+08:00) Kuala Lumpur\\, Singapore"', '2026-07-01T01:00'],
    // an offset
    ['GMT+0300', '2026-07-01T06:00'],
    ['GMT-3', '2026-07-01T12:00'],
    ['"UTC+05:30"', '2026-07-01T03:30'],
    ['"(UTC-03:00)"', '2026-07-01T12:00'],
    ['+0200', '2026-07-01T07:00'],
    ['Etc/GMT-5', '2026-07-01T04:00'],
  ])('a zone name found in practice: %s', (tzid, wanted) => {
    const { occurrences, skipped } = read(calendar(...event(`DTSTART;TZID=${tzid}:20260701T090000`)), {
      ...YEAR,
      zone: 'Asia/Tokyo',
    })
    expect([occurrences.map(({ start }) => utc(start)), skipped]).toEqual([[wanted], 0])
  })

  test('unknown zones and none use the doctor’s own zone; whole days too', () => {
    const at = (given: string) => read(calendar(...event(given))).occurrences[0]
    expect(utc(at('DTSTART;TZID=Nowhere/Land:20260701T090000')!.start)).toBe('2026-07-01T06:00')
    expect(utc(at('DTSTART:20260701T090000')!.start)).toBe('2026-07-01T06:00')
    expect(at('DTSTART;VALUE=DATE:20260701')).toMatchObject({
      allDay: true,
      start: Date.parse('2026-06-30T21:00Z'),
      end: Date.parse('2026-07-01T21:00Z'),
    })
  })

  test('a night over a clock change follows the wall clock by DTEND, and its length by DURATION', () => {
    expect(
      spans(
        calendar(...event('DTSTART;TZID=Europe/Berlin:20260328T220000', 'DTEND;TZID=Europe/Berlin:20260329T060000')),
      ),
    ).toEqual(['2026-03-28T21:00 2026-03-29T04:00'])
    expect(spans(calendar(...event('DTSTART;TZID=Europe/Berlin:20260328T220000', 'DURATION:PT8H')))).toEqual([
      '2026-03-28T21:00 2026-03-29T05:00',
    ])
  })
})

describe('events that block no time, and unreadable ones', () => {
  test('free, cancelled and empty times are told apart', () => {
    const { occurrences } = read(
      calendar(
        ...event('DTSTART:20260701T090000Z', 'DTEND:20260701T100000Z', 'TRANSP:TRANSPARENT'),
        'BEGIN:VEVENT',
        'DTSTART:20260702T090000Z',
        'DURATION:PT1H',
        'STATUS:CANCELLED',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'DTSTART:20260703T090000Z',
        'SUMMARY:Diş\\, sonra \\nkahve\u0007',
        'END:VEVENT',
      ),
    )
    expect(occurrences.map(({ busy, start, end, title }) => [utc(start), busy, end - start, title]).toSorted()).toEqual(
      [
        ['2026-07-01T09:00', false, 3_600_000, null],
        ['2026-07-02T09:00', false, 3_600_000, null],
        ['2026-07-03T09:00', true, 0, 'Diş, sonra kahve'],
      ],
    )
  })

  test('an event on a day that does not exist is skipped and counted, the others stay', () => {
    const bytes = calendar(
      ...event('DTSTART:20260230T090000Z'),
      'BEGIN:VEVENT',
      'DTSTART:20260301T090000Z',
      'END:VEVENT',
    )
    expect(read(bytes)).toMatchObject({ skipped: 1, occurrences: [{ start: Date.parse('2026-03-01T09:00Z') }] })
  })

  test('an event that is only partly readable blocks what could be read, and is reported', () => {
    const readingOf = (...lines: readonly string[]) => {
      const { occurrences, skipped } = read(calendar(...event(...lines)))
      return [occurrences.length, skipped]
    }
    expect(readingOf('DTSTART;TZID=Nowhere/Land:20260701T090000', 'DURATION:PT1H')).toEqual([1, 1])
    expect(readingOf('DTSTART;TZID=GMT+9900:20260701T090000', 'DURATION:PT1H')).toEqual([1, 1])
    expect(readingOf('DTSTART:20260701T090000Z', 'DTEND:tomorrow')).toEqual([1, 1])
    expect(readingOf('DTSTART:20260701T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=MINUTELY')).toEqual([1, 1])
    expect(readingOf('DTSTART:20200701T090000Z', 'DURATION:PT1H', 'RRULE:every week')).toEqual([0, 1])
    expect(readingOf('DTSTART:20260701T090000Z', 'DURATION:PT1H', 'RDATE:20260702T090000Z,soon')).toEqual([2, 1])
    expect(readingOf('DTSTART;TZID="(UTC+03:00) Berlin":20260701T090000', 'DURATION:PT1H')).toEqual([1, 1])
    // nothing is skipped: an unknown zone that is not needed, years ago, and free time
    expect(readingOf('DTSTART;TZID=Nowhere/Land:20260701T090000Z', 'DURATION:PT1H')).toEqual([1, 0])
    expect(readingOf('DTSTART;TZID=:20260701T090000', 'DURATION:PT1H', 'RRULE:', 'RDATE:')).toEqual([1, 0])
    expect(readingOf('DTSTART;TZID=Nowhere/Land:20200701T090000', 'DURATION:PT1H')).toEqual([0, 0])
    expect(readingOf('DTSTART;TZID=Nowhere/Land:20260701T090000', 'TRANSP:TRANSPARENT')).toEqual([1, 0])
  })

  test('an event without an end does not remove those that follow', () => {
    const bytes = calendar('BEGIN:VEVENT', 'DTSTART:20260301T090000Z', ...event('DTSTART:20260302T090000Z'))
    expect(starts(bytes)).toEqual(['2026-03-01T09:00', '2026-03-02T09:00'])
  })

  test.each(['<!doctype html><title>Sign in</title>', '', 'BEGIN:', '\0\0\0', '{"error":"invalid_grant"}'])(
    'not a calendar: %j',
    (text) => expect(() => read(Buffer.from(text))).toThrow(NotReadable),
  )

  test('more events than a person can have are refused', () => {
    const many = Array.from({ length: 5001 }, (_, n) => [
      'BEGIN:VEVENT',
      `UID:${n}`,
      'DTSTART:20260101T000000Z',
      'END:VEVENT',
    ])
    expect(() => read(calendar(...many.flat()))).toThrow(NotReadable)
  })
})
