import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import {
  credential,
  freeText,
  id,
  instant,
  listed,
  listOf,
  newRecordId,
  paging,
  text,
  version,
} from '../kernel/fields.ts'
import { DELIVERY_FAILURES, DELIVERY_STATES, WEBHOOK_KINDS, WEBHOOK_URL_UNITS, WEBHOOKS_MOST } from './webhook.rules.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const kinds = listOf(v.picklist(WEBHOOK_KINDS), WEBHOOK_KINDS.length, 1)
const url = freeText(WEBHOOK_URL_UNITS)

/** An address to which a clinic's events go (decision 0164). */
const Webhook = v.object({
  id,
  /** Also holds what the receiver may know its sender by. */
  url: credential(WEBHOOK_URL_UNITS),
  kinds: v.array(v.picklist(WEBHOOK_KINDS)),
  active: v.boolean(),
  /** Since when every try has failed. */
  failingSince: v.nullable(instant),
  /** The server has switched it off then, after days in which nothing arrived. */
  offAt: v.nullable(instant),
  /** Until then the secret of before signs too. */
  oldSecretUntil: v.nullable(instant),
  waiting: count,
  dead: count,
  madeBy: text(200),
  createdAt: instant,
})
export type Webhook = v.InferOutput<typeof Webhook>

/** An event on its way to one address. */
const Delivery = v.object({
  /** Header `webhook-id`: the same at every try. */
  id,
  type: text(60),
  /** Null: a test. */
  recordId: v.nullable(id),
  version: v.nullable(version),
  status: v.nullable(text(40)),
  state: v.picklist(DELIVERY_STATES),
  tries: count,
  /** HTTP status of the last answer; null if there was none. */
  lastStatus: v.nullable(count),
  failure: v.nullable(v.picklist(DELIVERY_FAILURES)),
  madeAt: instant,
  nextTryAt: v.nullable(instant),
  endedAt: v.nullable(instant),
})
export type Delivery = v.InferOutput<typeof Delivery>

const one = v.object({ status: v.literal(true), webhook: Webhook })
/** Shown this once, and never read again. */
const withSecret = v.object({ ...one.entries, secret: credential(100) })
const done = v.object({ status: v.literal(true) })
const path = '/api/webhook/:id'

/** Of the caller's own clinic. [+] */
export const webhookCalls = {
  'webhook.list': {
    method: 'POST',
    path: '/api/webhook/list',
    roles: ['clinic'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), webhooks: v.pipe(v.array(Webhook), v.maxLength(WEBHOOKS_MOST)) }),
  },
  'webhook.add': {
    method: 'POST',
    path: '/api/webhook',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['webhook_limit', 'webhook_address', 'id_taken'],
    input: v.strictObject({ id: newRecordId, url, kinds, active: v.boolean() }),
    reply: withSecret,
    audits: 'webhook',
  },
  'webhook.update': {
    method: 'PUT',
    path,
    roles: ['clinic'],
    offline: 'online',
    refusals: ['webhook_not_found', 'webhook_address'],
    input: v.strictObject({ id, url, kinds, active: v.boolean() }),
    reply: one,
    audits: 'webhook',
  },
  /** A new secret; the one before signs too for a day. */
  'webhook.rotate': {
    method: 'PUT',
    path,
    action: 'rotate',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['webhook_not_found'],
    input: v.strictObject({ id }),
    reply: withSecret,
    audits: 'webhook',
  },
  /** Queues an event of type `test`, also while the endpoint is off. */
  'webhook.test': {
    method: 'PUT',
    path,
    action: 'test',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['webhook_not_found'],
    input: v.strictObject({ id }),
    reply: done,
    audits: 'webhook',
  },
  /** Sends one delivery that has ended again, or without `deliveryId` all that are dead. */
  'webhook.replay': {
    method: 'PUT',
    path,
    action: 'replay',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['webhook_not_found', 'delivery_not_found'],
    input: v.strictObject({ id, deliveryId: v.optional(id) }),
    reply: done,
    audits: 'webhook',
  },
  /** Also drops what waits for it. */
  'webhook.delete': {
    method: 'DELETE',
    path,
    roles: ['clinic'],
    offline: 'online',
    refusals: ['webhook_not_found'],
    input: v.strictObject({ id }),
    reply: done,
    audits: 'webhook',
  },
  /** Newest first. */
  'webhook.deliveries': {
    method: 'POST',
    path: '/api/webhook/:id/deliveries',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['webhook_not_found'],
    input: v.strictObject({
      id,
      page: paging.page,
      limit: paging.limit,
      after: paging.after,
      state: v.optional(v.picklist(DELIVERY_STATES)),
    }),
    reply: v.object({ ...listed, deliveries: v.array(Delivery) }),
  },
} as const satisfies CallTable
