import { once } from 'node:events'
import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How a line behaves; can change at any moment. Bytes per second each way, shared by all connections; null is
 * unlimited.
 */
export type LineState = {
  up: number | null
  down: number | null
  /** Ms until sent data begins to arrive. */
  delay: number
  /** After this many bytes of a connection from now on, nothing more goes up, or down; the connection stays open. */
  stallUpAfter: number | null
  stallDownAfter: number | null
  /** The connection breaks after this many bytes have come down on it. */
  cutDownAfter: number | null
  /** Nothing but plain HTTP passes, as through many a proxy. */
  noWebSocket: boolean
}

const WHOLE: LineState = {
  up: null,
  down: null,
  delay: 0,
  stallUpAfter: null,
  stallDownAfter: null,
  cutDownAfter: null,
  noWebSocket: false,
}

export type Line = Awaited<ReturnType<typeof openLine>>

/**
 * A TCP line to a server on this machine, with a width both ways, delay, stalls and cuts (TRUST G6). `between` may
 * answer a request in the server's place, as a proxy or a portal does: HTML of any status, a redirect, nothing at all,
 * its answer without the body. `port` may change with the server behind it, which gets `host`; each of its answers
 * carries the `mark` of the moment it was given in.
 */
export async function openLine(
  port: number | (() => number),
  options: { readonly host?: string; readonly mark?: () => string } = {},
) {
  const portNow = () => (typeof port === 'number' ? port : port())
  const state: LineState = { ...WHOLE }
  const sockets = new Set<Socket>()
  const counts = { up: 0, down: 0 }
  const gates = { up: openGate(() => state.up), down: openGate(() => state.down) }
  let between: Between | null = null
  const requests: string[] = []
  let underWay = 0

  // to answer in between it has to parse HTTP; the server's own connection is behind it
  const proxy = createServer((request, response) => {
    const passing = read(request).then(async (body) => {
      const url = request.url ?? ''
      requests.push(`${request.method} ${url.split('?')[0]} ${body.length}`)
      const interception = between?.({ method: request.method ?? '', url, bytes: body.length })
      if (interception === 'silence') return
      if (interception && interception !== 'strip') {
        response.writeHead(interception.status, interception.headers ?? { 'content-type': 'text/html' })
        if (interception.stalls) return void response.write(interception.body ?? '<!doctype html>')
        return void response.end(interception.body ?? '<!doctype html><h1>Not ours</h1>')
      }
      underWay++
      const reply = await pass(portNow(), request, body, options.host)
        .catch(() => null)
        .finally(() => underWay--)
      if (!reply) return void response.destroy()
      const { 'content-length': length, ...headers } = {
        ...reply.headers,
        ...(options.mark && { [MARK]: options.mark() }),
      }
      response.writeHead(reply.status, {
        ...headers,
        ...(length && interception !== 'strip' && { 'content-length': length }),
      })
      response.end(interception === 'strip' ? '' : reply.body)
    })
    // the client has gone in the middle of it
    passing.catch(() => response.destroy())
  })
  // a WebSocket passes through unread
  proxy.on('upgrade', (request: IncomingMessage, near: Socket, head: Buffer) => {
    if (state.noWebSocket) return void near.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    const far = connect(portNow(), '127.0.0.1', () => {
      const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`)
      far.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      far.write(head)
      near.pipe(far).pipe(near)
    })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => (near.destroy(), far.destroy(), sockets.delete(socket)))
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const inner = (proxy.address() as { port: number }).port // listens on TCP

  const outer = createTcpServer({ noDelay: true }, (near) => {
    const far = connect({ port: inner, host: '127.0.0.1', noDelay: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    void carry(near, far, 'up')
    void carry(far, near, 'down')
  }).listen(0, '127.0.0.1')
  await once(outer, 'listening')

  async function carry(from: Socket, to: Socket, way: 'up' | 'down') {
    let carried = 0
    /** Where the connection was when the line began to stall or cut. */
    let since: number | null = null
    const isBeyond = (limit: number | null) => {
      if (limit === null) return false
      since ??= carried
      return carried - since >= limit
    }
    try {
      for await (const chunk of from) {
        const piece = chunk as Buffer // a socket without an encoding
        for (let at = 0; at < piece.length; at += PIECE) {
          const part = piece.subarray(at, at + PIECE)
          while (isBeyond(way === 'up' ? state.stallUpAfter : state.stallDownAfter)) {
            await sleep(20)
            if (to.destroyed) return
          }
          if (way === 'down' && isBeyond(state.cutDownAfter)) {
            from.destroy()
            to.destroy()
            return
          }
          if (state.delay && at === 0) await sleep(state.delay)
          await gates[way](part.length)
          carried += part.length
          counts[way] += part.length
          if (!to.write(part)) await once(to, 'drain')
        }
      }
      to.end()
    } catch {
      to.destroy()
    }
  }

  return {
    port: (outer.address() as { port: number }).port, // listens on TCP
    /** Changes how the line behaves, from the next piece on. */
    set: (its: Partial<LineState>) => void Object.assign(state, its),
    whole: () => {
      Object.assign(state, WHOLE)
      between = null
    },
    answer: (its: Between | null) => void (between = its),
    /** Requests that came through, as `POST /api/batch 1234`. */
    asked: requests,
    /** Bytes that have gone each way. */
    counts,
    /** Requests that the server is processing, including those of clients that have gone. */
    underWay: () => underWay,
    /** Breaks every connection there is. */
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.closeAllConnections()
      proxy.close()
      outer.close()
    },
  }
}

/** What something in between does with a request; null lets it through. */
export type Between = (request: { readonly method: string; readonly url: string; readonly bytes: number }) =>
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      /** The body never ends. */
      readonly stalls?: boolean
    }
  | 'silence'
  | 'strip'
  | null

/** The header that carries a `mark`. */
export const MARK = 'x-line-mark'

/** Bytes that go at once: on a narrow line the connections take turns. */
const PIECE = 512

/** How late a timer may be, ms. */
const LATE_MS = 20

/** A width shared by all traffic: each piece waits until what was sent before it has gone. */
function openGate(width: () => number | null) {
  let free = 0
  return async (bytes: number) => {
    const rate = width()
    if (rate === null) return
    const now = performance.now()
    // a late timer has not made the line narrower
    free = Math.max(free, now - LATE_MS) + (bytes / rate) * 1000
    if (free - now > 1) await sleep(free - now)
  }
}

function pass(port: number, { method, url, headers: sent }: IncomingMessage, body: Buffer, host?: string) {
  const headers = host === undefined ? sent : { ...sent, host }
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const out = ask({ host: '127.0.0.1', port, method: method!, path: url!, headers }, (response) => {
      const { statusCode = 502, headers: responseHeaders } = response
      read(response).then((text) => resolve({ status: statusCode, headers: responseHeaders, body: text }), reject)
    })
    out.on('error', reject)
    out.end(body)
  })
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
  return Buffer.concat(chunks)
}
