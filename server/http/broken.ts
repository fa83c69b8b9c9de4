import type { Socket } from 'node:net'

/**
 * The answer to what Node's parser gives up on, before there is a request: in our envelope, and by what is wrong with it. The line of the log has
 * none, since nothing in such bytes is known to be fit for one.
 */
export function answerBroken(error: Broken, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const line = (isRequestLine(error.rawPacket) && LINES[error.code]) || '400 Bad Request'
  const body = JSON.stringify({ status: false, refused: 'bad_input', fields: {} })
  socket.end(
    [
      `HTTP/1.1 ${line}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(body)}`,
      ...(line.startsWith('405') ? ['allow: GET, HEAD, POST, PUT, DELETE'] : []),
      '',
      body,
    ].join('\r\n'),
  )
}

/** As Fastify hands it on: of what was sent only the last piece, in bytes. */
type Broken = { readonly code: string; readonly rawPacket: unknown }

/** Whether it looks like HTTP at all: a word and an address. A request whose time is over need not have sent anything. */
const isRequestLine = (bytes: unknown) =>
  !Buffer.isBuffer(bytes) || /^[A-Za-z-]{1,20} \//.test(bytes.subarray(0, 40).toString('latin1'))

const LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_INVALID_METHOD: '405 Method Not Allowed',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}
