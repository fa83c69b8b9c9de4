import { request, type IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { MOST_CALENDAR_BYTES, type LinkFailure } from '../../../contract/calendar-link/calendar-link.ts'
import { isPublic } from '../../kernel/safe-host.ts'
import type { OpenWeb } from '../../ports/calendar/open-web.ts'

/** Validators of an earlier fetch, so that an unchanged calendar is not sent again. */
export type Marks = { readonly etag: string | null; readonly modified: string | null }
export type Fetched = { readonly bytes: Uint8Array; readonly marks: Marks } | 'unchanged'

/**
 * Why nothing was fetched. The other side's own words are never passed on (TRUST R51). `stage` says which check stopped
 * it.
 */
export class NotFetched extends Error {
  readonly reason: Exclude<LinkFailure, 'unreadable' | 'revoked'>
  readonly stage: 'parse' | 'scheme' | 'userinfo' | 'port' | 'address' | 'dns' | 'redirect' | 'answer'
  constructor(reason: NotFetched['reason'], stage: NotFetched['stage']) {
    super(`${reason} (${stage})`)
    this.reason = reason
    this.stage = stage
  }
}

/**
 * Fetches the calendar at an address that a person has typed (TRUST D8). Only https (`webcal` means it), port 443, no
 * name or password in the address. Every address of the host must be public, and the connection goes to one that was
 * checked. At most three redirects, with the same checks. Ten seconds in total and 2 MB after unpacking. Throws
 * NotFetched.
 */
export async function fetchCalendar(
  web: OpenWeb,
  typed: string,
  marks: Marks = { etag: null, modified: null },
  patience = PATIENCE_MS,
): Promise<Fetched> {
  const signal = AbortSignal.timeout(patience)
  let url = allowed(typed)
  const seen = new Set<string>()
  for (let step = 0; step <= MOST_REDIRECTS; step++) {
    if (seen.has(url.href)) break
    seen.add(url.href)
    const address = await publicAddress(web, url).catch((error: unknown) => {
      throw step > 0 && error instanceof NotFetched ? new NotFetched(error.reason, 'redirect') : error
    })
    const answer = await ask(web, url, address, marks, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode === 304) {
      answer.destroy()
      return 'unchanged'
    }
    if (statusCode === 200) {
      const bytes = await readAll(answer, signal)
      return { bytes, marks: { etag: short(headers.etag), modified: short(headers['last-modified']) } }
    }
    answer.destroy()
    if (statusCode < 300 || statusCode > 399 || !headers.location) throw new NotFetched('refused', 'answer')
    url = redirected(headers.location, url)
  }
  // a redirect loop, or too many redirects
  throw new NotFetched('address_refused', 'redirect')
}

/** The parsed address, after checks that need no network; throws NotFetched. */
export function allowed(typed: string): URL {
  const url = URL.parse(typed.trim().replace(/^webcals?:/i, 'https:'))
  if (!url) throw new NotFetched('address_refused', 'parse')
  if (url.protocol !== 'https:') throw new NotFetched('address_refused', 'scheme')
  if (url.username || url.password) throw new NotFetched('address_refused', 'userinfo')
  if (url.port) throw new NotFetched('address_refused', 'port')
  const host = bare(url.hostname)
  if (isIP(host) && !isPublic(host)) throw new NotFetched('address_refused', 'address')
  return url
}

const PATIENCE_MS = 10_000
const MOST_REDIRECTS = 3

/** Strips the brackets of an IPv6 address and the dot at the end of a name. */
export const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
const short = (header: string | undefined) => (header && header.length <= 300 ? header : null)

/** The one address to connect to, after every address of the host was found public; throws NotFetched. */
export async function publicAddress(web: OpenWeb, url: URL): Promise<string> {
  const host = bare(url.hostname)
  if (isIP(host)) return host
  const found = await web.resolve(host)
  if (found[0] === undefined) throw new NotFetched('unreachable', 'dns')
  if (!found.every(isPublic)) throw new NotFetched('address_refused', 'dns')
  return found[0]
}

function redirected(location: string, from: URL): URL {
  try {
    return allowed(URL.parse(location, from)?.href ?? '')
  } catch (error) {
    throw error instanceof NotFetched ? new NotFetched('address_refused', 'redirect') : error
  }
}

function ask(web: OpenWeb, url: URL, address: string, marks: Marks, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const clientRequest = request(
      {
        createConnection: () => web.connect({ address, port: 443, host: bare(url.hostname) }),
        method: 'GET',
        path: `${url.pathname}${url.search}`,
        signal,
        headers: {
          host: url.host,
          accept: 'text/calendar, */*;q=0.1',
          'accept-encoding': 'gzip, deflate, br',
          'user-agent': 'Bedside',
          connection: 'close',
          ...(marks.etag && { 'if-none-match': marks.etag }),
          ...(marks.modified && { 'if-modified-since': marks.modified }),
        },
      },
      resolve,
    )
    clientRequest.on('error', () => reject(new NotFetched('unreachable', 'answer')))
    clientRequest.end()
  })
}

/** The whole body, unpacked; stops reading if it is larger than a calendar may be. */
async function readAll(answer: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  if (Number(answer.headers['content-length']) > MOST_CALENDAR_BYTES) {
    answer.destroy()
    throw new NotFetched('too_large', 'answer')
  }
  const chunks: Buffer[] = []
  let size = 0
  let packed = 0
  answer.on('data', (chunk: Buffer) => {
    packed += chunk.length
  })
  try {
    const body = unpacked(answer)
    signal.addEventListener('abort', () => body.destroy(new Error('too slow')), { once: true })
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MOST_CALENDAR_BYTES || packed > MOST_CALENDAR_BYTES) throw new NotFetched('too_large', 'answer')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof NotFetched ? error : new NotFetched('unreachable', 'answer')
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks)
}

function unpacked(answer: IncomingMessage) {
  const unpack = UNPACK[answer.headers['content-encoding'] ?? '']?.()
  if (!unpack) return answer
  answer.on('error', (error) => unpack.destroy(error))
  return answer.pipe(unpack)
}

const UNPACK: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
