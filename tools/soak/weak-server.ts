import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestServer } from '../../tests/journeys/support/server.ts'

/**
 * A page with one hole for each scanner, on loopback, while the soak runs: a tool that finds nothing here cannot be
 * trusted elsewhere. Its input goes unescaped into SQL and HTML, and it serves a file of secrets.
 */
export async function startWeakServer(platform: TestServer) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const word = url.searchParams.get('q') ?? ''
    if (url.pathname === '/.env') return response.end('SECRET=1')
    if (url.pathname === '/') return response.setHeader('content-type', 'text/html').end('<a href="/find?q=a">find</a>')
    if (url.pathname !== '/find') return response.writeHead(404).end()
    void platform
      .sql<{ name: string }>(`select name from clinic where slug = '${word}' limit 5`)
      .then(
        (rows) => `<p>${word}</p><p>${rows.map(({ name }) => name).join(' ')}</p>`,
        (error: Error) => `<p>${word}</p><p>ERROR: ${error.message}</p>`,
      )
      .then((page) => response.setHeader('content-type', 'text/html').end(page))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return { port: address.port, close: () => void server.close() }
}
