import { LEAD_STEPS } from './figures.lists.ts'
import type { FigureLine } from './figures.ts'

/** What is shown of a line, each out of what it is counted of: `of` 0 means that there is nothing to count, which is not 0 %. */
export const FIGURES = ['utilisation', 'missed', 'cancelled', 'lead', 'first'] as const
export type Figure = (typeof FIGURES)[number]

/** A value in percent or, for lead times, in days; null if there is nothing to count. `part` is null for a median. */
export type FigureValue = { readonly value: number | null; readonly part: number | null; readonly of: number }

export function figureOf(figure: Figure, line: FigureLine): FigureValue {
  switch (figure) {
    case 'utilisation':
      return share(line.bookedMinutes, line.offeredMinutes)
    case 'missed':
      return share(line.missed, line.came + line.missed)
    case 'cancelled':
      return share(line.cancelled, line.visits + line.cancelled)
    case 'lead':
      return { value: line.leadDays, part: null, of: line.leads.reduce((sum, each) => sum + each, 0) }
    case 'first':
      return share(line.first, line.first + line.returning)
  }
}

/** The share of the nth part of the distribution of lead times. */
export const leadShare = ({ leads }: FigureLine, step: number): FigureValue =>
  share(
    leads[step] ?? 0,
    leads.reduce((sum, each) => sum + each, 0),
  )

const share = (part: number, of: number): FigureValue => ({ value: of === 0 ? null : (part / of) * 100, part, of })

/** A line of nothing. */
export const noFigures = (by: FigureLine['by'], key: string | null): FigureLine => ({
  by,
  key,
  offeredMinutes: 0,
  bookedMinutes: 0,
  outsideMinutes: 0,
  visits: 0,
  came: 0,
  missed: 0,
  open: 0,
  ahead: 0,
  cancelled: 0,
  first: 0,
  returning: 0,
  leadDays: null,
  leads: [...LEAD_STEPS, null].map(() => 0),
})
