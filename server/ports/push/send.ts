import { request } from 'node:https'
import { request as plainRequest } from 'node:http'
import webpush from 'web-push'
import type { PushData } from '../../../contract/push/push.ts'
import { HostNotAllowed, safeAddress } from '../../kernel/safe-host.ts'
import type { PushKeys } from './keys.ts'

/** A device as it subscribed: where its push service listens, and the keys only it can open what comes with. */
export type Subscription = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

/**
 * Why a push did not go. `gone`: the device has ended its subscription; `not_allowed`: its address is none we dial, perhaps since today.
 * Both end the subscription. `final`: will not go later either.
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
  /** Push services that devices may subscribe at: hosts of the open internet and those within them; whole origins of one's own network. */
  readonly pushHosts: ReadonlySet<string>
  readonly publicUrl: () => string
}

/**
 * The address to dial for an endpoint: https on 443 to a push service that is known, with public addresses alone (TRUST D8, R50). One in the
 * operator's own network is known by its whole origin and never by its host, so that no other port of that machine is dialled. Hosts of mail
 * and SMS are none. Throws `PushNotSent` 'not_allowed'.
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

/** The push services of the browsers there are; `BEDSIDE_PUSH_HOSTS` adds to them. */
export const KNOWN_PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'notify.windows.com',
] as const

/**
 * Sends one push, sealed for its device (RFC 8291), and waits for the service's yes, ten seconds at most. The address is checked anew, and
 * the one that was checked is the one that is dialled; a redirection is a no. `seconds`: for how long the service keeps it. Throws
 * `PushNotSent`.
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
    const asked = (url.protocol === 'https:' ? request : plainRequest)(
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
    asked.on('error', reject)
    asked.end(body)
  }).catch(() => {
    throw new PushNotSent('unreachable', false)
  })
  if (status === 404 || status === 410) throw new PushNotSent('gone', true)
  if (status < 200 || status >= 300) throw new PushNotSent('refused', status !== 429 && status < 500)
}

const WAIT_MS = 10_000

const isWithin = (name: string, host: string) => name === host || name.endsWith(`.${host}`)

/** Whom a push service may write to; Apple's refuses addresses of this machine. */
function subjectOf(publicUrl: string): string {
  const { hostname, protocol } = new URL(publicUrl)
  return protocol === 'https:' && hostname.includes('.') ? publicUrl : 'mailto:push@bedside.example'
}
