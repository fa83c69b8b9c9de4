import type { Appointment, Slot } from '../../../contract/appointment/appointment.ts'
import { whyNotThen, type Actor } from '../../../contract/appointment/appointment.rules.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { isInTheWay, shapeOfVisit } from '../../../contract/visittype/visittype.rules.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import { overlaps, slotsOfHours } from '../availability/slot-days.ts'
import type { CalendarWindow } from './layers.ts'

/**
 * Whether a visit fits at a time of the grid, and if not, why. `closed` has no code: the server treats it as outside
 * the hours.
 */
export type PlaceAt =
  | { readonly kind: 'free'; readonly slot: Slot }
  | {
      readonly kind: 'none'
      readonly why: Extract<MessageCode, 'slot_taken' | 'slot_outside' | 'slot_past'> | 'closed'
    }

type PlaceRequest = {
  /** The visit that must fit: one being moved keeps its kind and its clinic, and does not block itself (rule 28). */
  readonly visit?: Pick<Appointment, 'id' | 'type' | 'clinicId' | 'duration' | 'visitType'>
  readonly clinicId?: string | undefined
  readonly who: Actor
  readonly now: number
}

/**
 * The slot that an instant (epoch ms) means: the one that contains it or, for a visit being moved, the one whose start
 * is nearest within half a period, since no one drops to the minute (rules 6 and 7).
 */
export function placeAt(at: number, window: CalendarWindow, request: PlaceRequest): PlaceAt {
  const { visit, who, now } = request
  const shape = visit && shapeOfVisit(visit)
  const all = window.hours.flatMap((each) => slotsOfHours([each], [wallOf(at, each.zone).date], shape))
  const fitting = all.filter((slot) =>
    visit
      ? slot.type === visit.type && slot.clinicId === visit.clinicId
      : request.clinicId === undefined || slot.clinicId === request.clinicId,
  )
  const candidates = visit ? nearest(fitting, at) : fitting.filter((slot) => holds(slot, at))
  const places = candidates.map((slot): PlaceAt => {
    const taken = window.visits.some(
      (other) => other.status !== 'cancelled' && other.id !== visit?.id && isInTheWay(other, slot, shape),
    )
    if (taken) return { kind: 'none', why: 'slot_taken' }
    if (window.busy.some((busy) => overlaps(busy, slot))) return { kind: 'none', why: 'closed' }
    return whyNotThen(slot, who, now) ? { kind: 'none', why: 'slot_past' } : { kind: 'free', slot }
  })
  return places.find(({ kind }) => kind === 'free') ?? places[0] ?? { kind: 'none', why: 'slot_outside' }
}

const holds = ({ start, end }: Slot, at: number) => Date.parse(start) <= at && at < Date.parse(end)

function nearest(slots: readonly Slot[], at: number): Slot[] {
  const away = ({ start }: Slot) => Math.abs(Date.parse(start) - at)
  const [first] = slots
    .filter((slot) => away(slot) * 2 <= Date.parse(slot.end) - Date.parse(slot.start))
    .toSorted((a, b) => away(a) - away(b))
  return first ? [first] : []
}
