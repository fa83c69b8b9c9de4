import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the double behaves; all but `well` imitate failures of the real service. */
export type Mood = 'well' | 'down' | 'slow' | 'lying'
/** An event as Google's API returns it, with the fields that the reader uses. */
export type GivenEvent = Readonly<Record<string, unknown>>

/**
 * A TEST DOUBLE of a calendar service, for demo servers and tests: Google's own protocol on loopback only, with the
 * consent page. A server with real data never starts it; there GOOGLE_CLIENT_ID identifies the app at the real service.
 */
export async function startProviderDouble() {
  let mood: Mood = 'well'
  let events: readonly GivenEvent[] = []
  const codes = new Map<string, string>()
  const tokens = new Set<string>()
  const requests: string[] = []
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    requests.push(pathname)
    if (mood === 'slow') return
    if (mood === 'down') return void request.socket.destroy()
    if (mood === 'lying') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sorry</html>')
    if (pathname === '/o/oauth2/v2/auth') return consent(response, searchParams)
    if (pathname === '/token') return token(response, new URLSearchParams(await textOf(request)))
    if (pathname === '/revoke') {
      tokens.delete(new URLSearchParams(await textOf(request)).get('token') ?? '')
      return json(response, 200, {})
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer access-', ''))) return json(response, 401, {})
    if (pathname === '/calendar/v3/calendars/primary')
      return json(response, 200, { id: ACCOUNT, timeZone: 'Europe/Istanbul' })
    if (pathname === '/calendar/v3/calendars/primary/events') return json(response, 200, { items: events })
    return json(response, 404, {})
  }

  function consent(response: ServerResponse, asks: URLSearchParams) {
    const code = randomUUID()
    codes.set(code, asks.get('code_challenge') ?? '')
    const back = (fields: Record<string, string>) =>
      `${asks.get('redirect_uri') ?? ''}?${new URLSearchParams({ ...fields, state: asks.get('state') ?? '' }).toString()}`.replaceAll(
        '&',
        '&amp;',
      )
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'x-stand-in': 'calendar' })
    response.end(
      `<!doctype html><meta name="viewport" content="width=device-width"><title>Demo calendar service</title><body style="font:18px sans-serif;max-width:30em;margin:3em auto"><h1>Demo calendar service</h1><p>A stand-in on this machine. May Bedside read the times of ${ACCOUNT}?</p><p><a href="${back({ code })}">Allow</a></p><p><a href="${back({ error: 'access_denied' })}">Refuse</a></p>`,
    )
  }

  function token(response: ServerResponse, form: URLSearchParams) {
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return json(response, 401, { error: 'invalid_client' })
    if (form.get('grant_type') === 'refresh_token') {
      const refresh = form.get('refresh_token') ?? ''
      return tokens.has(refresh)
        ? json(response, 200, { access_token: `access-${refresh}`, expires_in: 3599, token_type: 'Bearer' })
        : json(response, 400, { error: 'invalid_grant' })
    }
    const code = form.get('code') ?? ''
    const challenge = codes.get(code)
    codes.delete(code)
    if (
      challenge !==
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
    )
      return json(response, 400, { error: 'invalid_grant' })
    const refresh = randomUUID()
    tokens.add(refresh)
    return json(response, 200, { access_token: `access-${refresh}`, refresh_token: refresh, expires_in: 3599 })
  }

  return {
    url,
    client: CLIENT,
    account: ACCOUNT,
    /** Every requested path, in order. */
    asked: requests,
    behave: (next: Mood) => void (mood = next),
    keeps: (its: readonly GivenEvent[]) => void (events = its),
    /** The owner revokes every consent. */
    revokeAll: () => tokens.clear(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const CLIENT = { id: 'bedside-demo', secret: 'stand-in' }
const ACCOUNT = 'demo.doctor@calendar.test'

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** A few private times in the coming days, for the demo server. */
export function demoEvents(now: number): GivenEvent[] {
  const day = new Date(now).toISOString().slice(0, 10)
  const at = (days: number, time: string) => new Date(Date.parse(`${day}T${time}Z`) + days * 86_400_000).toISOString()
  return [
    {
      id: 'demo-1',
      summary: 'Demo: parents’ evening',
      start: { dateTime: at(1, '15:00') },
      end: { dateTime: at(1, '16:30') },
    },
    { id: 'demo-2', summary: 'Demo: dentist', start: { dateTime: at(3, '07:00') }, end: { dateTime: at(3, '08:00') } },
    {
      id: 'demo-3',
      summary: 'Demo: gym',
      transparency: 'transparent',
      start: { dateTime: at(2, '05:00') },
      end: { dateTime: at(2, '06:00') },
    },
  ]
}
