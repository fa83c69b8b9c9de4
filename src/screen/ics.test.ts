import { expect, test } from 'vitest'
import { icsOf } from './ics.ts'

const visit = {
  uid: '0190@bedside',
  sequence: 3,
  start: '2026-11-20T07:30:00.000Z',
  end: '2026-11-20T07:50:00.000Z',
  stamp: Date.UTC(2026, 10, 19, 6, 5, 4),
  summary: 'Doç. Dr. Emre Tunçbilek',
  location: null,
  url: null,
  cancelled: false,
}
const linesOf = (ics: string) => ics.replaceAll('\r\n ', '').split('\r\n')

test('times are UTC instants, lines end with CRLF', () => {
  const ics = icsOf(visit)
  expect(linesOf(ics)).toContain('DTSTART:20261120T073000Z')
  expect(linesOf(ics)).toContain('DTEND:20261120T075000Z')
  expect(linesOf(ics)).toContain('DTSTAMP:20261119T060504Z')
  expect(linesOf(ics)).toContain('SEQUENCE:3')
  expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('text is escaped, a web address is not', () => {
  const ics = icsOf({
    ...visit,
    summary: 'a;b,c\\d\ne\u0007f',
    location: 'Cad. 27, Üsküdar',
    url: 'https://meet.example/a,b;c',
  })
  expect(linesOf(ics)).toContain('SUMMARY:a\\;b\\,c\\\\d\\nef')
  expect(linesOf(ics)).toContain('LOCATION:Cad. 27\\, Üsküdar')
  expect(linesOf(ics)).toContain('URL:https://meet.example/a,b;c')
})

test('no text in a field starts a new line', () => {
  const ics = icsOf({ ...visit, summary: 'x\r\nSTATUS:CANCELLED', url: 'https://a.example/\r\nSTATUS:CANCELLED' })
  expect(linesOf(ics).filter((line) => line.startsWith('STATUS'))).toEqual(['STATUS:CONFIRMED'])
})

test('no line exceeds 75 octets, and no character is split', () => {
  const summary = 'ğ'.repeat(200)
  const ics = icsOf({ ...visit, summary })
  for (const line of ics.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(linesOf(ics)).toContain(`SUMMARY:${summary}`)
})

test('a cancelled visit is marked as cancelled', () => {
  expect(linesOf(icsOf({ ...visit, cancelled: true }))).toContain('STATUS:CANCELLED')
})
