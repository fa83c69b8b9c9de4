import type { ShownBusy, ShownHours } from '../availability/queries.ts'
import type { ShownVisit } from '../appointment/queries.ts'

/** The layers of the calendar, each of which can be switched off. An unsent change is never hidden (SCREENS B0). */
export const LAYERS = ['face-to-face', 'online', 'cancelled', 'imported', 'closed', 'hours'] as const
export type Layer = (typeof LAYERS)[number]

/** What a device knows about a doctor's time in a window. */
export type CalendarWindow = {
  readonly visits: readonly ShownVisit[]
  readonly busy: readonly ShownBusy[]
  readonly hours: readonly ShownHours[]
}

/** The layer of a visit; null if it has an unsent change or one that needs a decision. */
function layerOfVisit(visit: Pick<ShownVisit, 'status' | 'type' | 'pending'>): Layer | null {
  if (visit.pending !== 'none') return null
  return visit.status === 'cancelled' ? 'cancelled' : visit.type
}

const layerOfBusy = (busy: Pick<ShownBusy, 'linkId'>): Layer => (busy.linkId ? 'imported' : 'closed')

/** The window without the layers that are off. */
export function withoutLayers(window: CalendarWindow, off: ReadonlySet<Layer>): CalendarWindow {
  const isOn = (layer: Layer | null) => layer === null || !off.has(layer)
  return {
    visits: window.visits.filter((visit) => isOn(layerOfVisit(visit))),
    busy: window.busy.filter((busy) => isOn(layerOfBusy(busy))),
    hours: off.has('hours') ? [] : window.hours,
  }
}
