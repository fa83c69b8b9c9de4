import { COMMENT_ASK_HOURS } from '../kernel/constants.ts'
import { wallOf } from '../kernel/time.ts'

/**
 * When an SMS would wake people (rule 65): HHmm in the clinic's zone, mostly over midnight. Two equal ends mean no
 * quiet hours.
 */
export type QuietHours = { readonly from: number; readonly to: number }

/**
 * When the reminder `hours` before a visit's start goes, epoch ms (rule 63). If that falls into quiet hours, it goes in
 * the last minute before them: earlier, never later (rule 65).
 */
export function remindAt(start: number, hours: number, zone: string, quiet: QuietHours | null): number {
  let at = start - hours * 60 * MINUTE
  // minute by minute, because the clocks may change in the night; a thousand steps at most
  if (quiet && quiet.from !== quiet.to) while (isQuiet(wallOf(at, zone).time, quiet)) at -= MINUTE
  return at
}

/**
 * When the patient of a visit completed at `at` is asked for a comment, epoch ms (rule 68). If that falls into quiet
 * hours, the last minute before them; if the visit itself was completed in them, the first minute after them.
 */
export function askAt(at: number, zone: string, quiet: QuietHours | null): number {
  const due = at + COMMENT_ASK_HOURS * 60 * MINUTE
  const early = remindAt(due, 0, zone, quiet)
  if (early >= at) return early
  let late = due
  if (quiet) while (isQuiet(wallOf(late, zone).time, quiet)) late += MINUTE
  return late
}

const isQuiet = (time: number, { from, to }: QuietHours) =>
  from < to ? time >= from && time < to : time >= from || time < to

const MINUTE = 60_000
