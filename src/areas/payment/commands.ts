import { priceCalls } from '../../../contract/appointment/appointment.price.ts'
import type { Input } from '../../../contract/calls.ts'
import { balanceCalls } from '../../../contract/balance/balance.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { moneycheckCalls } from '../../../contract/moneycheck/moneycheck.ts'
import { paymentCalls, receiptPath } from '../../../contract/payment/payment.calls.ts'
import { transactionCalls } from '../../../contract/transaction/transaction.ts'
import { call, type Outcome } from '../../api/call.ts'
import { fetchFile } from '../../api/upload.ts'
import type { Device } from '../../screen/device.ts'

/**
 * Acts on money. None is ever queued (rule 46): each calls the server and returns its outcome; the next pull brings the
 * changed payment. The button checks `contract/payment/payment.rules.ts` first.
 */
export const approve = (device: Device, id: string) => done(device, call(paymentCalls['payment.approve'], { id }))

/** With `appointment`, cancels the visit too (rule 36). */
export const cancelPayment = (device: Device, id: string, appointment: boolean, reason: string) =>
  done(
    device,
    call(paymentCalls['payment.cancel'], { id, cancelAppointment: appointment, reason: reason.trim() || null }),
  )

export const deletePayment = (device: Device, id: string) => done(device, call(paymentCalls['payment.delete'], { id }))

export type RefundTarget = NonNullable<Input<'payment.refundStart'>['to']>

export const startRefund = (device: Device, id: string, to: RefundTarget) =>
  done(device, call(paymentCalls['payment.refundStart'], { id, to }))

/** The patient's own request for a refund, and where it should go (rule 39). */
export const askRefund = (device: Device, input: Input<'payment.refundAsk'>) =>
  done(device, call(paymentCalls['payment.refundAsk'], input))

/** Corrects the price of a visit before it is paid (rule 99). */
export const reprice = (device: Device, input: Input<'appointment.reprice'>) =>
  done(device, call(priceCalls['appointment.reprice'], input))

export const approveRefund = (device: Device, id: string, to: RefundTarget) =>
  done(device, call(paymentCalls['payment.refundApprove'], { id, to }))

export const finishRefund = (device: Device, id: string) =>
  done(device, call(paymentCalls['payment.refundDone'], { id }))

export const moveToBalance = (device: Device, id: string) =>
  done(device, call(paymentCalls['payment.toBalance'], { id }))

export const payOutEarning = (device: Device, id: string) => done(device, call(paymentCalls['payment.earn'], { id }))

/** At most 200; the server decides each one separately. */
export const payOutEarnings = (device: Device, ids: string[]) =>
  done(device, call(paymentCalls['payment.earnMany'], { ids }))

/**
 * Records money taken at the desk. `id` stays the same for every attempt of one form, so that a retry is the same act.
 */
export const takeAtDesk = (device: Device, input: Input<'payment.add'>) =>
  done(device, call(paymentCalls['payment.add'], input))

/** Changes a balance by hand, with a reason (rule 101). `id` as above. */
export const addBalance = (device: Device, input: Input<'balance.add'>) =>
  done(device, call(balanceCalls['balance.add'], input))

/** The id of something that a form will create. */
export const newMoneyId = (device: Device) => newId(device.now())

/**
 * The page where a card is charged for an open payment, a visit or a link. The server chooses the address (rule 17).
 */
export const cardPage = (of: Input<'transaction.generate'>) => call(transactionCalls['transaction.generate'], of)

/** The state of a card payment. */
export const findTransaction = (id: string) => call(transactionCalls['transaction.get'], { id })

/** The receipt as a PDF; null if the server refuses or cannot be reached. */
export const fetchReceipt = (id: string): Promise<Blob | null> => fetchFile(receiptPath(id), 'application/pdf')

export const runMoneyCheck = () => call(moneycheckCalls['moneycheck.run'], {})
export const dismissNotice = (id: string) => call(moneycheckCalls['moneycheck.dismiss'], { id })

/** The pull also brings what changed with the payment: the visit, the wallet. */
async function done<R>(device: Device, outcome: Promise<Outcome<R>>): Promise<Outcome<R>> {
  const ended = await outcome
  device.kick()
  return ended
}
