import { createHash } from 'node:crypto'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { TestServer } from './server.ts'

/**
 * A server behind a proxy, as in a hospital. The proxy can deliver the app's next version, refuse the current version
 * as too old, or delay replies. It passes the host unchanged.
 */
export async function openFront(platform: TestServer) {
  const port = Number(new URL(platform.at(null, '/')).port)
  let version = 1
  let isTooOld = false
  let hold: Promise<void> | null = null
  const held: string[] = []
  const failing = new Map<RegExp, number>()
  const posing = new Map<RegExp, number>()
  let isNextBuild = false
  let bytes = 0

  async function pass(incoming: IncomingMessage, answer: ServerResponse) {
    const url = incoming.url ?? '/'
    if (isTooOld && url.startsWith('/api/')) {
      answer.writeHead(426, { 'content-type': 'application/json' })
      return void answer.end(JSON.stringify({ status: false, refused: 'app_too_old', build: 2 }))
    }
    if (hold && url === '/api/batch') {
      held.push(url)
      await hold
    }
    const fault = [...failing].find(([pattern, times]) => times > 0 && pattern.test(url))
    if (fault) {
      failing.set(fault[0], fault[1] - 1)
      answer.writeHead(503)
      return void answer.end()
    }
    const pose = [...posing].find(([pattern, times]) => times > 0 && pattern.test(url))
    if (pose) {
      posing.set(pose[0], pose[1] - 1)
      answer.writeHead(200, { 'content-type': 'text/html' })
      return void answer.end('<!doctype html><title>Guest Wi-Fi</title><h1>Please accept the terms</h1>')
    }
    // a build serves only its own files
    if (url.startsWith('/assets/') && url.startsWith(NEXT) !== isNextBuild) {
      answer.writeHead(404)
      return void answer.end()
    }
    const headers = { ...incoming.headers }
    // the browser compares a worker byte by byte: it must pass whole, and uncompressed
    const isRead = (url === '/sw.js' && version > 1) || (isNextBuild && !url.startsWith('/api/'))
    if (isRead) for (const name of WHOLE) delete headers[name]
    const path = url.replace(NEXT, '/assets/')
    const onward = request({ host: '127.0.0.1', port, method: incoming.method, path, headers }, (came) => {
      came.on('data', (part: Buffer) => void (bytes += part.length))
      if (!isRead || !/javascript|json|html/.test(came.headers['content-type'] ?? '')) {
        answer.writeHead(came.statusCode ?? 502, came.headers)
        return void came.pipe(answer)
      }
      const { 'content-length': _, etag: __, ...rest } = came.headers
      const read: Buffer[] = []
      came.on('data', (part: Buffer) => read.push(part))
      came.on('end', () => {
        const asBuilt = Buffer.concat(read).toString()
        const text = isNextBuild
          ? asBuilt.replaceAll(/\bassets\/(?=[\w.]+(?:-[\w.-]+)?\.\w)/g, 'assets/next/')
          : asBuilt
        // the policy names the page's import map by its hash
        const policy = rest['content-security-policy'] as string | undefined
        const map = /<script type="importmap">(.*?)<\/script>/s.exec(text)?.[1]
        if (policy && map)
          rest['content-security-policy'] = policy.replace(
            /'sha256-[^']+'/,
            `'sha256-${createHash('sha256').update(map).digest('base64')}'`,
          )
        answer.writeHead(came.statusCode ?? 502, rest)
        answer.write(text)
        answer.end(url === '/sw.js' ? `\n// version ${version}\n` : '')
      })
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  }
  const server = createServer((incoming, answer) => void pass(incoming, answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    /** The same server, reached through the proxy. */
    server: {
      ...platform,
      at: (slug, path) => `http://${slug ? `${slug}.` : ''}localhost:${address.port}${path}`,
    } as TestServer,
    /** From now on the server has the next version of the app. */
    next: () => void version++,
    /**
     * From now on the server has another build: all its files have new names, and the previous build's files are gone.
     */
    nextBuild: () => {
      isNextBuild = true
      version++
    },
    /** The next `times` requests to matching addresses get a 503. */
    fail: (pattern: RegExp, times: number) => void failing.set(pattern, times),
    /** The next `times` requests to matching addresses get a portal's page with status 200. */
    pose: (pattern: RegExp, times: number) => void posing.set(pattern, times),
    /** Bytes that have come over the line so far, compressed. */
    get bytes() {
      return bytes
    },
    /** Sets whether the server refuses the app's present version as too old. */
    tooOld: (is: boolean) => void (isTooOld = is),
    /** Delays the replies to sent changes until the returned function is called. */
    holdSends: () => {
      let release = () => {}
      hold = new Promise((done) => (release = done))
      return () => {
        hold = null
        release()
      }
    },
    /** The requests that arrived while replies were delayed. */
    held,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const NEXT = '/assets/next/'
const WHOLE = ['accept-encoding', 'if-modified-since', 'if-none-match']
