/** A date, or a date and time, as written, without a zone yet: `wall` as if it were UTC, epoch ms. */
export type Written = { readonly wall: number; readonly isDay: boolean; readonly isUtc: boolean }

/** `20260329`, `20260329T093000` or `…Z`; null for anything else, and for a day or an hour that does not exist. */
export function parseDateTime(value: string): Written | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/i.exec(value.trim())
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  if (year < 1 || hour > 23 || minute > 59 || second > 60) return null
  const at = new Date(0)
  // Date.UTC reads the year 1 as 1901
  at.setUTCFullYear(year, month - 1, day)
  if (at.getUTCFullYear() !== year || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  at.setUTCHours(hour, minute, second)
  return { wall: at.getTime(), isDay: parts[4] === undefined, isUtc: parts[7] !== undefined }
}

/** A duration: days are wall time, the rest is exact (RFC 5545 3.3.6). */
export type Duration = { readonly days: number; readonly ms: number }

/** `P1W`, `P2D`, `PT1H30M`, `P1DT2H`; null for anything else, including negative ones. */
export function parseDuration(value: string): Duration | null {
  const parts = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(value.trim())
  if (!parts || parts.slice(1).every((part) => part === undefined)) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  const duration = { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
  return duration.days <= MOST_DAYS && duration.ms <= MOST_DAYS * 86_400_000 ? duration : null
}

const MOST_DAYS = 3660
