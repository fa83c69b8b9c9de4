import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { EVENTS } from '../notification/notification.rules.ts'
import { text } from '../kernel/fields.ts'

/**
 * The content of a push, encrypted for one device (RFC 8291): its kind and where it leads. The worker has the words, in
 * the device's language; no names, no medical words (rule 66, TRUST D14).
 */
export const PushData = v.object({
  /** `visit_soon`: an online visit begins in ten minutes. `test`: the person asked for one. */
  event: v.picklist([...EVENTS, 'visit_soon', 'test']),
  /** An address within the app. */
  url: v.pipe(text(200), v.regex(/^\/(?!\/)/)),
})
export type PushData = v.InferOutput<typeof PushData>

/** The push service's address for a device: https, without user and password before the host. */
const endpoint = v.pipe(
  text(1000),
  v.check((typed) => {
    const url = URL.parse(typed)
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
  }, 'url'),
)
const bytes = (length: number) =>
  v.pipe(text(200), v.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}={0,2}$`)))

const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const
const done = v.object({ status: v.literal(true) })

/** Push to the caller's devices; a device is known by its endpoint and ends with its session. [+] */
export const pushCalls = {
  /** The server's public key (VAPID, RFC 8292) that a browser subscribes with. */
  'push.key': {
    method: 'GET',
    path: '/api/push/key',
    roles: everyone,
    background: true,
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), key: text(200) }),
  },
  /** Sends this person's push to this device from now on, whoever had the device before. */
  'push.subscribe': {
    method: 'POST',
    path: '/api/push/subscribe',
    roles: everyone,
    background: true,
    offline: 'online',
    audits: 'push',
    refusals: ['push_address'],
    input: v.strictObject({ endpoint, p256dh: bytes(65), auth: bytes(16) }),
    reply: done,
  },
  'push.unsubscribe': {
    method: 'POST',
    path: '/api/push/unsubscribe',
    roles: everyone,
    offline: 'online',
    audits: 'push',
    refusals: [],
    input: v.strictObject({ endpoint }),
    reply: done,
  },
  /** Sends one to this device at once; the answer is the push service's. */
  'push.test': {
    method: 'POST',
    path: '/api/push/test',
    roles: everyone,
    offline: 'online',
    audits: 'push',
    refusals: ['push_not_found', 'push_address', 'third_party_failure'],
    input: v.strictObject({ endpoint }),
    reply: done,
  },
} as const satisfies CallTable
