import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeliveryFailure, DeliveryState, WebhookKind } from '../../../contract/webhook/webhook.rules.ts'

export const KIND_WORDS: Readonly<Record<WebhookKind, MessageDescriptor>> = {
  appointment: msg`Appointments`,
  payment: msg`Payments`,
  patient: msg`Patients`,
  doctor: msg`Doctors`,
}

export const STATE_WORDS: Readonly<Record<DeliveryState, MessageDescriptor>> = {
  waiting: msg({ context: 'a delivery', message: 'On its way' }),
  delivered: msg({ context: 'a delivery', message: 'Delivered' }),
  dead: msg({ context: 'a delivery', message: 'Given up' }),
}

export const FAILURE_WORDS: Readonly<Record<DeliveryFailure, MessageDescriptor>> = {
  address_refused: msg`The address leads into a private network.`,
  unreachable: msg`No answer within ten seconds.`,
  refused: msg`The answer was not a success.`,
  broken: msg`An error on our side.`,
}
