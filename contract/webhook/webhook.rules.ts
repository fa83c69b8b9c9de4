/** Records whose changes a clinic's own software may be told of (decision 0164). */
export const WEBHOOK_KINDS = ['appointment', 'payment', 'patient', 'doctor'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** Endpoints of one clinic. */
export const WEBHOOKS_MOST = 5
/** Units of an address. */
export const WEBHOOK_URL_UNITS = 500

/** Seconds until the next try, after each try that failed; after the last one the delivery is dead. */
export const WEBHOOK_WAITS_S = [5, 30, 300, 1800, 7200, 21_600, 43_200, 86_400] as const
/** Hours for which a secret signs beside the one that has replaced it. */
export const OLD_SECRET_HOURS = 24
/** After so many days in which nothing has arrived, an endpoint is switched off. */
export const WEBHOOK_OFF_DAYS = 3
/** Days for which deliveries are kept. */
export const DELIVERY_DAYS = 30

export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/**
 * Why the last try failed. `address_refused`: the address leads into a private network. `unreachable`: no answer within
 * the time. `refused`: an answer other than 2xx, also a redirect.
 */
export const DELIVERY_FAILURES = ['address_refused', 'unreachable', 'refused', 'broken'] as const
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]
