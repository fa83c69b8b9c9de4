import { request } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { DeliveryFailure } from '../../../contract/webhook/webhook.rules.ts'
import type { OpenWeb } from '../../ports/calendar/open-web.ts'
import { allowed, bare, NotFetched, publicAddress } from '../calendar-link/fetch.ts'

/** What came of a try: null if an answer 2xx came. */
export type Posted = { readonly status: number | null; readonly failure: DeliveryFailure | null }

/** What is sent: the same bytes at every try. */
export type Post = {
  readonly id: string
  readonly url: string
  readonly body: string
  /** The newest first; each signs. */
  readonly secrets: readonly string[]
  /** The server's clock, epoch ms. */
  readonly now: number
}

/**
 * Posts an event under the rules by which calendars are fetched (TRUST D8): https on port 443, every address of the host
 * public, and the connection goes to one that was checked. No redirect is followed, and nothing of the answer is read but
 * its status. Ten seconds in all.
 */
export async function postEvent(web: OpenWeb, post: Post, patience = PATIENCE_MS): Promise<Posted> {
  try {
    const url = allowed(post.url)
    const signal = AbortSignal.timeout(patience)
    const address = await within(publicAddress(web, url), signal)
    const status = await statusOf(web, url, address, post, signal)
    return { status, failure: status >= 200 && status < 300 ? null : 'refused' }
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error
    return { status: null, failure: error.reason === 'address_refused' ? 'address_refused' : 'unreachable' }
  }
}

const PATIENCE_MS = 10_000

/** The headers of Standard Webhooks: a signature by each secret. */
export function signed({ id, body, secrets, now }: Omit<Post, 'url'>): Readonly<Record<string, string>> {
  const at = new Date(now)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

/** A look-up has no time limit of its own. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new NotFetched('unreachable', 'dns'))
    if (signal.aborted) late()
    signal.addEventListener('abort', late, { once: true })
    work.then(resolve, reject)
  })
}

function statusOf(web: OpenWeb, url: URL, address: string, post: Post, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      {
        createConnection: () => web.connect({ address, port: 443, host: bare(url.hostname) }),
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        signal,
        headers: {
          host: url.host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(post.body),
          'user-agent': 'Bedside',
          connection: 'close',
          ...signed(post),
        },
      },
      (answer) => {
        answer.destroy()
        resolve(answer.statusCode ?? 0)
      },
    )
    clientRequest.on('error', () => reject(new NotFetched('unreachable', 'answer')))
    clientRequest.end(post.body)
  })
}
