import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GridEvent } from '../../../contract/notification/notification.rules.ts'
import type { Role } from '../../../contract/kernel/call.ts'

/** What each row of the grid is about, and which roles get it. */
export const EVENT_WORDS: Readonly<
  Record<
    GridEvent,
    { readonly label: MessageDescriptor; readonly help: MessageDescriptor; readonly for: readonly Role[] }
  >
> = {
  appointment: {
    label: msg`Appointments`,
    help: msg`Booked, moved, cancelled, price corrected, to complete`,
    for: ['admin', 'clinic', 'doctor', 'patient'],
  },
  online_visit: {
    label: msg`Online appointments`,
    help: msg`Someone is waiting for you; it starts in 10 minutes`,
    for: ['clinic', 'doctor', 'patient'],
  },
  payment: {
    label: msg`Payments`,
    help: msg`Received, still open, refunded`,
    for: ['admin', 'clinic', 'doctor', 'patient'],
  },
  record: { label: msg`Medication advice and reports`, help: msg`When your doctor has written one`, for: ['patient'] },
  practice: {
    label: msg`Clinic and account`,
    help: msg`Clinics you join or leave, comments to look at`,
    for: ['admin', 'doctor', 'patient'],
  },
  calendar: { label: msg`Connected calendars`, help: msg`When one can no longer be read`, for: ['doctor'] },
  change: {
    label: msg`Your appointment moved or cancelled`,
    help: msg`Always: you would come for nothing, or miss it`,
    for: ['patient'],
  },
  reminder: { label: msg`Reminders`, help: msg`Before your appointment`, for: ['patient'] },
  day: {
    label: msg`Your day`,
    help: msg`At half past seven, how many appointments and when the first`,
    for: ['doctor'],
  },
  comment: {
    label: msg`How it was`,
    help: msg`The request for a comment, once after an appointment`,
    for: ['patient'],
  },
  account: {
    label: msg`Sign-in and security`,
    help: msg`Always sent, so that no one can change your account without you knowing`,
    for: ['admin', 'clinic', 'doctor', 'patient'],
  },
}
