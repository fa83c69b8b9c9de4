import type { Deps } from '../../http/handler.ts'
import { CodeRefused, proveCode, sendCode, type Sent, type Way } from './code.ts'
import { contactOf, type GuestBooking, type Typed } from './guest-booking.ts'

const wayOf = (typed: Typed): Way => ({
  table: 'guest_booking',
  template: 'booking_code',
  by: typed.by,
  contact: contactOf(typed),
  to: typed.by === 'sms' ? typed.phone : typed.email,
})

/** Sends the code of a booking and keeps what was typed. As `sendCode`. */
export const sendBookingCode = (deps: Deps, booking: GuestBooking, typed: Typed, sent: Sent): Promise<void> =>
  sendCode(deps, { id: booking.id, data: { ...booking.data, typed } }, wayOf(typed), sent)

/** The booking with its contact proved. As `proveCode`. */
export async function proveBooking(
  deps: Deps,
  booking: GuestBooking,
  code: string,
  by: { readonly ip: string; readonly browserHash: string },
): Promise<GuestBooking> {
  const { typed } = booking.data
  if (!typed) throw new CodeRefused('expired')
  const data = { typed, proved: { contact: contactOf(typed), at: deps.now() } }
  await proveCode(deps, booking, wayOf(typed), data, { code, ...by })
  return { ...booking, codeHash: null, codeUntil: null, data }
}
