import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `flaky`: every request fails once and succeeds when repeated. `torn`: a body ends in the middle. */
export type S3Mood = 'well' | 'down' | 'silent' | 'flaky' | 'torn'

/**
 * A TEST DOUBLE for S3-compatible storage on loopback: it keeps the objects of one bucket in memory and lists them in
 * pages of two. It computes each request's AWS Signature V4 by the specification, with node:crypto alone, and refuses a
 * request whose signature differs.
 */
export async function startS3(keys: { readonly keyId: string; readonly secret: string; readonly region: string }) {
  const objects = new Map<string, { bytes: Buffer; at: number }>()
  let mood: S3Mood = 'well'
  const failed = new Set<string>()
  const refused: string[] = []
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (mood === 'silent') return
    if (mood === 'down') return void request.socket.destroy()
    const body = Buffer.concat(await request.toArray())
    const why = whyNotSigned(request, body, keys)
    if (why) {
      refused.push(why)
      return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    }
    const requestLine = `${request.method} ${request.url}`
    if (mood === 'flaky' && !failed.has(requestLine)) {
      failed.add(requestLine)
      return void response.writeHead(503).end()
    }
    const url = new URL(request.url ?? '/', 'http://s3')
    const name = url.pathname.replace('/bucket/', '')
    if (url.searchParams.has('list-type')) return void response.end(page(url.searchParams))
    if (request.method === 'PUT') {
      objects.set(name, { bytes: body, at: Date.now() })
      return void response.end()
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return void response.writeHead(204).end()
    }
    const found = objects.get(name)
    if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    if (mood !== 'torn') return void response.end(found.bytes)
    response.writeHead(200, { 'content-length': found.bytes.length })
    response.write(found.bytes.subarray(0, 5))
    setTimeout(() => response.destroy(), 10)
  }

  function page(query: URLSearchParams): string {
    const matching = [...objects].filter(([name]) => name.startsWith(query.get('prefix') ?? '')).toSorted()
    const from = Number(query.get('continuation-token')?.split('&')[1] ?? 0)
    const items = matching
      .slice(from, from + 2)
      .map(
        ([name, { at }]) =>
          `<Contents><Key>${name}</Key><LastModified>${new Date(at).toISOString()}</LastModified></Contents>`,
      )
    // a token with letters that XML escapes, as real ones may be
    const more = from + 2 < matching.length ? `<NextContinuationToken>t&amp;${from + 2}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${items.join('')}${more}</ListBucketResult>`
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, so it is no pipe
  return {
    url: `http://127.0.0.1:${port}/bucket`,
    objects,
    /** Why requests were refused: empty if all is well. */
    refused,
    feel: (next: S3Mood) => {
      mood = next
      failed.clear()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** AWS Signature Version 4 for S3: canonical request, string to sign, signing key. Null when it fits. */
function whyNotSigned(
  { headers, method, url }: IncomingMessage,
  body: Buffer,
  { keyId, secret, region }: { readonly keyId: string; readonly secret: string; readonly region: string },
): string | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!found) return 'no signature'
  const [, id, day = '', signedRegion, signed = '', signature] = found
  if (id !== keyId || signedRegion !== region) return 'another key or region'
  const at = String(headers['x-amz-date'])
  if (
    !at.startsWith(day) ||
    Math.abs(Date.now() - Date.parse(at.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'))) > 900_000
  )
    return 'another time'
  const hash = sha256(body)
  if (headers['x-amz-content-sha256'] !== hash) return 'another body'
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.split(';').includes(name)))
    return 'headers left out'
  const { pathname, searchParams } = new URL(url ?? '/', 'http://s3')
  const query = [...searchParams]
    .map(([name, value]) => `${rfc3986(name)}=${rfc3986(value)}`)
    .toSorted()
    .join('&')
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, pathname, query, lines.join(''), signed, hash].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (with_, header) => createHmac('sha256', with_).update(header).digest(),
    Buffer.from(`AWS4${secret}`),
  )
  return createHmac('sha256', key).update(toSign).digest('hex') === signature ? null : 'another signature'
}

const sha256 = (what: string | Buffer) => createHash('sha256').update(what).digest('hex')
const rfc3986 = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
