import { Agent, createServer, request, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import { hostOf, type Hosts } from './hosts.ts'

/**
 * Leads each host's requests and sockets to the cell that the table names (decision 0148). It keeps nothing and reads nothing but the host: what a
 * request may do is decided in its cell. Listens by the server that it answers.
 *
 * A host that the table lacks is 404; one that is being moved, or whose cell does not answer, is 503 with `Retry-After`, which devices take as "later".
 */
export function createFront(first: Hosts) {
  let hosts = first
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  /** Open sockets by host: those of a clinic that moves are closed, so that devices reconnect. */
  const sockets = new Map<Duplex, string>()

  const server = createServer({ requestTimeout: 0 }, (incoming, answer) => {
    const cell = hosts.get(hostOf(incoming.headers.host))
    if (cell === undefined) return refuse(answer, 404)
    if (cell === null) return refuse(answer, 503, MOVING_S)
    const onward = lead(cell, incoming, agent)
    onward.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.statusMessage, kept(response.rawHeaders))
      // if either side disconnects, the other is disconnected too
      pipeline(response, answer, () => onward.destroy())
    })
    onward.once('error', () => (answer.headersSent ? answer.destroy() : refuse(answer, 503, DOWN_S)))
    answer.once('close', () => onward.destroy())
    // an upload that is refused early is still read to its end, as its own server would do
    incoming.pipe(onward)
  })

  server.on('upgrade', (incoming, socket, head) => {
    socket.on('error', () => socket.destroy())
    const host = hostOf(incoming.headers.host)
    const cell = hosts.get(host)
    if (!cell) return socket.end(line(cell === undefined ? 404 : 503, MOVING_S))
    const onward = lead(cell, incoming, false)
    onward.once('error', () => socket.end(line(503, DOWN_S)))
    onward.once('response', (response) => {
      socket.write(headOf(response))
      pipeline(response, socket, () => socket.destroy())
    })
    onward.once('upgrade', (response, upstream, opening) => {
      upstream.on('error', () => upstream.destroy())
      sockets.set(socket, host)
      socket.once('close', () => {
        sockets.delete(socket)
        upstream.destroy()
      })
      upstream.once('close', () => socket.destroy())
      socket.write(headOf(response))
      if (opening.length) socket.write(opening)
      if (head.length) upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    onward.end()
  })

  return {
    server,
    /** Uses this table from now on. Closes sockets of hosts whose cell has changed or is gone. */
    lead: (next: Hosts) => {
      const before = hosts
      hosts = next
      for (const [socket, host] of sockets) if (before.get(host) !== next.get(host)) socket.destroy()
    },
    sockets: () => sockets.size,
    close: async () => {
      for (const socket of sockets.keys()) socket.destroy()
      agent.destroy()
      server.closeIdleConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export type Front = ReturnType<typeof createFront>

/**
 * The same request to a cell. The client's address is appended to `X-Forwarded-For`, and the cell gets the host that
 * was requested.
 */
function lead(cell: string, incoming: IncomingMessage, agent: Agent | false): ClientRequest {
  const { hostname, port } = new URL(cell)
  const isSocket = agent === false
  const forwarded = incoming.headers['x-forwarded-for']
  const headers = [
    ...kept(incoming.rawHeaders, ['x-forwarded-for', 'x-forwarded-host', 'forwarded']),
    'X-Forwarded-For',
    [forwarded, incoming.socket.remoteAddress].flat().filter(Boolean).join(', '),
    'X-Forwarded-Host',
    incoming.headers.host ?? '',
    ...(isSocket ? ['Connection', 'Upgrade', 'Upgrade', incoming.headers.upgrade ?? ''] : []),
  ]
  // node takes raw headers in pairs, so that none is joined or lost
  return request({
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port || 80,
    agent,
    method: incoming.method,
    path: incoming.url,
    headers,
    timeout: QUIET_MS,
  }).once('timeout', function (this: ClientRequest) {
    if (!isSocket) this.destroy(new Error('no answer'))
  })
}

/** Headers as they came, without those of this one connection (RFC 9110, 7.6.1) and those in `but`. */
function kept(raw: readonly string[], but: readonly string[] = []): string[] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, n) => [raw[2 * n]!, raw[2 * n + 1]!] as const)
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/))
  const gone = new Set([...OF_A_CONNECTION, ...named, ...but])
  return pairs.filter(([name]) => !gone.has(name.toLowerCase())).flat()
}

/** `transfer-encoding` stays: it makes Node send in chunks. */
const OF_A_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']

const BODY = JSON.stringify({ status: false, refused: 'busy' })

function refuse(answer: ServerResponse, status: 404 | 503, after = 0) {
  const isLater = status === 503
  answer.writeHead(status, {
    'content-type': isLater ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(isLater && { 'retry-after': String(after) }),
  })
  answer.end(isLater ? BODY : 'No clinic has this address.\n')
}

/** The same for a socket. */
const line = (status: 404 | 503, after: number) =>
  status === 404
    ? 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
    : `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${after}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = Array.from(
    { length: rawHeaders.length / 2 },
    (_, n) => `${rawHeaders[2 * n]}: ${rawHeaders[2 * n + 1]}\r\n`,
  )
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`
}

/** A server keeps an idle connection for five seconds; one that it is about to close is not used any more. */
const IDLE_MS = 4_000
/** A server works on a request for at most half a minute without sending anything. */
const QUIET_MS = 60_000
const DOWN_S = 2
const MOVING_S = 30
