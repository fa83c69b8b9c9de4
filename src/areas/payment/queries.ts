import { useLiveQuery } from 'dexie-react-hooks'
import type { Input } from '../../../contract/calls.ts'
import { moneycheckCalls } from '../../../contract/moneycheck/moneycheck.ts'
import { paymentCalls, type PaymentBar, type PaymentTotals } from '../../../contract/payment/payment.calls.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import { call } from '../../api/call.ts'
import { rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { useAnswer, type Answer } from '../../screen/use-answer.ts'

export type PaymentFilter = Omit<Input<'payment.summary'>, 'by'>
export type PaymentSort = NonNullable<Input<'payment.list'>['sort']>

/** A page of the payments this person may see, from the server. The totals are not in it and follow later. */
export function usePaymentPage(filter: PaymentFilter, sort: PaymentSort, page: number, limit: number) {
  const input = { ...filter, sort, page, limit, part: 'page' as const }
  return useAnswer(() => call(paymentCalls['payment.list'], input), JSON.stringify(input))
}

/** The totals of the whole filter per currency (rule 43). Fetched once the page has arrived: `ready`. */
export function usePaymentTotals(
  filter: PaymentFilter,
  ready: boolean,
  round: number,
): Answer<{ readonly footer: readonly PaymentTotals[] }> {
  const input = { ...filter, part: 'footer' as const }
  return useAnswer(
    () => (ready ? call(paymentCalls['payment.list'], input) : NEVER),
    JSON.stringify([input, ready, round]),
  )
}

/** Sums for a chart and its table, over the same filter. */
export function usePaymentBars(
  filter: PaymentFilter,
  by: Input<'payment.summary'>['by'],
  round: number,
): Answer<{ readonly bars: readonly PaymentBar[] }> {
  const input = { ...filter, by }
  return useAnswer(() => call(paymentCalls['payment.summary'], input), JSON.stringify([input, round]))
}

/** The filtered list for print and export, up to a number of rows; null if it cannot be fetched. */
export async function loadPayments(
  filter: PaymentFilter,
  sort: PaymentSort,
  most: number,
): Promise<readonly Payment[] | null> {
  const rows: Payment[] = []
  let after: string | undefined
  do {
    const outcome = await call(paymentCalls['payment.list'], {
      ...filter,
      sort,
      part: 'page',
      limit: CHUNK,
      ...(after && { after }),
    })
    if (outcome.kind !== 'done') return null
    rows.push(...outcome.reply.payments)
    after = outcome.reply.after ?? undefined
  } while (after && rows.length < most)
  return rows.slice(0, most)
}

/** Every payment this device holds (only of the months it keeps, rule 89), newest first. */
export function useDevicePayments(): readonly Payment[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(
    async () =>
      (await rowsIn(db, 'payment').orderBy('addedAt').reverse().toArray()).map((stored) => show('payment', stored)),
    [db],
  )
}

/** One payment as this device has it; null when it does not, undefined while it is read. */
export function useDevicePayment(id: string): Payment | null | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const stored = await rowsIn(db, 'payment').get(id)
    return stored ? show('payment', stored) : null
  }, [db, id])
}

/** One payment as the server has it now. */
export function usePayment(id: string) {
  return useAnswer(() => call(paymentCalls['payment.list'], { id, limit: 1, part: 'page' }), id)
}

/** The visits of these payments, as far as this device holds them: their state decides what may be done. */
export function useVisitStates(ids: readonly (string | null)[]): VisitStates {
  const { db } = useDevice()
  const wanted = ids.filter((id) => id !== null)
  return (
    useLiveQuery(async () => {
      const found = await rowsIn(db, 'appointment').bulkGet([...new Set(wanted)].slice(0, 500))
      return new Map(
        found.flatMap((stored) => {
          if (!stored) return []
          const { status, noShowAt } = show('appointment', stored)
          return [[stored.id, { status, noShow: noShowAt !== null }]]
        }),
      )
    }, [db, wanted.join()]) ?? NONE
  )
}
export type VisitStates = ReadonlyMap<
  string,
  { readonly status: 'waiting' | 'completed' | 'cancelled'; readonly noShow: boolean }
>

/** The nightly check, and messages from providers that did not fit; for the superadmin. */
export function useMoneyCheck() {
  return useAnswer(() => call(moneycheckCalls['moneycheck.list'], {}), 'moneycheck')
}

const CHUNK = 500
const NONE: VisitStates = new Map()
const NEVER = new Promise<never>(() => {})
