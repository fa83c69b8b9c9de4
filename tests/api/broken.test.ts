import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as { port: number }).port // it listens on TCP
})
afterAll(() => server.stop())

const say = (bytes: string) =>
  new Promise<string>((done) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => void socket.write(bytes))
    socket
      .on('data', (part) => (heard += part.toString()))
      .on('close', () => done(heard))
      .on('error', () => done(heard))
  })

test.each([
  ['headers that are too large', `GET /api/health HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a method that is none', 'HURRA /api/health HTTP/1.1\r\nhost: a\r\n\r\n', 405],
  ['a method that nothing here has', 'PATCH /api/health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 405],
  [
    'a body of two lengths, which a proxy may read otherwise',
    'POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\nhost: a\r\n\r\n',
    400,
  ],
  ['what is no HTTP', '\0\x01\x02\r\n\r\n', 400],
])('issue 38: %s: answered with a code, in our envelope', async (_, bytes, status) => {
  const heard = await say(bytes)
  const [head = '', body = ''] = heard.split('\r\n\r\n')
  expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head.toLowerCase()).toContain('content-type: application/json')
  expect(JSON.parse(body)).toEqual({ status: false, refused: 'bad_input', fields: {} })
  expect(/^allow:/im.test(head)).toBe(status === 405)
})
