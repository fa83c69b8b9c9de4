import {
  isNow,
  overridesFor,
  type Override,
  type TimeFacts,
  whyNotOverride,
} from '../../../contract/appointment/appointment.overrides.ts'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Who } from '../../identity/who.ts'
import type { Chosen } from './chosen-type.ts'
import { shapeColumns } from './slots.ts'

export type Wish = {
  readonly doctorId: string
  readonly type: 'online' | 'face-to-face'
  readonly start: string
  readonly duration: number
  readonly clinicId: string | null
  readonly zone: string
  readonly who: Who
  readonly now: number
  /**
   * When it was requested, in epoch ms: a self-chosen time is judged as of that moment, even if the request arrived
   * later.
   */
  readonly moment: number
  /** The rules that a self-chosen time may break; undefined for an offered time. */
  readonly overrides?: readonly Override[] | undefined
  readonly except?: string
  /** By which type, or the shape of the visit that moves; undefined: the hours' own length and price. */
  readonly chosen?: Chosen | undefined
}

/** A booked time; its hours are null if it is in none. */
export type TakenSlot = Omit<Slot, 'availabilityId'> & {
  readonly availabilityId: string | null
  readonly overrides: readonly Override[]
}

/**
 * Books a time that the clinic's staff or the doctor choose themselves (decision 0138), if every rule that it breaks
 * was confirmed. It is marked only with rules that it really breaks: a time that was taken and is free again gives an
 * ordinary appointment. Without hours of the doctor of this kind and place there is no price, and the time is refused.
 */
export async function takeOwnTime(
  db: Db,
  wish: Wish & { readonly overrides: readonly Override[] },
  offered: () => Promise<Slot[]>,
): Promise<TakenSlot> {
  const { start, overrides, clinicId, type, moment } = wish
  const facts = await factsOf(db, wish)
  if (!facts) throw new Refused('slot_outside', { slots: await offered(), overrides: [] })
  const end = endOf(wish)
  const needed = overridesFor({ start, end }, facts, moment)
  const why = whyNotOverride(wish, needed, overrides, moment)
  if (why)
    throw new Refused(facts.closed && why === 'slot_outside' ? 'slot_closed' : why, {
      slots: await offered(),
      overrides: needed,
    })
  const isWalkIn = overrides.includes('walk_in') && isNow(wish, moment)
  return {
    start,
    end,
    availabilityId: facts.open ? facts.availabilityId : null,
    clinicId,
    zone: facts.zone,
    type,
    price: facts.price,
    currency: facts.currency,
    overrides: [...needed, ...(isWalkIn ? (['walk_in'] as const) : [])],
  }
}

/** The rules that someone with the right would have to break for a refused time; empty if confirming cannot help. */
export async function offeredOverrides(db: Db, wish: Wish): Promise<readonly Override[]> {
  const facts = await factsOf(db, wish)
  if (!facts) return []
  const needed = overridesFor({ start: wish.start, end: endOf(wish) }, facts, wish.moment)
  return whyNotOverride(wish, needed, needed, wish.moment) ? [] : needed
}

type Facts = TimeFacts & {
  readonly availabilityId: string
  readonly zone: string
  readonly price: number
  readonly currency: Currency
  /** The whole clinic is closed at some moment of it. */
  readonly closed: boolean
}

export const endOf = ({ start, duration }: Pick<Wish, 'start' | 'duration'>) =>
  new Date(Date.parse(start) + duration * 60_000).toISOString()

async function factsOf(db: Db, wish: Wish): Promise<Facts | null> {
  const { doctorId, clinicId, type, start, except, now, chosen } = wish
  const { rows } = await db.query<Facts>(FACTS, [
    doctorId,
    clinicId,
    type === 'online' ? 'online' : 'physical',
    start,
    endOf(wish),
    except ?? null,
    new Date(now),
    ...shapeColumns(chosen).slice(1),
  ])
  const facts = rows[0]
  if (!facts || !chosen) return facts ?? null
  // a type has a length and a price of its own; only its clinic has it
  const { visitType, duration } = chosen
  if (visitType && visitType.clinicId !== clinicId) return null
  return { ...facts, period: duration, ...(visitType && { price: visitType.price, currency: visitType.currency }) }
}

const FACTS = `select availability_id as "availabilityId", zone, price, currency, period, open, taken, closed from time_facts($1, $2, $3, $4, $5, $6, $7, $8, $9)`
