import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, listed, paging, text, version } from '../kernel/fields.ts'

/**
 * What a person should be told (SPEC §3). notification.words.ts has its words by kind; each `%s` takes the next of
 * `args`, as text.
 */
export const Notification = v.object({
  id,
  version,
  userId: id,
  kind: v.picklist([
    'appointment_booked',
    'appointment_cancelled',
    'appointment_moved',
    'appointment_lapsed',
    'patient_waiting',
    'doctor_waiting',
    'visits_to_close',
    'calendar_broken',
    'calendar_dropped',
    'doctor_joined',
    'doctor_left',
    'doctor_passive',
    'doctor_active',
    'doctor_invited',
    'doctor_proposed',
    'doctor_edited',
    'membership_ended',
    'doctor_terms',
    'invitation_accepted',
    'invitation_declined',
    'patient_linked',
    'payment_received',
    'payment_to_wallet',
    'payment_late',
    'payment_refunded',
    'payment_awaited',
    'price_corrected',
    'refund_asked',
    'proof_added',
    'approval_asked',
    'approval_approved',
    'approval_declined',
    'approval_lapsed',
    'balance_changed',
    'recipe_added',
    'report_added',
    'comment_reported',
    'question_asked',
    'question_answered',
    'erasure_asked',
    'registration_waiting',
    'platform_messages_changed',
    'platform_letter_changed',
    'clinic_changed_by_platform',
    'audit_broken',
    'webhook_off',
  ]),
  args: v.array(text(200)),
  appointmentId: v.nullable(id),
  read: v.boolean(),
  createdAt: instant,
})
export type Notification = v.InferOutput<typeof Notification>

/**
 * As the list returns it (SPEC §3): with its words in the reader's language, and `%s` where the next of `args` belongs.
 */
const Notify = v.object({ ...Notification.entries, title: text(200), text: text(300) })

const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const

export const notificationCalls = {
  'notification.list': {
    method: 'POST',
    path: '/api/notify/list',
    roles: everyone,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({ ...paging, unread: v.optional(v.boolean()) }),
    reply: v.object({ ...listed, notifies: v.array(Notify), unread: v.pipe(v.number(), v.integer()) }),
  },
  'notification.readAll': {
    method: 'PUT',
    path: '/api/notify/readall',
    roles: everyone,
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), unread: v.pipe(v.number(), v.integer()) }),
  },
  /** Marks one's own as read, for instance after opening it. [+] */
  'notification.read': {
    method: 'PUT',
    path: '/api/notify/:id',
    roles: everyone,
    offline: 'queue',
    refusals: ['record_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true), notification: Notification }),
    writes: { table: 'notification', needs: [] },
  },
} as const satisfies CallTable
