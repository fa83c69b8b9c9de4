import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { OpenWeb } from '../../server/ports/calendar/open-web.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A web in which one server on loopback is every public host: it gets all requests. `say` sets its answer, `asked`
 * holds the requested hosts and paths; names that begin with `inside.` resolve to a private address.
 */
export async function startWeb() {
  let answer: Answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/calendar' }).end(QUIET)
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host ?? ''}${request.url ?? ''}`)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const web: OpenWeb = {
    resolve: async (host) =>
      host.endsWith('.example.org') ? [host.startsWith('inside.') ? '10.1.2.3' : '93.184.215.14'] : [],
    connect: () => connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }), // it listens on a port
  }
  return {
    web,
    asked: requests,
    say: (next: Answer | string) => {
      answer =
        typeof next === 'string'
          ? (_, response) => void response.writeHead(200, { etag: `"${next.length}"` }).end(next)
          : next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const QUIET = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'
