import { offsetOf, wallOf } from './time.ts'

/** DD.MM.YYYY of a YYYYMMDD integer (SPEC §9), the same in every language and wherever a date is shown or sent. */
export function writeDate(date: number): string {
  const digits = String(date).padStart(8, '0')
  return `${digits.slice(6)}.${digits.slice(4, 6)}.${digits.slice(0, 4)}`
}

/** DD.MM.YYYY of an ISO day without a zone, such as a birth date: "1980-05-17" is 17.05.1980. */
export const writeDay = (day: string): string => writeDate(Number(day.replaceAll('-', '')))

/** HH:mm of an HHmm integer: 905 is 09:05. */
export function writeTime(time: number): string {
  const digits = String(time).padStart(4, '0')
  return `${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** What is needed to say when a visit is. `start` is an ISO instant, `zone` the visit's. */
type Timed = { readonly start: string; readonly zone: string; readonly type: 'online' | 'face-to-face' }

/**
 * When a visit is, for mail, SMS, feed and push (rule 3; SPEC §9's DD.MM.YYYY HH:mm): face to face in the clinic's
 * zone, online in the reader's if it is known. The zone is added if the reader's clock differs or is not known.
 */
export function sayWhen({ start, zone, type }: Timed, readerZone: string | null): string {
  const at = Date.parse(start)
  const main = type === 'online' ? (readerZone ?? zone) : zone
  const other = main === zone ? readerZone : zone
  const ownTime = wallTime(at, main)
  if (other === null) return type === 'online' ? `${ownTime} ${formatOffset(at, main)}` : ownTime
  const otherTime = wallTime(at, other)
  if (otherTime === ownTime) return ownTime
  const short = otherTime.slice(0, 10) === ownTime.slice(0, 10) ? otherTime.slice(11) : otherTime
  return `${ownTime} ${formatOffset(at, main)} (${short} ${formatOffset(at, other)})`
}

/** A zone's offset from UTC at an instant (epoch ms): "GMT+3", "GMT-3:30", "GMT+0". */
export function formatOffset(at: number, zone: string): string {
  const minutes = Math.round(offsetOf(at, zone) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${two(rest)}` : ''}`
}

/** HH:mm of an instant (epoch ms) in a zone. */
export const formatClock = (at: number, zone: string): string => writeTime(wallOf(at, zone).time)

/** Day and time of an instant (epoch ms) in a zone, as in SPEC §9: DD.MM.YYYY HH:mm. */
export function wallTime(at: number, zone: string): string {
  const { date, time } = wallOf(at, zone)
  return `${writeDate(date)} ${writeTime(time)}`
}

const two = (n: number) => String(n).padStart(2, '0')
