import type { Notification } from './notification.ts'

/** What happens to people, as they may want to hear of it or not: the rows of the grid in the profile (SCREENS B2). */
export const EVENTS = ['appointment', 'online_visit', 'payment', 'record', 'practice', 'calendar'] as const
export type NotifyEvent = (typeof EVENTS)[number]

/** How they hear of it: the bell in the app, push on their devices. Mail and SMS of what must reach them are not theirs to silence. */
export const CHANNELS = ['bell', 'push'] as const
export type NotifyChannel = (typeof CHANNELS)[number]

/** One cell of the grid that is off. */
export const MUTES = EVENTS.flatMap((event) => CHANNELS.map((channel) => `${event}:${channel}` as const))
export type Mute = (typeof MUTES)[number]

export const EVENT_OF: Readonly<Record<Notification['kind'], NotifyEvent>> = {
  appointment_booked: 'appointment',
  appointment_cancelled: 'appointment',
  appointment_moved: 'appointment',
  price_corrected: 'appointment',
  visits_to_close: 'appointment',
  patient_waiting: 'online_visit',
  doctor_waiting: 'online_visit',
  payment_received: 'payment',
  payment_to_wallet: 'payment',
  payment_refunded: 'payment',
  payment_awaited: 'payment',
  refund_asked: 'payment',
  proof_added: 'payment',
  recipe_added: 'record',
  report_added: 'record',
  calendar_broken: 'calendar',
  calendar_dropped: 'calendar',
  doctor_joined: 'practice',
  doctor_left: 'practice',
  doctor_passive: 'practice',
  doctor_active: 'practice',
  patient_linked: 'practice',
  comment_reported: 'practice',
  erasure_asked: 'practice',
}

/** Where a notification leads when it is of no visit. */
export const WAY_OF = {
  payment_to_wallet: '/wallet',
  payment_received: '/paymentlink',
  refund_asked: '/payment',
  recipe_added: '/patient/recipe',
  report_added: '/patient/report',
  calendar_broken: '/calendar',
  calendar_dropped: '/calendar',
  comment_reported: '/comment',
  visits_to_close: '/appointment',
} as const satisfies Partial<Record<Notification['kind'], string>>

/** The address a notification opens, in the app and from a push, offline too. */
export const addressOf = ({ kind, appointmentId }: Pick<Notification, 'kind' | 'appointmentId'>): string =>
  appointmentId ? `/appointment/${appointmentId}` : kind in WAY_OF ? WAY_OF[kind as keyof typeof WAY_OF] : '/notify'

/** `%s` takes the arguments in order, as text: an argument is never read for `%s` again (SPEC §3). */
export function fillText(text: string, args: readonly string[]): string {
  let next = 0
  return text.replaceAll('%s', () => args[next++] ?? '')
}
