import { Agent, request } from 'node:http'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { addressOf, DEMO_PASSWORD, MAIL_HOST } from '../../server/app/demo/sign-ins.ts'
import { p95 } from './figures.ts'

const ROUNDS = 30
const CLINIC = 'kuzguncuk'

/**
 * The callers and the pages: the first one, one with filters, one with hardly any matches, one far down by its cursor
 * (DONE.md "API").
 */
const PEOPLE = [
  { who: 'admin', host: null, type: 'admin', username: `admin@${MAIL_HOST}` },
  { who: 'clinic', host: CLINIC, type: 'admin', username: addressOf('clinic', CLINIC) },
  { who: 'doctor', host: CLINIC, type: 'doctor', username: addressOf('doctor', CLINIC) },
  { who: 'patient', host: CLINIC, type: 'patient', username: addressOf('patient', CLINIC) },
] as const

/** The ms of the slowest twentieth of each list page, as a caller on this machine waits for it, by "who, page". */
export async function measureLists(server: TestServer): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>()
  for (const { who, host, type, username } of PEOPLE) {
    const call = callerAt(server, host)
    const headers = await signIn(call, type, username)
    const list = (input: object) => call('/api/appointment/list', input, headers)
    const today = Number(server.now.slice(0, 10).replaceAll('-', ''))
    const { pages } = await list({ sort: '-start' })
    const { after } = await list({ sort: '-start', page: Math.max(1, Math.floor(Number(pages) / 2)) })
    const kinds = {
      'first page': { sort: '-start' },
      today: { from: today, to: today },
      'waiting and online': { status: 'waiting', type: 'online', from: today },
      'to close': { toClose: true },
      'payment waiting': { paymentStatus: 'waiting', sort: '-start' },
      'deep page': { sort: '-start', ...(typeof after === 'string' && { after }) },
    }
    for (const [kind, input] of Object.entries(kinds)) {
      const taken: number[] = []
      for (let i = 0; i < ROUNDS; i++) {
        const begun = performance.now()
        await list(input)
        taken.push(performance.now() - begun)
      }
      times.set(`${who}, ${kind}`, p95(taken))
    }
  }
  return times
}

/** Signs in an invented person; returns the headers of the session. */
export async function signIn(
  call: ReturnType<typeof callerAt>,
  type: 'admin' | 'doctor' | 'patient',
  username: string,
): Promise<{ readonly authorization: string; readonly session: string }> {
  const { session } = await call('/api/session', null)
  const signed = await call(`/api/auth/${type}`, { username, password: DEMO_PASSWORD, session })
  return { authorization: String(signed['token']), session: String(signed['session']) }
}

const agent = new Agent({ keepAlive: true })

/**
 * Calls a host of this machine with JSON, whatever the resolver makes of names under localhost; without a body by GET.
 */
export function callerAt(server: TestServer, slug: string | null) {
  return (path: string, body: object | null, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
      const clientRequest = request(server.at(slug, path), {
        method: body ? 'POST' : 'GET',
        agent,
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        lookup: (_name, options, found) =>
          options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
      })
      clientRequest.on('error', reject)
      clientRequest.on('response', (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const text = Buffer.concat(parts).toString()
          if (response.statusCode !== 200)
            return reject(new Error(`${path}: ${response.statusCode} ${text.slice(0, 200)}`))
          resolve(JSON.parse(text) as Record<string, unknown>) // our own envelope
        })
      })
      clientRequest.end(body ? JSON.stringify(body) : undefined)
    })
}
