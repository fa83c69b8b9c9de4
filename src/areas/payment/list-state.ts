import { getRouteApi } from '@tanstack/react-router'
import type { Payment } from '../../../contract/payment/payment.ts'
import type { PaymentTotals } from '../../../contract/payment/payment.calls.ts'
import { addDays, todayIn, wallOf } from '../../../contract/kernel/time.ts'
import { useDevice } from '../../screen/device.ts'
import type { PaymentSearch } from '../../screen/search.ts'
import type { PaymentFilter, PaymentSort } from './queries.ts'

const route = getRouteApi('/signed-in/payment')

/**
 * What the list of payments shows, as its address says. The search text names a patient and is not in it (TRUST D18).
 */
export type PaymentList = {
  readonly search: PaymentSearch
  readonly filter: PaymentFilter
  readonly sort: PaymentSort
  /** How many filters are on, not counting the days. */
  readonly filters: number
  readonly preset: Preset
  readonly today: number
  readonly page: number
  readonly size: number
  /** Writes to the address. Any change but one of the page returns to the first page. */
  readonly set: (patch: Partial<PaymentSearch>) => void
  readonly clear: () => void
}

export function usePaymentList(words: string): PaymentList {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { zone, now } = useDevice()
  const today = todayIn(zone, now())
  const preset = search.preset ?? (search.from || search.to ? 'own' : 'last30')
  const set = (patch: Partial<PaymentSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...patch }, replace: true, resetScroll: false })
  const keyword = words.trim().slice(0, 100)
  const { dated, status, refund, earn, type, bank, doctor, clinic, visit, patient } = search
  const facts = { status, refund, earn, type, bank, doctor, clinic, visit, patient }
  const days = preset === 'own' ? { from: search.from, to: search.to } : daysOf(preset, today)
  return {
    search,
    filter: {
      ...(days.from && { from: days.from }),
      ...(days.to && { to: days.to }),
      ...(dated && { dated }),
      ...(status && { status }),
      ...(refund && { refundStatus: refund }),
      ...(earn && { earnStatus: earn }),
      ...(type && { type }),
      ...(bank && { bankId: bank }),
      ...(doctor && { doctorId: doctor }),
      ...(clinic && { clinicId: clinic }),
      ...(visit && { appointmentId: visit }),
      ...(patient && { patientId: patient }),
      ...(keyword && { keyword }),
    },
    sort: search.sort ?? '-added',
    filters: Object.values(facts).filter((value) => value !== undefined).length,
    preset,
    today,
    page: search.page ?? 1,
    size: search.size ?? 20,
    set,
    clear: () => set(NO_FILTERS),
  }
}

export const PRESETS = ['today', 'yesterday', 'last7', 'last30', 'month', 'before', 'all'] as const
export type Preset = (typeof PRESETS)[number] | 'own'

/** The first and last day of a preset; none for all days. */
export function daysOf(
  preset: Exclude<Preset, 'own'>,
  today: number,
): { readonly from?: number; readonly to?: number } {
  const first = today - (today % 100) + 1
  const lastOfBefore = addDays(first, -1)
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'last7':
      return { from: addDays(today, -6), to: today }
    case 'last30':
      return { from: addDays(today, -29), to: today }
    case 'month':
      return { from: first, to: today }
    case 'before':
      return { from: lastOfBefore - (lastOfBefore % 100) + 1, to: lastOfBefore }
    case 'all':
      return {}
  }
}

/** Applies the same filter to what the device holds, for when the server cannot be reached. `words` are as typed. */
export function filterPayments(
  payments: readonly Payment[],
  filter: PaymentFilter,
  sort: PaymentSort,
  matches: (name: string, words: string) => boolean,
): readonly Payment[] {
  const dateOf = (payment: Payment) => (filter.dated === 'paid' ? payment.paidAt : payment.addedAt)
  const inDays = (payment: Payment) => {
    if (!filter.from && !filter.to) return true
    const at = dateOf(payment)
    if (!at) return false
    const { date } = wallOf(Date.parse(at), payment.zone)
    return date >= (filter.from ?? 0) && date <= (filter.to ?? Infinity)
  }
  const is = <T>(wanted: T | undefined, value: T | undefined) => wanted === undefined || wanted === value
  const byPaid = sort.endsWith('paid')
  const of = (payment: Payment) => (byPaid ? payment.paidAt : payment.addedAt) ?? ''
  const found = payments.filter(
    (payment) =>
      (!byPaid || payment.paidAt !== null) &&
      inDays(payment) &&
      is(filter.id, payment.id) &&
      is(filter.status, payment.status) &&
      is(filter.refundStatus, payment.refundStatus) &&
      is(filter.earnStatus, payment.earnStatus) &&
      is(filter.type, payment.type) &&
      is<string | null>(filter.bankId, payment.bankId ?? null) &&
      is<string | null>(filter.doctorId, payment.doctorId) &&
      is<string | null>(filter.clinicId, payment.clinicId) &&
      is(filter.patientId, payment.patientId) &&
      is<string | null>(filter.appointmentId, payment.appointmentId) &&
      (!filter.keyword || isNumbered(payment, filter.keyword) || matches(payment.patientName, filter.keyword)),
  )
  const sorted = found.toSorted((a, b) => of(a).localeCompare(of(b)) || a.id.localeCompare(b.id))
  return sort.startsWith('-') ? sorted.toReversed() : sorted
}

/**
 * Matches the last digits of the payment's number, as on a receipt, or a transfer's reference, whole or its last six
 * characters.
 */
function isNumbered({ id, reference }: Payment, words: string): boolean {
  const requested = words.toUpperCase()
  return id.slice(-12).toUpperCase() === requested || reference === requested || reference?.slice(-6) === requested
}

/** The totals of these rows, counted as the server counts them (rule 43; server/areas/payment/list.ts). */
export function totalsOf(payments: readonly Payment[]): readonly PaymentTotals[] {
  const by = new Map<string, PaymentTotals>()
  for (const payment of payments) {
    const { currency, amount, status, refundStatus } = payment
    const sums = by.get(currency) ?? { currency, ...ZERO }
    const counts = status !== 'cancelled' && refundStatus === 'none'
    by.set(currency, {
      currency,
      count: sums.count + 1,
      amount: sums.amount + (counts ? amount : 0),
      ...(payment.commission !== undefined && {
        commission: (sums.commission ?? 0) + (counts ? payment.commission : 0),
      }),
      earn: sums.earn + (counts ? (payment.earn ?? 0) : 0),
      waiting: sums.waiting + (status === 'waiting' ? amount : 0),
      completed: sums.completed + (status === 'completed' && refundStatus === 'none' ? amount : 0),
      cancelled: sums.cancelled + (status === 'cancelled' ? amount : 0),
      refunded: sums.refunded + (refundStatus === 'none' ? 0 : amount),
    })
  }
  return [...by.values()].toSorted((a, b) => a.currency.localeCompare(b.currency))
}

const ZERO = { count: 0, amount: 0, earn: 0, waiting: 0, completed: 0, cancelled: 0, refunded: 0 }

export const NO_FILTERS = {
  status: undefined,
  refund: undefined,
  earn: undefined,
  type: undefined,
  bank: undefined,
  doctor: undefined,
  clinic: undefined,
  visit: undefined,
  patient: undefined,
} as const satisfies Partial<PaymentSearch>
