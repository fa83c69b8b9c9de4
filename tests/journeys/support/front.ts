import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { House } from './house.ts'

/**
 * A house behind a proxy of one's own, as a hospital has one: by it the app's next version arrives on the line, the server answers this one no
 * more, or an answer takes its time. Hosts pass as they are.
 */
export async function openFront(house: House) {
  const port = Number(new URL(house.at(null, '/')).port)
  let version = 1
  let isTooOld = false
  let hold: Promise<void> | null = null
  const held: string[] = []

  async function pass(asked: IncomingMessage, answer: ServerResponse) {
    const url = asked.url ?? '/'
    if (isTooOld && url.startsWith('/api/')) {
      answer.writeHead(426, { 'content-type': 'application/json' })
      return void answer.end(JSON.stringify({ status: false, refused: 'app_too_old', build: 2 }))
    }
    if (hold && url === '/api/batch') {
      held.push(url)
      await hold
    }
    const headers = { ...asked.headers }
    // a worker is compared byte by byte: it is passed whole, and as it is written
    if (url === '/sw.js') for (const name of WHOLE) delete headers[name]
    const onward = request({ host: '127.0.0.1', port, method: asked.method, path: url, headers }, (came) => {
      if (url !== '/sw.js') {
        answer.writeHead(came.statusCode ?? 502, came.headers)
        return void came.pipe(answer)
      }
      const { 'content-length': _, etag: __, ...rest } = came.headers
      answer.writeHead(came.statusCode ?? 502, rest)
      came.on('data', (part) => answer.write(part))
      came.on('end', () => answer.end(`\n// version ${version}\n`))
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }
  const server = createServer((asked, answer) => void pass(asked, answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    /** The same house, reached through here. */
    house: {
      ...house,
      at: (slug, path) => `http://${slug ? `${slug}.` : ''}localhost:${address.port}${path}`,
    } as House,
    /** The server has the next version of the app. */
    next: () => void version++,
    /** It answers the one before no more, or does so again. */
    tooOld: (is: boolean) => void (isTooOld = is),
    /** Answers to what is sent wait until the returned is called. */
    holdSends: () => {
      let release = () => {}
      hold = new Promise((done) => (release = done))
      return () => {
        hold = null
        release()
      }
    },
    /** What came while sends were held. */
    held,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const WHOLE = ['accept-encoding', 'if-modified-since', 'if-none-match']
