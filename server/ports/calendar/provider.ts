import * as v from 'valibot'
import { textOf } from '../../ical/lines.ts'
import type { Occurrence, Window } from '../../ical/read.ts'
import { ianaZone, UTC } from '../../ical/zones.ts'

/**
 * A service that keeps calendars and gives them to apps with their owner's consent (OAuth 2.0 with PKCE, Google's
 * calendar API).
 */
export type CalendarProvider = {
  /** Where the owner gives consent. */
  readonly consentUrl: (request: {
    readonly state: string
    readonly challenge: string
    readonly redirect: string
  }) => string
  /** Exchanges the code of a consent for a lasting token, and says whose calendar it is. */
  readonly exchange: (grant: {
    readonly code: string
    readonly verifier: string
    readonly redirect: string
  }) => Promise<{ readonly token: string; readonly account: string }>
  /** Every time of the calendar in a window, with series already expanded. */
  readonly events: (token: string, window: Window) => Promise<readonly Occurrence[]>
  /** Revokes the consent. */
  readonly revoke: (token: string) => Promise<void>
}

/** It is down, slow, too big or violates its protocol; nothing is known and nothing was done. */
export class ProviderFailed extends Error {}
/** The owner has revoked the consent, or it has expired: only they can fix that. */
export class ConsentGone extends Error {}

export type ProviderHosts = {
  readonly consent: string
  readonly token: string
  readonly api: string
  readonly revoke: string
}

/** Google's own hosts, and the same protocol under another origin. */
const GOOGLE: ProviderHosts = {
  consent: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  api: 'https://www.googleapis.com/calendar/v3',
  revoke: 'https://oauth2.googleapis.com/revoke',
}
export const hostsAt = (origin: string): ProviderHosts => ({
  consent: `${origin}/o/oauth2/v2/auth`,
  token: `${origin}/token`,
  api: `${origin}/calendar/v3`,
  revoke: `${origin}/revoke`,
})

/** Waits `patience` ms for each answer, reads at most two megabytes of one and ten pages, follows no redirect. */
export function googleCalendar(
  { id, secret }: { readonly id: string; readonly secret: string },
  hosts: ProviderHosts = GOOGLE,
  patience = 6000,
): CalendarProvider {
  return {
    consentUrl: ({ state, challenge, redirect }) =>
      `${hosts.consent}?${new URLSearchParams({
        client_id: id,
        redirect_uri: redirect,
        response_type: 'code',
        scope: SCOPE,
        access_type: 'offline',
        // without it no lasting token comes the second time
        prompt: 'consent',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).toString()}`,
    exchange: async ({ code, verifier, redirect }) => {
      const tokens = await token({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirect,
      })
      if (!tokens.refresh_token) throw new ProviderFailed('no lasting token')
      const primary = await ask(`${hosts.api}/calendars/primary`, Calendar, bearer(tokens.access_token))
      return { token: tokens.refresh_token, account: primary.id }
    },
    events: async (refreshToken, window) => {
      const tokens = await token({ grant_type: 'refresh_token', refresh_token: refreshToken })
      const found: Occurrence[] = []
      let page: string | undefined
      for (let n = 0; n < MOST_PAGES; n++) {
        const query = new URLSearchParams({
          singleEvents: 'true',
          timeMin: new Date(window.from).toISOString(),
          timeMax: new Date(window.to).toISOString(),
          maxResults: '2500',
          ...(page && { pageToken: page }),
        })
        const answer = await ask(
          `${hosts.api}/calendars/primary/events?${query.toString()}`,
          Page,
          bearer(tokens.access_token),
        )
        found.push(...answer.items.flatMap((item) => occurrenceOf(item, window)))
        page = answer.nextPageToken
        if (!page) return found
      }
      throw new ProviderFailed('too many pages')
    },
    revoke: async (refreshToken) => {
      await post(hosts.revoke, { token: refreshToken })
    },
  }

  async function token(fields: Readonly<Record<string, string>>) {
    const response = await post(hosts.token, { ...fields, client_id: id, client_secret: secret })
    const body = await bodyOf(response)
    if (response.status === 400 && v.is(Gone, body)) throw new ConsentGone('invalid_grant')
    if (response.status !== 200 || !v.is(Token, body)) throw new ProviderFailed('token')
    return body
  }

  async function ask<S extends v.GenericSchema>(
    url: string,
    schema: S,
    headers: Record<string, string>,
  ): Promise<v.InferOutput<S>> {
    const response = await send(url, { headers })
    if (response.status === 401 || response.status === 403) throw new ConsentGone('not allowed')
    const body = await bodyOf(response)
    const read = v.safeParse(schema, body)
    if (response.status !== 200 || !read.success) throw new ProviderFailed('answer')
    return read.output
  }

  function post(url: string, fields: Readonly<Record<string, string>>) {
    return send(url, { method: 'POST', body: new URLSearchParams(fields) })
  }

  async function send(url: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(patience) })
    } catch (error) {
      throw new ProviderFailed('unreachable', { cause: error })
    }
  }
}

const SCOPE = 'https://www.googleapis.com/auth/calendar.readonly'
const MOST_PAGES = 10
const MOST_BYTES = 2 * 1024 * 1024
const bearer = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'application/json' })

const Gone = v.object({ error: v.literal('invalid_grant') })
const Token = v.object({ access_token: v.string(), refresh_token: v.optional(v.string()) })
const Calendar = v.object({ id: v.pipe(v.string(), v.maxLength(200)) })
const Moment = v.object({ dateTime: v.optional(v.string()), date: v.optional(v.pipe(v.string(), v.isoDate())) })
const Item = v.object({
  id: v.string(),
  status: v.optional(v.string()),
  transparency: v.optional(v.string()),
  summary: v.optional(v.string()),
  start: v.optional(Moment),
  end: v.optional(Moment),
})
const Page = v.object({ items: v.pipe(v.array(Item), v.maxLength(2500)), nextPageToken: v.optional(v.string()) })

/** An answer that is not JSON, or larger than any calendar, counts as none. */
async function bodyOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > MOST_BYTES) throw new ProviderFailed('too much')
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    throw error instanceof ProviderFailed ? error : new ProviderFailed('answer', { cause: error })
  }
}

function occurrenceOf(
  { id, status, transparency, summary, start, end }: v.InferOutput<typeof Item>,
  { zone }: Window,
): Occurrence[] {
  const from = start && instantOf(start, zone)
  const to = end && instantOf(end, zone)
  if (from === undefined || to === undefined || !(to >= from)) return []
  return [
    {
      uid: id,
      start: from,
      end: to,
      allDay: start?.date !== undefined,
      busy: status !== 'cancelled' && transparency !== 'transparent',
      title: textOf(summary ?? '') || null,
    },
  ]
}

const instantOf = ({ dateTime, date }: v.InferOutput<typeof Moment>, zone: string) =>
  dateTime !== undefined ? Date.parse(dateTime) : (ianaZone(zone) ?? UTC).instantOf(Date.parse(date ?? ''))
