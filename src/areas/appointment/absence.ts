import type { Slot } from '../../../contract/appointment/appointment.ts'
import { isOpen } from '../../../contract/appointment/appointment.rules.ts'
import { overlaps } from '../availability/slot-days.ts'
import type { ShownVisit } from './queries.ts'

/**
 * What becomes of an appointment of an absent doctor; `leave`: it stays as it is. A time of null still has to be
 * chosen.
 */
export type Plan =
  | { readonly fate: 'leave' }
  | { readonly fate: 'move'; readonly slot: Slot | null }
  | { readonly fate: 'cancel' }

/** Undecided: nothing is done. */
export const LEFT: Plan = { fate: 'leave' }

/**
 * The appointments affected by an absence: open and not over. One with a waiting change is decided where that change
 * is.
 */
export const hitBy = (visits: readonly ShownVisit[], now: number) =>
  visits.filter((visit) => isOpen(visit) && visit.pending === 'none' && Date.parse(visit.end) > now)

/** The times an appointment may be moved to: of its type and clinic, and not planned for another one. */
export function timesFor(
  visit: Pick<ShownVisit, 'id' | 'type' | 'clinicId'>,
  free: readonly Slot[],
  plans: ReadonlyMap<string, Plan>,
): Slot[] {
  const promised = [...plans].flatMap(([id, plan]) =>
    id !== visit.id && plan.fate === 'move' && plan.slot ? [plan.slot] : [],
  )
  return free.filter(
    (slot) =>
      slot.type === visit.type && slot.clinicId === visit.clinicId && !promised.some((each) => overlaps(each, slot)),
  )
}

/** Plans for each, in order, the first free time that is left; null if there is none. Plans of others stay. */
export function proposeTimes(
  visits: readonly ShownVisit[],
  free: readonly Slot[],
  before: ReadonlyMap<string, Plan>,
): Map<string, Plan> {
  const plans = new Map(before)
  for (const { id } of visits) plans.delete(id)
  for (const visit of visits) plans.set(visit.id, { fate: 'move', slot: timesFor(visit, free, plans)[0] ?? null })
  return plans
}

/**
 * The same for the patients of several doctors: one time can be given once with each. Free times by doctor, as far as
 * they are known.
 */
export function proposeForAll(
  visits: readonly ShownVisit[],
  freeOf: (doctorId: string) => readonly Slot[],
  before: ReadonlyMap<string, Plan>,
): Map<string, Plan> {
  const plans = new Map(before)
  for (const [doctorId, its] of Map.groupBy(visits, (visit) => visit.doctorId))
    for (const [id, plan] of proposeTimes(its, freeOf(doctorId), plansOf(its, before))) plans.set(id, plan)
  return plans
}

/** The plans of these visits alone. */
export const plansOf = (visits: readonly ShownVisit[], plans: ReadonlyMap<string, Plan>): Map<string, Plan> =>
  new Map(visits.flatMap(({ id }) => (plans.has(id) ? [[id, plans.get(id)!] as const] : [])))

/** What a press will do. */
export function sumUp(visits: readonly ShownVisit[], plans: ReadonlyMap<string, Plan>) {
  const moved: { readonly visit: ShownVisit; readonly slot: Slot }[] = []
  const cancelled: ShownVisit[] = []
  let undecided = 0
  for (const visit of visits) {
    const plan = plans.get(visit.id) ?? LEFT
    if (plan.fate === 'cancel') cancelled.push(visit)
    else if (plan.fate === 'move' && plan.slot) moved.push({ visit, slot: plan.slot })
    else if (plan.fate === 'move') undecided++
  }
  return { moved, cancelled, undecided }
}
