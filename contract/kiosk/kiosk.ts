import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { credential, dateInt, id, instant, listOf, newRecordId, requiredText, text } from '../kernel/fields.ts'

/** A tablet that a clinic has set up for check-in (rule 69). Only the tablet has its token. [+] */
export const Kiosk = v.object({
  id,
  name: text(60),
  /** Where people are asked to sit. */
  area: text(120),
  /** The doctors whose visits it checks in; empty means the whole clinic. */
  doctorIds: v.array(id),
  enrolledAt: instant,
  enrolledBy: text(200),
  /** When it last fetched its list. */
  seenAt: v.nullable(instant),
})
export type Kiosk = v.InferOutput<typeof Kiosk>

/** One of today's visits, with what a tablet may know of it: no full name, no debt, no reason (rule 74). */
export const KioskVisit = v.object({
  id,
  start: instant,
  name: text(120),
  doctorName: text(300),
  arrivedAt: v.nullable(instant),
  /** Digests (`shortened`, with the list's salt) of what its patient may show. */
  proofs: v.array(text(64)),
})
export type KioskVisit = v.InferOutput<typeof KioskVisit>

/** The tablet's own key: 256 bits, returned once. */
const token = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const key = { id, token }
const path = '/api/kiosk/:id'

export const kioskCalls = {
  'kiosk.list': {
    method: 'POST',
    path: '/api/kiosk/list',
    roles: ['clinic'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), kiosks: v.array(Kiosk) }),
  },
  /** Makes the calling device a tablet for check-in; this answer is the only place with its token. */
  'kiosk.enrol': {
    method: 'POST',
    path: '/api/kiosk',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['id_taken', 'doctor_not_found'],
    input: v.strictObject({
      id: newRecordId,
      name: requiredText(60),
      area: text(120),
      doctorIds: listOf(id, 50),
    }),
    reply: v.object({ status: v.literal(true), kiosk: Kiosk, token: credential(64) }),
    audits: 'kiosk',
  },
  'kiosk.revoke': {
    method: 'DELETE',
    path,
    roles: ['clinic'],
    offline: 'online',
    refusals: ['kiosk_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    audits: 'kiosk',
  },
  /** Today's visits of its clinic, in the clinic's zone. */
  'kiosk.today': {
    method: 'POST',
    path: '/api/kiosk/today',
    roles: 'anyone',
    offline: 'online',
    refusals: ['kiosk_not_found'],
    input: v.strictObject(key),
    reply: v.object({
      status: v.literal(true),
      name: text(60),
      area: text(120),
      /** The day of the list, and the clinic's zone. */
      day: dateInt,
      zone: text(64),
      /** The server's clock. */
      now: instant,
      salt: text(64),
      visits: v.array(KioskVisit),
    }),
  },
  /**
   * Marks visits as arrived, even late after a lost network; existing marks stay (rule 72). Answers all that are now
   * arrived.
   */
  'kiosk.arrive': {
    method: 'POST',
    path: '/api/kiosk/arrive',
    roles: 'anyone',
    offline: 'online',
    refusals: ['kiosk_not_found'],
    input: v.strictObject({
      ...key,
      /** `at`: when the person touched the screen, by the clock that `bedside-sent-at` reports. */
      arrivals: listOf(v.strictObject({ visitId: id, at: instant }), 100, 1),
    }),
    reply: v.object({ status: v.literal(true), arrived: v.array(id) }),
  },
  /** Ends the tablet's use: its token no longer works. */
  'kiosk.leave': {
    method: 'POST',
    path: '/api/kiosk/leave',
    roles: 'anyone',
    offline: 'online',
    refusals: ['kiosk_not_found'],
    input: v.strictObject(key),
    reply: v.object({ status: v.literal(true) }),
  },
} as const satisfies CallTable
