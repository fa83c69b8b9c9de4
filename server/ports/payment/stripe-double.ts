import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How the double behaves. `silent`: it never answers. `lossy`: it does what it is asked, once, and the answer is lost;
 * the next request is answered again. `slowly`: refunds are pending, and reported later. `page gone`: a session without
 * a page.
 */
export type StripeMood = 'well' | 'silent' | 'lossy' | 'down' | 'lying' | 'slowly' | 'page gone'

/**
 * A TEST DOUBLE of Stripe: the four requests that we make, over HTTP and form bodies as its API takes them, with its
 * rules about keys, amounts, times and idempotency; and its signed events. No one is charged. On loopback only.
 */
export async function startStripeDouble(options: { readonly secret: string; readonly now: () => number }) {
  let mood: StripeMood = 'well'
  const sessions = new Map<string, Session>()
  const refunds = new Map<string, Refund>()
  const answered = new Map<string, { readonly requestText: string; readonly status: number; readonly body: object }>()
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (mood === 'silent') return
    if (mood === 'down') return void request.socket.destroy()
    if (mood === 'lying') return void response.writeHead(200).end('<html>maintenance</html>')
    const text = Buffer.concat(await request.toArray()).toString()
    if (request.headers.authorization !== `Bearer ${KEY}`) return send(response, 401, failure('invalid_api_key'))
    const key = String(request.headers['idempotency-key'] ?? '')
    const before = key ? answered.get(key) : undefined
    const requestText = `${request.url} ${text}`
    if (before && before.requestText !== requestText) return send(response, 400, failure('idempotency_key_in_use'))
    const outcome = before ?? {
      requestText,
      ...act(request.method ?? '', request.url ?? '', new URLSearchParams(text)),
    }
    if (key && outcome.status === 200) answered.set(key, outcome)
    if (mood !== 'lossy') return send(response, outcome.status, outcome.body)
    mood = 'well'
    request.socket.destroy()
  }

  function act(method: string, path: string, form: URLSearchParams): { status: number; body: object } {
    const [, id, verb] = /^\/v1\/checkout\/sessions(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'POST' && path === '/v1/checkout/sessions') return open(form)
    const session = id ? sessions.get(id) : undefined
    if (session && method === 'GET') return { status: 200, body: session }
    if (session && verb === 'expire') {
      if (session.status !== 'open') return { status: 400, body: failure('session_not_open') }
      session.status = 'expired'
      return { status: 200, body: session }
    }
    if (method === 'POST' && path === '/v1/refunds') return refund(form)
    return { status: 404, body: failure('resource_missing') }
  }

  function open(form: URLSearchParams): { status: number; body: object } {
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    const currency = form.get('line_items[0][price_data][currency]') ?? ''
    const ends = Number(form.get('expires_at')) * 1000 - options.now()
    const wrong =
      [...form.keys()].find((name) => !PARAMETERS.test(name)) ??
      (form.get('mode') === 'payment' ? null : 'mode') ??
      (Number.isSafeInteger(amount) && amount > 0 && amount <= 99_999_999 ? null : 'unit_amount') ??
      (/^(try|usd|eur|gbp)$/.test(currency) ? null : 'currency') ??
      (/^(tr|en|de|ru)$/.test(form.get('locale') ?? '') ? null : 'locale') ??
      (ends >= 30 * 60_000 && ends <= 86_400_000 ? null : 'expires_at') ??
      (URL.canParse(form.get('success_url') ?? '') ? null : 'success_url')
    if (wrong) return { status: 400, body: failure('parameter_invalid', wrong) }
    const id = `cs_test_${randomBytes(12).toString('hex')}`
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount,
      currency,
      client_reference_id: form.get('client_reference_id'),
      metadata: metadataOf(form),
      payment_intent: null,
      url: mood === 'page gone' ? null : `https://checkout.stripe.test/c/pay/${id}`,
    }
    sessions.set(id, session)
    return { status: 200, body: session }
  }

  function refund(form: URLSearchParams): { status: number; body: object } {
    const intent = form.get('payment_intent')
    const session = [...sessions.values()].find((each) => each.payment_intent === intent)
    const amount = Number(form.get('amount'))
    const back = [...refunds.values()].reduce(
      (sum, each) => sum + (each.payment_intent === intent ? each.amount : 0),
      0,
    )
    if (!session) return { status: 404, body: failure('resource_missing', 'payment_intent') }
    if (!(amount > 0) || back + amount > session.amount_total)
      return { status: 400, body: failure('charge_already_refunded') }
    const made: Refund = {
      id: `re_${randomBytes(12).toString('hex')}`,
      object: 'refund',
      status: mood === 'slowly' ? 'pending' : 'succeeded',
      amount,
      currency: session.currency,
      payment_intent: intent,
      metadata: metadataOf(form),
    }
    refunds.set(made.id, made)
    return { status: 200, body: made }
  }

  const sessionOf = (url: string) => {
    const session = sessions.get(url.split('/').at(-1) ?? '')
    if (!session) throw new Error(`no session behind ${url}`)
    return session
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    key: KEY,
    at: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' as const }, // it listens on a port
    behave: (next: StripeMood) => void (mood = next),
    /** The payer pays on the page, if it is still open. Returns the session afterwards. */
    pay: (url: string): Readonly<Session> => {
      const session = sessionOf(url)
      if (session.status === 'open')
        Object.assign(session, {
          status: 'complete',
          payment_status: 'paid',
          payment_intent: `pi_${randomBytes(12).toString('hex')}`,
        })
      return session
    },
    sessions: (): readonly Readonly<Session>[] => [...sessions.values()],
    refunds: (): readonly Readonly<Refund>[] => [...refunds.values()],
    /** An event about a session or a refund, with its signature. */
    event: (type: string, object: object, secret = options.secret, at = options.now()) => {
      const raw = JSON.stringify({
        id: `evt_${randomBytes(12).toString('hex')}`,
        object: 'event',
        type,
        data: { object },
      })
      return { raw, signature: signed(raw, secret, at) }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const KEY = 'sk_test_standin'

/** As Stripe signs: HMAC-SHA256 over the seconds, a dot and the body. */
export function signed(raw: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex')}`
}

type Session = {
  readonly id: string
  readonly object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  readonly amount_total: number
  readonly currency: string
  readonly client_reference_id: string | null
  readonly metadata: Readonly<Record<string, string>>
  payment_intent: string | null
  readonly url: string | null
}

type Refund = {
  readonly id: string
  readonly object: 'refund'
  status: 'pending' | 'succeeded'
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/** The parameters of a session; Stripe refuses unknown ones. */
const PARAMETERS =
  /^(mode|client_reference_id|success_url|cancel_url|expires_at|locale|metadata\[\w+\]|payment_intent_data\[metadata\]\[\w+\]|line_items\[0\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\])$/

const metadataOf = (form: URLSearchParams) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (/^metadata\[(\w+)\]$/.exec(name)?.[1] ? [[name.slice(9, -1), value]] : [])),
  )

const failure = (code: string, param?: string) => ({
  error: { type: 'invalid_request_error', code, param, message: code },
})

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json', 'x-stand-in': 'stripe' }).end(JSON.stringify(body))
}
