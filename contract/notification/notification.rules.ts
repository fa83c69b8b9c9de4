import type { Template } from '../email/email.templates.ts'
import type { Notification } from './notification.ts'

/** Events that people may want to be told of or not: the rows of the grid in the profile (SCREENS B2). */
export const EVENTS = ['appointment', 'online_visit', 'payment', 'record', 'practice', 'calendar'] as const
export type NotifyEvent = (typeof EVENTS)[number]

/**
 * How they are told: the bell in the app, push on their devices, and mail or SMS: SMS if there is no email address
 * (rule 59).
 */
export const CHANNELS = ['bell', 'push', 'mail', 'sms'] as const
export type NotifyChannel = (typeof CHANNELS)[number]

/** Events that are only ever sent as letters, in the order of the grid, below those that the bell rings for too. */
export const LETTERS = ['change', 'reminder', 'day', 'comment', 'account'] as const
export type GridEvent = NotifyEvent | (typeof LETTERS)[number]

/** Letters that cannot be switched off: a visit that will not be as agreed, and what protects the account. */
export const ALWAYS: readonly GridEvent[] = ['change', 'account']

/** The channels in which an event can be switched off. */
export const SWITCHES: Readonly<Record<GridEvent, readonly NotifyChannel[]>> = {
  appointment: CHANNELS,
  online_visit: ['bell', 'push'],
  payment: CHANNELS,
  record: ['bell', 'push'],
  practice: ['bell', 'push'],
  calendar: CHANNELS,
  change: [],
  reminder: ['mail', 'sms'],
  day: ['mail', 'sms'],
  comment: ['mail', 'sms'],
  account: [],
}

/** One cell of the grid that is switched off. */
export type Mute = `${GridEvent}:${NotifyChannel}`
export const MUTES: readonly Mute[] = ([...EVENTS, ...LETTERS] as const).flatMap((event) =>
  SWITCHES[event].map((channel) => `${event}:${channel}` as const),
)

/**
 * The row of the grid a template belongs to. A link to pay is sent by hand, on someone's decision, and a code because it
 * was asked for just now: they always go.
 */
const EVENT_OF_TEMPLATE: Readonly<Record<Template, GridEvent | null>> = {
  confirm: 'account',
  already_registered: 'account',
  password_reset: 'account',
  password_invite: 'account',
  password_changed: 'account',
  passkey_added: 'account',
  contact_changed: 'account',
  contact_changed_for_you: 'account',
  account_active: 'account',
  doctor_invited: 'practice',
  visit_booked: 'appointment',
  visit_moved: 'change',
  visit_cancelled: 'change',
  visit_lapsed: 'change',
  visit_reminder: 'reminder',
  doctor_day: 'day',
  calendar_broken: 'calendar',
  calendar_dropped: 'calendar',
  payment_received: 'payment',
  payment_awaited: 'payment',
  payment_awaited_transfer: 'payment',
  payment_to_wallet: 'payment',
  payment_late: 'payment',
  payment_refunded: 'payment',
  booking_code: null,
  question_code: null,
  question_answered: null,
  payment_link: null,
  visit_comment: 'comment',
}

/** Whether a letter goes to a person who has switched these cells off. */
export function isWanted(template: Template, channel: 'mail' | 'sms', muted: readonly string[]): boolean {
  const event = EVENT_OF_TEMPLATE[template]
  return event === null || !SWITCHES[event].includes(channel) || !muted.includes(`${event}:${channel}`)
}

export const EVENT_OF: Readonly<Record<Notification['kind'], NotifyEvent>> = {
  appointment_booked: 'appointment',
  appointment_cancelled: 'appointment',
  appointment_moved: 'appointment',
  appointment_lapsed: 'appointment',
  price_corrected: 'appointment',
  visits_to_close: 'appointment',
  patient_waiting: 'online_visit',
  doctor_waiting: 'online_visit',
  payment_received: 'payment',
  payment_to_wallet: 'payment',
  payment_late: 'payment',
  payment_refunded: 'payment',
  payment_awaited: 'payment',
  refund_asked: 'payment',
  proof_added: 'payment',
  approval_asked: 'payment',
  approval_approved: 'payment',
  approval_declined: 'payment',
  approval_lapsed: 'payment',
  balance_changed: 'payment',
  recipe_added: 'record',
  report_added: 'record',
  calendar_broken: 'calendar',
  calendar_dropped: 'calendar',
  doctor_joined: 'practice',
  doctor_left: 'practice',
  doctor_passive: 'practice',
  doctor_active: 'practice',
  doctor_invited: 'practice',
  doctor_proposed: 'practice',
  doctor_edited: 'practice',
  membership_ended: 'practice',
  doctor_terms: 'practice',
  invitation_accepted: 'practice',
  invitation_declined: 'practice',
  patient_linked: 'practice',
  comment_reported: 'practice',
  question_asked: 'practice',
  question_answered: 'record',
  erasure_asked: 'practice',
  registration_waiting: 'practice',
  platform_messages_changed: 'practice',
  platform_letter_changed: 'practice',
  clinic_changed_by_platform: 'practice',
  audit_broken: 'practice',
  webhook_off: 'practice',
}

/** Warns that someone is bypassing a defence: it also rings for people who have switched its row of the grid off. */
export const UNMUTED: readonly Notification['kind'][] = [
  'audit_broken',
  'platform_messages_changed',
  'platform_letter_changed',
  'clinic_changed_by_platform',
]

/** The row of the grid a notification belongs to; null for a kind that a newer build wrote (issue 38). */
export const eventOf = (kind: string): NotifyEvent | null =>
  Object.hasOwn(EVENT_OF, kind) ? EVENT_OF[kind as Notification['kind']] : null

/** Where a notification without a visit leads. */
const WAY_OF = {
  payment_to_wallet: '/wallet',
  payment_late: '/wallet',
  balance_changed: '/wallet',
  approval_asked: '/approval',
  approval_approved: '/approval',
  approval_declined: '/approval',
  approval_lapsed: '/approval',
  payment_received: '/paymentlink',
  refund_asked: '/payment',
  recipe_added: '/patient/recipe',
  report_added: '/patient/report',
  calendar_broken: '/calendar',
  calendar_dropped: '/calendar',
  comment_reported: '/comment',
  question_asked: '/question',
  question_answered: '/my-questions',
  doctor_joined: '/my-clinics',
  doctor_invited: '/my-clinics',
  doctor_proposed: '/my-clinics',
  doctor_edited: '/profile',
  membership_ended: '/doctor',
  doctor_terms: '/my-clinics',
  invitation_accepted: '/doctor',
  invitation_declined: '/doctor',
  visits_to_close: '/appointment',
  registration_waiting: '/patient-list',
  audit_broken: '/audit',
  webhook_off: '/profile',
} as const satisfies Partial<Record<Notification['kind'], string>>

/** The address that a notification opens, in the app and from a push, also offline. */
export const addressOf = ({ kind, appointmentId }: Pick<Notification, 'kind' | 'appointmentId'>): string =>
  appointmentId ? `/appointment/${appointmentId}` : (wayOf(kind) ?? '/notify')

/** Where a notification without a visit leads, or null. */
export const wayOf = (kind: string) => (Object.hasOwn(WAY_OF, kind) ? WAY_OF[kind as keyof typeof WAY_OF] : null)

/** Each `%s` takes the next argument, as text: an argument is never searched for `%s` (SPEC §3). */
export function fillText(text: string, args: readonly string[]): string {
  let next = 0
  return text.replaceAll('%s', () => args[next++] ?? '')
}
