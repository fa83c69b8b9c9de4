import { request } from 'node:https'
import { request as plainRequest } from 'node:http'
import webpush from 'web-push'
import type { PushData } from '../../../contract/push/push.ts'
import { HostNotAllowed, safeAddress } from '../../kernel/safe-host.ts'
import type { PushKeys } from './keys.ts'

/** A device's subscription: the address at its push service, and the keys that only it can decrypt with. */
export type Subscription = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

/**
 * Why a push was not sent. `gone`: the device has ended its subscription; `not_allowed`: we do not contact its address
 * (any more). Both end the subscription. `final`: it will not be sent later either.
 */
export class PushNotSent extends Error {
  readonly reason: 'gone' | 'not_allowed' | 'refused' | 'unreachable'
  readonly final: boolean
  constructor(reason: PushNotSent['reason'], final: boolean) {
    super(reason)
    this.reason = reason
    this.final = final
  }
}

type Needs = {
  /**
   * Push services that devices may subscribe to: hosts on the internet and their subdomains; whole origins in the
   * operator's own network.
   */
  readonly pushHosts: ReadonlySet<string>
  readonly publicUrl: () => string
}

/**
 * The address to contact for an endpoint: https on 443 to a known push service with only public addresses (TRUST D8,
 * R50). One in the operator's own network is known by its whole origin and never by its host, so that no other port of
 * that machine is contacted. Hosts for mail and SMS do not count. Throws `PushNotSent` 'not_allowed'.
 */
export async function checkEndpoint(endpoint: string, { pushHosts }: Omit<Needs, 'publicUrl'>) {
  const url = URL.parse(endpoint)
  const own = url !== null && pushHosts.has(url.origin)
  const isKnown = url !== null && (own || [...pushHosts].some((host) => isWithin(url.hostname, host)))
  if (!url || !isKnown || url.username || (!own && (url.protocol !== 'https:' || url.port !== '')))
    throw new PushNotSent('not_allowed', true)
  try {
    return { url, ...(await safeAddress(url.hostname, new Set(own ? [url.hostname] : []))) }
  } catch (error) {
    throw error instanceof HostNotAllowed ? new PushNotSent('not_allowed', true) : error
  }
}

/** The push services of today's browsers; `BEDSIDE_PUSH_HOSTS` adds to them. */
export const KNOWN_PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'notify.windows.com',
] as const

/**
 * Sends one push, encrypted for its device (RFC 8291), and waits at most ten seconds for the service's acceptance. The
 * address is checked each time, and the connection goes to the address that was checked; a redirect is a refusal.
 * `seconds`: how long the service keeps it. Throws `PushNotSent`.
 */
export async function sendPush(
  deps: Needs,
  keys: PushKeys,
  { endpoint, p256dh, auth }: Subscription,
  data: PushData,
  seconds: number,
): Promise<void> {
  const { url, address, family } = await checkEndpoint(endpoint, deps)
  const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(data), {
    TTL: Math.max(0, Math.round(seconds)),
    urgency: data.event === 'visit_soon' || data.event === 'online_visit' ? 'high' : 'normal',
    vapidDetails: { subject: subjectOf(deps.publicUrl()), ...keys },
  })
  const status = await new Promise<number>((resolve, reject) => {
    const clientRequest = (url.protocol === 'https:' ? request : plainRequest)(
      url,
      {
        method: 'POST',
        headers,
        timeout: WAIT_MS,
        signal: AbortSignal.timeout(WAIT_MS),
        lookup: (_host, options, done) =>
          options.all ? done(null, [{ address, family }]) : done(null, address, family),
      },
      (response) => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(body)
  }).catch(() => {
    throw new PushNotSent('unreachable', false)
  })
  if (status === 404 || status === 410) throw new PushNotSent('gone', true)
  if (status < 200 || status >= 300) throw new PushNotSent('refused', status !== 429 && status < 500)
}

const WAIT_MS = 10_000

const isWithin = (name: string, host: string) => name === host || name.endsWith(`.${host}`)

/** The contact for push services; Apple's refuses addresses of this machine. */
function subjectOf(publicUrl: string): string {
  const { hostname, protocol } = new URL(publicUrl)
  return protocol === 'https:' && hostname.includes('.') ? publicUrl : 'mailto:push@bedside.example'
}
