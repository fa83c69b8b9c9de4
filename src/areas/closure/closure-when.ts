import { dayBounds, wallOf } from '../../../contract/kernel/time.ts'
import { formatDate, formatSpan, formatTime } from '../../i18n/format.ts'

/** When a closure is, in figures: whole days by their dates, hours also by their times. */
export function closureWhen({ start, end }: { readonly start: string; readonly end: string }, zone: string): string {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const last = to - 1
  const isOneDay = formatDate(from, zone) === formatDate(last, zone)
  const isWhole =
    dayBounds(wallOf(from, zone).date, zone).from === from && dayBounds(wallOf(last, zone).date, zone).to === to
  if (isWhole) return isOneDay ? formatDate(from, zone) : formatSpan(formatDate(from, zone), formatDate(last, zone))
  if (isOneDay) return `${formatDate(from, zone)} ${formatSpan(formatTime(from, zone), formatTime(to, zone))}`
  return formatSpan(
    `${formatDate(from, zone)} ${formatTime(from, zone)}`,
    `${formatDate(to, zone)} ${formatTime(to, zone)}`,
  )
}
