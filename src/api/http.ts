import { POSITION_HEADER } from '../../contract/kernel/constants.ts'
import { WIPE_HEADER } from '../../contract/session/session.rules.ts'
import { startDeadline, STALLED, type Patience } from './deadline.ts'
import { headersOf } from './headers.ts'
import { hearPosition } from './position.ts'
import { packJson, refuseGzip } from './pack.ts'
import type { SessionRecord } from './session-record.ts'
import { hearWipe } from './wipe.ts'

/**
 * The result of a request: an answer of our server, or none. HTML, a captive portal, a redirect or a truncated body is
 * not an answer (rule 103).
 */
export type Response_ =
  | { readonly kind: 'answer'; readonly status: number; readonly body: JsonObject; readonly retryAfter: number | null }
  | { readonly kind: 'none'; readonly why?: Unanswered; readonly status?: number }
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Why there was no answer: nothing was reached or the line broke; nothing came for too long; or something between this
 * device and the server answered in its place, with the `status` of that response.
 */
export type Unanswered = 'unreached' | 'stalled' | 'between'

/**
 * The only fetch of the app. It never retries: the outbox decides (SYNC). It has a deadline, for the body too
 * (`deadline.ts`).
 */
export type Send = (request: {
  method: string
  url: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}) => Promise<Response_>

export const sendAs =
  (session: Pick<SessionRecord, 'token' | 'session' | 'unlock'> | null, patience?: Patience): Send =>
  async (request) => {
    const { method, url, body, headers } = request
    const packed = body === undefined || body instanceof Uint8Array ? null : await packJson(body)
    const bytes = packed?.body ?? (body as Uint8Array<ArrayBuffer> | undefined) // what is not packed is bytes, or absent
    const deadline = startDeadline(bytes?.length ?? 0, patience)
    try {
      const exchange = async () => {
        const response = await fetch(url, {
          method,
          // the API never redirects: something in between does, and a redirect to another host would be an error
          // without a name
          redirect: 'manual',
          // the page's address says whose record a person reads; no log on the way may have it
          referrerPolicy: 'no-referrer',
          signal: deadline.signal,
          ...(bytes !== undefined && { body: bytes }),
          headers: { accept: 'application/json', ...headersOf(session), ...packed?.headers, ...headers },
        })
        deadline.moved()
        hearPosition(response.headers.get(POSITION_HEADER))
        return { response, text: await textOf(response, deadline.moved) }
      }
      const { response, text } = await Promise.race([exchange(), deadline.passed])
      if (packed?.isGzip && (response.status === 400 || response.status === 415)) {
        refuseGzip()
        return await sendAs(session, patience)(request)
      }
      const isJson = response.headers.get('content-type')?.includes('application/json')
      const parsedBody: unknown = isJson ? JSON.parse(text) : null
      const isOurs = isObject(parsedBody) && typeof parsedBody['status'] === 'boolean'
      if (!isOurs) return { kind: 'none', why: 'between', status: response.status }
      if (session && response.headers.has(WIPE_HEADER)) await hearWipe(session.token)
      return {
        kind: 'answer',
        status: response.status,
        body: parsedBody,
        retryAfter: secondsOf(response.headers.get('retry-after')),
      }
    } catch (error) {
      if (error === STALLED || deadline.signal.aborted) return { kind: 'none', why: 'stalled' }
      if (error instanceof SyntaxError || error instanceof TypeError || error instanceof DOMException)
        return { kind: 'none', why: 'unreached' }
      throw error
    } finally {
      deadline.over()
    }
  }

/** The body as text; each piece that arrives counts as progress. */
async function textOf(response: Response, moved: () => void): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    moved()
    text += decoder.decode(value, { stream: true })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const secondsOf = (header: string | null) => (header && /^\d+$/.test(header) ? Number(header) : null)
