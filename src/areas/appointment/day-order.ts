import { stateOf } from '../../../contract/appointment/appointment.rules.ts'
import type { ShownVisit } from './queries.ts'

/** The visit expanded on the rail: the earliest of the patients who have arrived and wait. Null if no one is here. */
export const visitAtHand = (visits: readonly ShownVisit[], now: number): string | null =>
  visits.find((visit) => stateOf(visit, now) === 'arrived')?.id ?? null

/** The free minutes from a visit to the next one, by the id of the earlier visit; short gaps are left out. */
export function gapsOf(visits: readonly ShownVisit[], now: number): Map<string, number> {
  const gaps = new Map<string, number>()
  let last: { readonly id: string; readonly end: number } | null = null
  for (const { id, start, end, status } of visits) {
    if (status === 'cancelled') continue
    const free = last ? (Date.parse(start) - last.end) / 60_000 : 0
    if (last && free >= LEAST_GAP && Date.parse(start) > now) gaps.set(last.id, free)
    if (!last || Date.parse(end) > last.end) last = { id, end: Date.parse(end) }
  }
  return gaps
}

/** In minutes. */
const LEAST_GAP = 20

export type BoardColumn = 'waiting' | 'arrived' | 'completed' | 'no-show' | 'cancelled'

/**
 * The day by column: expected visits by time, completed ones with the newest on top. Visits to be closed still count as
 * waiting.
 */
export function columnsOf(visits: readonly ShownVisit[]): Readonly<Record<BoardColumn, readonly ShownVisit[]>> {
  const groups = Map.groupBy(visits, columnOf)
  return {
    waiting: groups.get('waiting') ?? [],
    arrived: groups.get('arrived') ?? [],
    completed: (groups.get('completed') ?? []).toReversed(),
    'no-show': groups.get('no-show') ?? [],
    cancelled: groups.get('cancelled') ?? [],
  }
}

const columnOf = ({ status, arrivedAt, noShowAt }: ShownVisit): BoardColumn =>
  status !== 'waiting' ? status : noShowAt ? 'no-show' : arrivedAt ? 'arrived' : 'waiting'
