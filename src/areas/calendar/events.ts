import type { EventInput } from '@fullcalendar/react'
import type { ShownVisit } from '../appointment/queries.ts'
import { daysFrom } from '../availability/slot-days.ts'
import type { ShownBusy } from '../availability/queries.ts'
import type { VisitState } from '../../ui/bead-states.ts'
import { dayFinder, markerOf } from './grid-clock.ts'
import type { CalendarWindow } from './layers.ts'
import { openOn } from './spans.ts'

/** What an event of the grid stands for, by the event's id. */
export type Item =
  | { readonly kind: 'visit'; readonly visit: ShownVisit }
  | { readonly kind: 'busy'; readonly busy: ShownBusy }
  /** A day of a month with more than its cell shows. */
  | { readonly kind: 'more'; readonly day: number; readonly count: number }

/** Events as the library takes them, on the grid's clock, and what each stands for. */
export type GridEvents = { readonly events: EventInput[]; readonly items: ReadonlyMap<string, Item> }

export type DrawRules = {
  /** The zone whose days the grid shows. */
  readonly zone: string
  /** First and last day, YYYYMMDD. */
  readonly from: number
  readonly to: number
  readonly canMove: (visit: ShownVisit) => boolean
}

/** Week and day: every visit at its time, closed times as blocks, the hours as background. */
export function timedEvents(window: CalendarWindow, rules: DrawRules): GridEvents {
  const items: Item[] = [
    ...window.visits.map((visit): Item => ({ kind: 'visit', visit })),
    ...window.busy.map((busy): Item => ({ kind: 'busy', busy })),
  ]
  const shown = gridEvents(items, rules)
  return { ...shown, events: [...shown.events, ...hoursOnPaper(window, rules)] }
}

/**
 * Month: the first few of each day, and the number of the rest. A cell has no room for all, and giving the library two
 * thousand events to hide most of them would take too long.
 */
export function monthEvents(window: CalendarWindow, rules: DrawRules, most: number): GridEvents {
  const dayOf = dayFinder(rules.from, rules.to, rules.zone)
  const isLong = ({ start, end }: ShownBusy) => dayOf(start) !== dayOf(new Date(Date.parse(end) - 1).toISOString())
  const short = [
    ...window.visits.map((visit): Item => ({ kind: 'visit', visit })),
    ...window.busy.filter((busy) => !isLong(busy)).map((busy): Item => ({ kind: 'busy', busy })),
  ].toSorted((a, b) => startOf(a).localeCompare(startOf(b)))
  const byDay = Map.groupBy(short, (item) => dayOf(startOf(item)))
  const kept = [...byDay].flatMap(([day, all]): Item[] => {
    // a single leftover takes no more room than the line that counts it
    if (all.length <= most + 1) return all
    return [...all.slice(0, most), { kind: 'more', day, count: all.length - most }]
  })
  const firstHidden = (day: number) => startOf(byDay.get(day)?.[most] ?? { kind: 'more', day, count: 0 })
  const long = window.busy.filter(isLong).map((busy): Item => ({ kind: 'busy', busy }))
  return gridEvents([...long, ...kept], rules, firstHidden)
}

/**
 * The classes of an event: its kind by the edge's shape, its state by colour, an unsent change by dashes (LOOKS
 * "Calendar").
 */
export function classOf(item: Item, stateOf: (visit: ShownVisit) => VisitState): string {
  switch (item.kind) {
    case 'visit': {
      const { type, pending } = item.visit
      const change = pending === 'none' ? '' : ` cal-${pending}`
      return `cal-visit cal-${type} cal-state-${stateOf(item.visit)}${change}`
    }
    case 'busy':
      return ['cal-busy', !item.busy.linkId && 'cal-closed', item.busy.pending !== 'none' && 'cal-waiting']
        .filter(Boolean)
        .join(' ')
    case 'more':
      return 'cal-rest'
  }
}

function gridEvents(items: readonly Item[], rules: DrawRules, moreAt: (day: number) => string = () => ''): GridEvents {
  const byId = new Map(items.map((item) => [idOf(item), item]))
  const events = [...byId].map(([id, item]): EventInput => {
    switch (item.kind) {
      case 'visit': {
        const { start, end, patientName } = item.visit
        return { id, ...placed(start, end, rules.zone), title: patientName, editable: rules.canMove(item.visit) }
      }
      case 'busy':
        return { id, ...placed(item.busy.start, item.busy.end, rules.zone), editable: false }
      case 'more':
        return { id, start: markerOf(Date.parse(moreAt(item.day)), rules.zone), editable: false }
    }
  })
  return { events, items: byId }
}

/** The span on the grid's clock; if the clocks go back within it, it keeps its real length. */
function placed(start: string | number, end: string | number, zone: string) {
  const [from, to] = [new Date(start).getTime(), new Date(end).getTime()]
  const [first, last] = [markerOf(from, zone), markerOf(to, zone)]
  return { start: first, end: last > first ? last : new Date(first.getTime() + to - from) }
}

/** The doctor's hours of each day, from the first slot's start to the last one's end, as background events. */
function hoursOnPaper({ hours }: CalendarWindow, { from, to, zone }: DrawRules): EventInput[] {
  return daysFrom(from, to).flatMap((day) =>
    hours.flatMap((each) => {
      const open = openOn(each, day)
      return open ? [{ ...placed(open.start, open.end, zone), display: 'background', className: 'cal-hours' }] : []
    }),
  )
}

const idOf = (item: Item) =>
  item.kind === 'visit' ? item.visit.id : item.kind === 'busy' ? item.busy.id : `more ${item.day}`

const startOf = (item: Item) => (item.kind === 'visit' ? item.visit.start : item.kind === 'busy' ? item.busy.start : '')
