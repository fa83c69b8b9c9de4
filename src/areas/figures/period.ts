import { addDays, daysBetween } from '../../../contract/kernel/time.ts'

/** First and last day, YYYYMMDD. */
export type Period = { readonly from: number; readonly to: number }

export const PRESETS = ['month', 'before', 'quarter', 'quarterBefore'] as const
export type Preset = (typeof PRESETS)[number]

/** A month or a quarter that still runs ends today. */
export function periodOf(preset: Preset, today: number): Period {
  switch (preset) {
    case 'month':
      return { from: firstOf(today, 1), to: today }
    case 'before':
      return wholeBefore(today, 1)
    case 'quarter':
      return { from: firstOf(today, 3), to: today }
    case 'quarterBefore':
      return wholeBefore(today, 3)
  }
}

/**
 * What a period is compared with: a whole month or quarter with the one before; one that still runs with as many days of the one before; other days with
 * as many right before them.
 */
export function periodBefore({ from, to }: Period, preset: Preset | 'own'): Period {
  if (preset === 'own') {
    const days = daysBetween(from, to) + 1
    return { from: addDays(from, -days), to: addDays(from, -1) }
  }
  const whole = wholeBefore(from, preset === 'month' || preset === 'before' ? 1 : 3)
  if (preset === 'before' || preset === 'quarterBefore') return whole
  return { from: whole.from, to: Math.min(whole.to, addDays(whole.from, daysBetween(from, to))) }
}

/** The first day of the month or quarter of a day. */
function firstOf(day: number, months: 1 | 3): number {
  const month = Math.floor(day / 100) % 100
  return Math.floor(day / 10_000) * 10_000 + (month - ((month - 1) % months)) * 100 + 1
}

function wholeBefore(day: number, months: 1 | 3): Period {
  const to = addDays(firstOf(day, months), -1)
  return { from: firstOf(to, months), to }
}
