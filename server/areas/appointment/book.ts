import type { Target } from '../../../contract/kernel/effect.ts'
import { readRows } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx, Handler } from '../../http/handler.ts'
import { notify } from './notify.ts'
import { spendable } from '../payment/ledger.ts'
import { judgeTransfer, openPayment, type Order } from '../payment/open.ts'
import { makeVisit, type Made } from './make-visit.ts'

/** Paid by transfer or later: makes the visit, its payment if there is one, and the notice. */
export const book: Handler<'appointment.book'> = async (input, ctx) => {
  const { db } = ctx
  const byTransfer = input.payWith === 'bank_transfer'
  const result = await makeVisit(input, ctx, async ({ slot }) => {
    if (byTransfer) await judgeTransfer(ctx, slot.start, input.bankId)
  })
  if ('open' in result) return result.open
  const { made } = result
  const touched: [Target, ...Target[]] = [{ table: 'appointment', id: input.id }]
  if (byTransfer)
    touched.push(await openPayment(ctx, orderOf(input, made, { type: 'bank_transfer', fromWallet: 0, fromGiven: 0 })))
  else await db.query(`update appointment set payment_status = 'waiting' where id = $1`, [input.id])
  await tell(ctx, input.id, made)
  return touched
}

/** Paid by card, or from the wallet as far as it goes (rules 17, 42). A visit that costs nothing is paid at once. */
export const bookPaid: Handler<'appointment.bookPaid'> = async (input, ctx) => {
  const { db, who, deps } = ctx
  // only the patient can spend their wallet, at home or at the desk
  const wantsWallet = input.useWallet === true || input.payWith === 'wallet'
  if (wantsWallet && who.type === 'doctor') throw new Refused('unauthorized', {}, 403)
  const result = await makeVisit(input, ctx, async (made) => {
    const { rest, type } = await split(made)
    if (rest > 0 && input.payWith === 'wallet') throw new Refused('balance_too_low')
    if (type === 'bank_transfer') await judgeTransfer(ctx, made.slot.start, input.bankId)
    if (type === 'credit_card' && !deps.pay) throw new Refused('card_not_possible')
  })
  if ('open' in result) return answer(result.open)
  const { made } = result
  const payment = await openPayment(ctx, orderOf(input, made, await split(made)))
  await tell(ctx, input.id, made)
  return answer([{ table: 'appointment', id: input.id }, payment])

  async function split({ slot, patient }: Made) {
    const held = wantsWallet ? await spendable(db, patient.id, input.clinicId, slot.currency) : { given: 0, shared: 0 }
    // credit that can be spent only here goes first
    const fromGiven = Math.min(held.given, slot.price)
    const fromWallet = Math.min(held.given + held.shared, slot.price)
    const rest = slot.price - fromWallet
    return { fromWallet, fromGiven, rest, type: rest === 0 ? ('wallet' as const) : (input.payWith ?? 'credit_card') }
  }

  async function answer(touched: readonly Target[]) {
    const of = (table: Target['table']) => touched.flatMap((target) => (target.table === table ? [target.id] : []))
    const [appointment] = await readRows(db, 'appointment', of('appointment'))
    const [paymentRow] = await readRows(db, 'payment', of('payment'))
    return { status: true as const, appointment: appointment!, ...(paymentRow && { payment: paymentRow }) } // both were read or made above
  }
}

type Booking = Parameters<typeof book>[0] | Parameters<typeof bookPaid>[0]

const orderOf = (
  { id, paymentId, clinicId, bankId }: Booking,
  { slot, doctor, patient, clinic }: Made,
  { type, fromWallet, fromGiven }: Pick<Order, 'type' | 'fromWallet' | 'fromGiven'>,
) => ({
  id: paymentId,
  visit: { id, patientId: patient.id, doctorId: doctor.id, clinicId, start: slot.start },
  amount: slot.price,
  currency: slot.currency,
  type,
  fromWallet,
  fromGiven,
  bankId: type === 'bank_transfer' ? (bankId ?? null) : null,
  slug: clinic?.slug ?? null,
})

async function tell(
  ctx: Pick<Ctx<'appointment.book'>, 'db' | 'who' | 'now' | 'deps'>,
  id: string,
  { slot, doctor, patient }: Made,
) {
  // no one is told about a visit that is already over
  if (slot.overrides.includes('past')) return
  await notify(
    ctx,
    { ...slot, id, doctorId: doctor.id, patientId: patient.id, patientName: patient.name },
    'appointment_booked',
  )
}
