import { dayBounds, instantOf, wallOf } from '../../../contract/kernel/time.ts'

/** From one instant to another, epoch ms; the second is not in it. */
export type Span = { readonly from: number; readonly to: number }
/** What a column of a day shows, and the whole hours of the wall in it. */
export type Axis = Span & { readonly marks: readonly { readonly at: number; readonly time: number }[] }

/**
 * The part of a day that is drawn: whole hours around all spans, at least from 9 to 17. It runs in instants and not in minutes of the wall, so
 * that a day of 23 or 25 hours has each minute once: the hour that clocks repeat stands there twice, the one they skip not at all.
 */
export function axisOf(day: number, zone: string, spans: readonly Span[]): Axis {
  const bounds = dayBounds(day, zone)
  const hours = hoursOf(bounds, zone)
  const usual = [900, 1700].flatMap((time) => instantOf({ date: day, time }, zone) ?? [])
  const within = spans.flatMap((span) => clip(span, bounds) ?? [])
  const first = Math.min(...usual, ...within.map(({ from }) => from))
  const last = Math.max(...usual, ...within.map(({ to }) => to))
  const from = hours.findLast(({ at }) => at <= first)?.at ?? bounds.from
  const to = hours.find(({ at }) => at >= last)?.at ?? bounds.to
  return { from, to, marks: hours.filter(({ at }) => at >= from && at < to) }
}

/** The part of a span that lies within another; null where none does. */
export function clip(span: Span, within: Span): Span | null {
  const from = Math.max(span.from, within.from)
  const to = Math.min(span.to, within.to)
  return from < to ? { from, to } : null
}

/** How far down an axis an instant stands, 0 to 1. */
export const downOf = (at: number, { from, to }: Span): number => (at - from) / (to - from)

/** Spans that touch or overlap as one, in order. */
export function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && span.from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else all.push(span)
  }
  return all
}

/** Half-open, as the database judges: one that ends when the other begins does not touch it. */
export const meet = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

/** The wall's whole hours of a day, its end among them; clocks are moved by quarters of an hour at the least. */
function hoursOf({ from, to }: Span, zone: string) {
  const steps = Array.from({ length: Math.floor((to - from) / QUARTER) + 1 }, (_, n) => from + n * QUARTER)
  return steps.flatMap((at) => {
    const { time } = wallOf(at, zone)
    return time % 100 === 0 ? [{ at, time }] : []
  })
}

const QUARTER = 15 * 60_000
