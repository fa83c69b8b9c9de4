import type { Input } from '../../../contract/calls.ts'
import { webhookCalls } from '../../../contract/webhook/webhook.ts'
import { call } from '../../api/call.ts'

/** Over the network, and never queued: the server judges the address, and makes the secret. */
export const addWebhook = (input: Input<'webhook.add'>) => call(webhookCalls['webhook.add'], input)
export const updateWebhook = (input: Input<'webhook.update'>) => call(webhookCalls['webhook.update'], input)
export const rotateSecret = (id: string) => call(webhookCalls['webhook.rotate'], { id })
export const sendTest = (id: string) => call(webhookCalls['webhook.test'], { id })
export const deleteWebhook = (id: string) => call(webhookCalls['webhook.delete'], { id })
/** Sends one delivery again, or with null all that are dead. */
export const replay = (id: string, deliveryId: string | null) =>
  call(webhookCalls['webhook.replay'], { id, ...(deliveryId && { deliveryId }) })
