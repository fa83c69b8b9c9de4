import { appointmentCalls } from '../../../contract/appointment/appointment.ts'
import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import type { Problem } from '../../screen/problem.ts'
import { cardPage } from './commands.ts'

export type BookedPaid =
  /**
   * Booked. `page` is where the card is charged. It is null if nothing is left to pay, or if the page could not be
   * fetched and the visit offers it again.
   */
  | { readonly kind: 'booked'; readonly visitId: string; readonly page: string | null }
  | { readonly kind: 'refused'; readonly problem: Problem }

/**
 * Books a visit that is paid by card or from the wallet; only with a connection (rule 46). A retry is the same booking
 * (rule 19), since the server compares patient and time.
 */
export async function bookPaid(
  device: Device,
  input: Omit<Input<'appointment.bookPaid'>, 'id' | 'paymentId'>,
): Promise<BookedPaid> {
  const now = device.now()
  const booked = await call(appointmentCalls['appointment.bookPaid'], {
    ...input,
    id: newId(now),
    paymentId: newId(now),
  })
  if (booked.kind !== 'done') return { kind: 'refused', problem: booked }
  device.kick()
  const { appointment, payment } = booked.reply
  const opens = payment?.type === 'credit_card' && payment.status === 'waiting'
  const page = opens ? await cardPage({ paymentId: payment.id }) : null
  return { kind: 'booked', visitId: appointment.id, page: page?.kind === 'done' ? page.reply.paymentUrl : null }
}
