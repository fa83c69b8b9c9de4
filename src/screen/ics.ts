/**
 * One visit as an iCalendar file (RFC 5545), made in the browser, so that it works offline too. Times are UTC instants:
 * no VTIMEZONE is needed and every calendar shows its owner's time.
 */
export function icsOf(event: {
  /** Stable, so that importing it again moves the entry instead of duplicating it. */
  readonly uid: string
  /** Increases with every change of the visit. */
  readonly sequence: number
  /** As ISO instants. */
  readonly start: string
  readonly end: string
  /** When the file was made, in epoch ms. */
  readonly stamp: number
  readonly summary: string
  readonly location: string | null
  readonly url: string | null
  readonly cancelled: boolean
}): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bedside//Appointments//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.stamp)}`,
    `DTSTART:${utc(Date.parse(event.start))}`,
    `DTEND:${utc(Date.parse(event.end))}`,
    `SUMMARY:${text(event.summary)}`,
    ...(event.location ? [`LOCATION:${text(event.location)}`] : []),
    // a URI is not of type TEXT, so nothing in it is escaped (§3.8.4.6)
    ...(event.url ? [`URL:${event.url.replaceAll(/[\r\n]/g, '')}`] : []),
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

/** 20261120T073000Z (§3.3.5, form 2). */
const utc = (instant: number) => new Date(instant).toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '')

/** Escapes backslash, semicolon, comma and line ends; other control characters are not allowed (§3.3.11). */
const text = (value: string) =>
  value
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

/**
 * Lines have at most 75 octets of UTF-8; the rest follows after a line end and a space, never inside a character
 * (§3.1).
 */
function fold(line: string): string {
  const encoder = new TextEncoder()
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (octets + size > 75) {
      parts.push(part)
      part = ''
      octets = 1
    }
    part += letter
    octets += size
  }
  return [...parts, part].join('\r\n ')
}
