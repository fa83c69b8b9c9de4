import type { Socket } from 'node:net'

/**
 * The answer to bytes that Node's parser rejects before there is a request: in our envelope, by what is wrong. The log
 * line contains none of the bytes, since nothing in them is known to be safe for a log.
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

/** As Fastify passes it on: only the last piece of what was sent, in bytes. */
type Broken = { readonly code: string; readonly rawPacket: unknown }

/** Whether it looks like HTTP at all: a word and an address. A request that timed out need not have sent anything. */
const isRequestLine = (bytes: unknown) =>
  !Buffer.isBuffer(bytes) || /^[A-Za-z-]{1,20} \//.test(bytes.subarray(0, 40).toString('latin1'))

const LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_INVALID_METHOD: '405 Method Not Allowed',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}
