import { ofetch, FetchError } from 'ofetch'
import { BUILD } from '../../contract/constants.ts'
import { WIPE_HEADER } from '../../contract/session.account.ts'
import type { SessionRecord } from './session.ts'
import { hearWipe } from './wipe.ts'

/** What came back: an answer of our server, or none. HTML, a captive portal or a cut body is no answer (rule 103). */
export type Response_ =
  | { readonly kind: 'answer'; readonly status: number; readonly body: JsonObject; readonly retryAfter: number | null }
  | { readonly kind: 'none' }
export type JsonObject = Readonly<Record<string, unknown>>

/** The only fetch of the app. Never retried here: the outbox decides (SYNC). Bounded to 30 seconds. */
export type Send = (request: {
  method: string
  url: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}) => Promise<Response_>

export const sendAs =
  (session: Pick<SessionRecord, 'token' | 'session'> | null): Send =>
  async ({ method, url, body, headers }) => {
    try {
      const response = await ofetch.raw(url, {
        method,
        retry: false,
        timeout: TIMEOUT_MS,
        responseType: 'json',
        ignoreResponseError: true,
        ...(body !== undefined && { body: body as object }), // ofetch writes it as JSON
        headers: {
          'bedside-build': String(BUILD),
          ...(session && { authorization: session.token, session: session.session }),
          ...headers,
        },
      })
      const isOurs =
        response.headers.get('content-type')?.includes('application/json') &&
        isObject(response._data) &&
        typeof response._data['status'] === 'boolean'
      if (!isOurs) return { kind: 'none' }
      if (session && response.headers.has(WIPE_HEADER)) await hearWipe(session.token)
      return {
        kind: 'answer',
        status: response.status,
        body: response._data as JsonObject,
        retryAfter: secondsOf(response.headers.get('retry-after')),
      } // checked just above
    } catch (error) {
      if (
        error instanceof FetchError ||
        error instanceof SyntaxError ||
        error instanceof TypeError ||
        error instanceof DOMException
      )
        return { kind: 'none' }
      throw error
    }
  }

const TIMEOUT_MS = 30_000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const secondsOf = (header: string | null) => (header && /^\d+$/.test(header) ? Number(header) : null)
