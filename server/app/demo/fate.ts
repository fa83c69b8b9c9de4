import { transferDeadline } from '../../../contract/appointment/appointment.rules.ts'
import type { Draw } from './random.ts'
import type { DemoSlot } from './slots.ts'

/** A visit's ending or state; `left` is past and still waiting, which counts as "to close" a day later (rule 29). */
export type Fate = 'completed' | 'cancelled' | 'no-show' | 'left' | 'arrived' | 'waiting'

export function drawFate({ start, end }: DemoSlot, now: number, draw: Draw): Fate {
  if (start > now + 20 * MINUTE) return draw.weighted({ waiting: 92, cancelled: 8 })
  if (end > now) return draw.weighted({ arrived: 80, waiting: 15, cancelled: 5 })
  const fate =
    end > now - DAY
      ? draw.weighted(EARLIER_TODAY)
      : end > now - 12 * DAY
        ? draw.weighted(LATELY)
        : draw.weighted(LONG_AGO)
  return fate === 'no-show' && now < start + 20 * MINUTE ? 'left' : fate // rule 30
}

const EARLIER_TODAY = { completed: 76, cancelled: 8, 'no-show': 6, arrived: 7, left: 3 } as const
const LATELY = { completed: 78, cancelled: 10, 'no-show': 6, left: 6 } as const
const LONG_AGO = { completed: 84, cancelled: 10, 'no-show': 6 } as const

/**
 * When it was booked: hours to weeks before the visit, and at least a few minutes ago. `lately`: within the last day.
 */
export function drawBooked({ start }: DemoSlot, now: number, draw: Draw, lately = false): number {
  const recent = now - draw.between(5, 23 * 60) * MINUTE
  if (lately) return recent
  const usual = start - Math.floor((1 + 24 * 30 * draw.next() ** 2) * HOUR)
  return inWakingHours(
    usual < now - 5 * MINUTE ? usual : draw.chance(0.4) ? recent : now - draw.between(60, 20 * 24 * 60) * MINUTE,
  )
}

/** Moves it only to an earlier hour, so that it stays before the visit and before now. */
function inWakingHours(at: number) {
  const hour = new Date(at).getUTCHours()
  return hour < 5 ? at - 9 * HOUR : hour > 19 ? at - 5 * HOUR : at
}

export type DemoPayment = {
  readonly type: 'credit_card' | 'bank_transfer' | 'wallet' | 'cash'
  readonly status: 'waiting' | 'completed' | 'cancelled'
  readonly refund: 'none' | 'pending' | 'approved' | 'refunded'
  readonly addedAt: number
  readonly paidAt: number | null
  readonly payBy: string | null
}

/** What was paid, how and when; `later` is unpaid so far (rule 20), `none` needs no payment. */
export function drawPayment(
  fate: Fate,
  { start, end }: DemoSlot,
  bookedAt: number,
  now: number,
  draw: Draw,
): DemoPayment | 'later' | 'none' {
  const how = draw.weighted(HOW[fate])
  if (how === 'later' || how === 'none') return how
  const paidSoon = Math.min(bookedAt + 2 * MINUTE, now)
  const payment = { status: 'completed', refund: 'none', addedAt: bookedAt, paidAt: paidSoon, payBy: null } as const
  if (how === 'cash')
    return { ...payment, type: how, addedAt: Math.min(end, now - MINUTE), paidAt: Math.min(end, now - MINUTE) }
  if (how === 'given_back')
    return { ...payment, type: 'credit_card', refund: draw.pick(['pending', 'approved', 'refunded', 'refunded']) }
  if (how !== 'bank_transfer' && how !== 'due') return { ...payment, type: how }

  const payBy = transferDeadline(new Date(start).toISOString(), bookedAt)
  const transfer = { ...payment, type: 'bank_transfer', payBy } as const
  if (Date.parse(payBy) < bookedAt + 2 * HOUR) return { ...payment, type: 'credit_card' } // rule 18: too late for a transfer
  if (fate === 'cancelled') return { ...transfer, status: 'cancelled', paidAt: null }
  if (how === 'due' && Date.parse(payBy) > now) return { ...transfer, status: 'waiting', paidAt: null }
  const paidAt = bookedAt + Math.floor((Date.parse(payBy) - bookedAt) * (0.1 + 0.8 * draw.next()))
  return paidAt < now ? { ...transfer, paidAt } : { ...transfer, status: 'waiting', paidAt: null }
}

const HOW = {
  completed: { cash: 42, credit_card: 28, bank_transfer: 14, wallet: 4, later: 7, none: 5 },
  cancelled: { none: 55, due: 20, given_back: 25 },
  'no-show': { credit_card: 40, later: 50, bank_transfer: 10 },
  left: { later: 60, credit_card: 30, none: 10 },
  arrived: { later: 50, credit_card: 35, bank_transfer: 10, none: 5 },
  waiting: { later: 42, credit_card: 24, bank_transfer: 10, due: 18, none: 6 },
} as const satisfies Record<
  Fate,
  Partial<Record<DemoPayment['type'] | 'due' | 'given_back' | 'later' | 'none', number>>
>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
