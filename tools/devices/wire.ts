import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'

/** What goes over this machine's loopback for all devices together, in bytes both ways. */
export type Wire = ReturnType<typeof openWire>
export type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

const PATIENCE_MS = 20_000

/**
 * Requests over connections that are kept, as a proxy keeps them, and a socket for each device in the protocol of socket.io: by hand, since thousands
 * of clients of the library would cost more than the servers that are measured.
 */
export function openWire() {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const sockets = new Set<Socket>()
  return {
    bytes: () => [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
    /** Status 0: no answer came. */
    ask: (base: string, path: string, token: string, body: object | null, key?: string): Promise<Answer> =>
      new Promise((done) => {
        const none = () => done({ status: 0, body: {} })
        const clientRequest = request(`${base}${path}`, {
          agent,
          method: body ? 'POST' : 'GET',
          timeout: PATIENCE_MS,
          headers: {
            authorization: token,
            ...(body && { 'content-type': 'application/json' }),
            ...(key && { 'idempotency-key': key }),
          },
        })
        clientRequest.on('socket', (socket) => void sockets.add(socket))
        clientRequest.on('timeout', () => clientRequest.destroy()).on('error', none)
        clientRequest.on('response', (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part)).on('error', none)
          answer.on('end', () =>
            done({
              status: answer.statusCode ?? 0,
              body: JSON.parse(Buffer.concat(parts).toString() || '{}') as Answer['body'],
            }),
          )
        })
        clientRequest.end(body ? JSON.stringify(body) : undefined)
      }),
    /** Opens a socket and holds it; `poked` is called whenever the server says that there is something new. Resolves once it is let in. */
    hold: (
      base: string,
      token: string,
      poked: () => void,
    ): Promise<{ readonly isOpen: () => boolean; readonly close: () => void }> =>
      new Promise((done, failed) => {
        const clientRequest = request(`${base}/socket.io/?EIO=4&transport=websocket`, {
          agent: false,
          timeout: PATIENCE_MS,
          headers: {
            connection: 'Upgrade',
            upgrade: 'websocket',
            'sec-websocket-version': '13',
            'sec-websocket-key': randomBytes(16).toString('base64'),
          },
        })
        clientRequest.on('error', failed).on('timeout', () => clientRequest.destroy(new Error('no socket in time')))
        clientRequest.on('response', ({ statusCode }) => failed(new Error(`no socket: ${statusCode}`)))
        clientRequest.on('upgrade', (_, socket: Socket, head: Buffer) => {
          sockets.add(socket)
          socket.setTimeout(0)
          const connection = { isOpen: () => !socket.destroyed, close: () => void socket.destroy() }
          const onText = (word: string) => {
            if (word.startsWith('0')) socket.write(frame(`40${JSON.stringify({ token })}`))
            else if (word === '2') socket.write(frame('3'))
            else if (word.startsWith('40')) done(connection)
            else if (word.startsWith('42')) poked()
            else if (word.startsWith('44')) failed(new Error(`the socket is refused: ${word}`))
          }
          const read = reader(onText)
          socket.on('data', read).on('error', () => socket.destroy())
          read(head)
        })
        clientRequest.end()
      }),
    close: () => agent.destroy(),
  }
}

/** A text as one frame of RFC 6455, masked as a client's must be. */
function frame(words: string): Buffer {
  const payload = Buffer.from(words)
  const mask = randomBytes(4)
  for (let i = 0; i < payload.length; i++) payload[i]! ^= mask[i % 4]!
  const head =
    payload.length < 126 ? [0x81, 0x80 | payload.length] : [0x81, 0xfe, payload.length >> 8, payload.length & 0xff]
  return Buffer.concat([Buffer.from(head), mask, payload])
}

/** Takes bytes as they come, and calls with the text of each whole frame; a server does not mask, and sends nothing long. */
function reader(onText: (word: string) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      if (rest.length < 2) return
      const short = rest[1]! & 0x7f
      const from = short === 126 ? 4 : 2
      if (rest.length < from) return
      const to = from + (short === 126 ? rest.readUInt16BE(2) : short)
      if (rest.length < to) return
      if ((rest[0]! & 0x0f) === 1) onText(rest.subarray(from, to).toString())
      rest = rest.subarray(to)
    }
  }
}
