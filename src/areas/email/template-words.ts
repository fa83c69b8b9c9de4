import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EmailGroup, Tag, Template } from '../../../contract/email/email.templates.ts'

/** The purpose of each template, shown in the list and above its editor. */
export const TEMPLATE_WORDS: Readonly<Record<Template, MessageDescriptor>> = {
  confirm: msg`Confirm the email address`,
  already_registered: msg`Registered already`,
  password_reset: msg`Forgotten password`,
  password_invite: msg`New account, set a password`,
  password_changed: msg`Password changed`,
  contact_changed: msg`Contact details changed by the owner`,
  contact_changed_for_you: msg`Contact details changed by staff`,
  passkey_added: msg`Passkey added`,
  account_active: msg`Account activated`,
  visit_booked: msg`Appointment booked`,
  visit_moved: msg`Appointment moved`,
  visit_cancelled: msg`Appointment cancelled`,
  booking_code: msg`Code for booking without an account`,
  question_code: msg`Code for asking without an account`,
  question_answered: msg`Question answered, to who asked without an account`,
  visit_lapsed: msg`Appointment cancelled because it was not paid for`,
  visit_reminder: msg`Reminder of an appointment`,
  doctor_day: msg`Daily schedule for doctors`,
  calendar_broken: msg`Connected calendar cannot be read`,
  calendar_dropped: msg`Connected calendar no longer blocks time`,
  payment_received: msg`Payment received`,
  payment_awaited: msg`Payment still open`,
  payment_awaited_transfer: msg`Bank transfer still open`,
  payment_to_wallet: msg`Refund to the wallet`,
  payment_late: msg`Payment that came too late`,
  payment_refunded: msg`Refund paid`,
  payment_link: msg`Payment link`,
  visit_comment: msg`How the appointment went`,
  doctor_invited: msg`Invitation of a doctor to a clinic`,
}

export const GROUP_WORDS: Readonly<Record<EmailGroup, MessageDescriptor>> = {
  account: msg({ message: 'Account', context: 'templates' }),
  appointment: msg`Appointments`,
  payment: msg`Payments`,
  content: msg({ message: 'Content', context: 'templates' }),
}

/** What replaces a tag. */
export const TAG_WORDS: Readonly<Record<Tag, MessageDescriptor>> = {
  name: msg`the receiver’s name`,
  house: msg`the clinic’s name`,
  when: msg`date and time`,
  doctor: msg`the doctor’s name`,
  place: msg`the clinic’s address`,
  map: msg`the way to the clinic`,
  code: msg`the code for check-in`,
  terms: msg`until when it can be cancelled or moved`,
  amount: msg`the amount`,
  reference: msg`the transfer’s reference`,
  until: msg`until when it can be paid`,
  visits: msg`how many appointments`,
  first: msg`time of the first`,
  calendar: msg`the calendar’s name`,
  link: msg`the link`,
}
