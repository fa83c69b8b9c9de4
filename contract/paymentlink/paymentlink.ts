import * as v from 'valibot'
import { amountInput } from '../balance/balance.ts'
import type { CallTable } from '../kernel/call.ts'
import {
  credential,
  currency,
  id,
  instant,
  listed,
  money,
  newRecordId,
  paging,
  requiredText,
  text,
  version,
} from '../kernel/fields.ts'

export const LINK_STATUSES = ['waiting', 'paid', 'cancelled', 'expired'] as const
export const LINK_DAYS = 7
/** Path of a link's address; the token follows `#`, so that no log ever holds it. */
export const PAY_PATH = '/pay'

/**
 * A request for money with its own address (rule 44): one use, a fixed amount, seven days unless set otherwise. With a
 * visit it pays that visit; `topUp` fills the wallet; otherwise it is for a service, as described. Device table
 * `payment_link` (clear: patientId, clinicId, status, createdAt) for admins, desks and the patient. A link past
 * `expiresAt` may still be `waiting` for a minute: use `isOpenLink`. No device holds the address itself:
 * `paymentlink.url` returns it for copying and for the QR code.
 */
export const PaymentLink = v.object({
  id,
  version,
  patientId: id,
  patientName: text(200),
  clinicId: v.nullable(id),
  appointmentId: v.nullable(id),
  topUp: v.boolean(),
  amount: money,
  currency,
  description: text(200),
  status: v.picklist(LINK_STATUSES),
  /** How often its page has been opened. */
  opened: v.pipe(v.number(), v.integer()),
  expiresAt: instant,
  paidAt: v.nullable(instant),
  paymentId: v.nullable(id),
  createdAt: instant,
  createdBy: text(200),
})
export type PaymentLink = v.InferOutput<typeof PaymentLink>

/** The token of a link's address: 256 bits. */
export const linkToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** What the holder of a link's address sees, signed in or not: no patient, no visit. */
export const OpenLink = v.object({
  amount: money,
  currency,
  description: text(200),
  status: v.picklist(LINK_STATUSES),
  expiresAt: instant,
  clinicName: v.nullable(text(200)),
  clinicPhone: v.nullable(text(24)),
})
export type OpenLink = v.InferOutput<typeof OpenLink>

const paymentlinkReply = v.object({ status: v.literal(true), paymentlink: PaymentLink })
const staff = ['admin', 'clinic'] as const
const path = '/api/paymentlink/:id'
const description = requiredText(200)
const writes = { table: 'payment_link', needs: [] } as const

export const paymentlinkCalls = {
  'paymentlink.list': {
    method: 'POST',
    path: '/api/paymentlink/list',
    roles: ['admin', 'clinic', 'patient'],
    offline: 'cached',
    refusals: [],
    input: v.strictObject({
      ...paging,
      id: v.optional(id),
      status: v.optional(v.picklist(LINK_STATUSES)),
      clinicId: v.optional(id),
      patientId: v.optional(id),
      /** Made between these instants. */
      since: v.optional(instant),
      until: v.optional(instant),
    }),
    reply: v.object({ ...listed, paymentlinks: v.array(PaymentLink) }),
  },
  /** With a visit, the amount is the visit's price in its currency; otherwise it is in the clinic's currency. */
  'paymentlink.add': {
    method: 'POST',
    path: '/api/paymentlink/add',
    roles: staff,
    offline: 'online',
    refusals: [
      'id_taken',
      'patient_not_found',
      'clinic_not_found',
      'appointment_not_found',
      'already_cancelled',
      'already_paid',
      'amount_differs',
      'currency_differs',
      'link_date_past',
    ],
    input: v.strictObject({
      id: newRecordId,
      patientId: id,
      /** A desk always uses its own clinic, whatever this says. */
      clinicId: v.optional(v.nullable(id)),
      appointmentId: v.optional(v.nullable(id)),
      topUp: v.optional(v.boolean()),
      amount: amountInput,
      currency,
      description,
      expiresAt: v.optional(instant),
    }),
    reply: paymentlinkReply,
    writes,
  },
  /** While it waits; the amount of a visit's link cannot change. */
  'paymentlink.update': {
    method: 'PUT',
    path,
    roles: staff,
    offline: 'online',
    refusals: ['link_not_found', 'link_used', 'link_cancelled', 'amount_differs', 'link_date_past'],
    input: v.strictObject({
      id,
      amount: v.optional(amountInput),
      description: v.optional(description),
      expiresAt: v.optional(instant),
    }),
    reply: paymentlinkReply,
    writes,
  },
  'paymentlink.cancel': {
    method: 'PUT',
    path,
    action: 'cancel',
    means: [{ status: 'cancelled' }],
    roles: staff,
    offline: 'online',
    refusals: ['link_not_found', 'link_used', 'link_cancelled'],
    input: v.strictObject({ id }),
    reply: paymentlinkReply,
    writes,
  },
  /** To the patient, in their language. [+] */
  'paymentlink.send': {
    method: 'PUT',
    path,
    action: 'send',
    roles: staff,
    offline: 'online',
    refusals: ['link_not_found', 'link_used', 'link_cancelled', 'link_expired', 'no_address'],
    input: v.strictObject({ id, by: v.picklist(['mail', 'sms']) }),
    reply: paymentlinkReply,
    writes,
  },
  'paymentlink.delete': {
    method: 'DELETE',
    path,
    roles: staff,
    offline: 'online',
    refusals: ['link_not_found', 'link_used'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { ...writes, removes: true },
  },
  /** The whole address, to copy, print as QR or open. [+] */
  'paymentlink.url': {
    method: 'GET',
    path: '/api/paymentlink/:id/url',
    roles: ['admin', 'clinic', 'patient'],
    offline: 'online',
    refusals: ['link_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true), url: credential(400) }),
  },
  /**
   * The page behind the address fetches what it is about; this counts as one opening. `link_not_found` on another
   * clinic's host. [+]
   */
  'paymentlink.open': {
    method: 'POST',
    path: '/api/paymentlink/open',
    roles: 'anyone',
    offline: 'online',
    refusals: ['link_not_found'],
    input: v.strictObject({ token: linkToken }),
    reply: v.object({ status: v.literal(true), link: OpenLink }),
    secret: 'token',
  },
} as const satisfies CallTable

/** Whether a link can still be paid at `now`, epoch ms. */
export const isOpenLink = ({ status, expiresAt }: Pick<PaymentLink, 'status' | 'expiresAt'>, now: number) =>
  status === 'waiting' && Date.parse(expiresAt) > now
