import { createHash } from 'node:crypto'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { TestServer } from './server.ts'

/**
 * A server behind a proxy of one's own, as a hospital has one: by it the app's next version arrives on the line, the server answers this one no
 * more, or an answer takes its time. Hosts pass as they are.
 */
export async function openFront(house: TestServer) {
  const port = Number(new URL(house.at(null, '/')).port)
  let version = 1
  let isTooOld = false
  let hold: Promise<void> | null = null
  const held: string[] = []
  const failing = new Map<RegExp, number>()
  const posing = new Map<RegExp, number>()
  let isNextBuild = false
  let bytes = 0

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
    // of a build only its own files are there
    if (url.startsWith('/assets/') && url.startsWith(NEXT) !== isNextBuild) {
      answer.writeHead(404)
      return void answer.end()
    }
    const headers = { ...asked.headers }
    // a worker is compared byte by byte: it is passed whole, and as it is written
    const isRead = (url === '/sw.js' && version > 1) || (isNextBuild && !url.startsWith('/api/'))
    if (isRead) for (const name of WHOLE) delete headers[name]
    const path = url.replace(NEXT, '/assets/')
    const onward = request({ host: '127.0.0.1', port, method: asked.method, path, headers }, (came) => {
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
        // the policy names the page's map by what it holds
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
    asked.pipe(onward)
  }
  const server = createServer((asked, answer) => void pass(asked, answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    /** The same server, reached through here. */
    house: {
      ...house,
      at: (slug, path) => `http://${slug ? `${slug}.` : ''}localhost:${address.port}${path}`,
    } as TestServer,
    /** The server has the next version of the app. */
    next: () => void version++,
    /** The server has another build, none of whose files is called as one of the build before, and that one's are gone. */
    nextBuild: () => {
      isNextBuild = true
      version++
    },
    /** These addresses answer 503 so many times. */
    fail: (pattern: RegExp, times: number) => void failing.set(pattern, times),
    /** A portal's page with status 200, so many times, in the place of what it matches. */
    pose: (pattern: RegExp, times: number) => void posing.set(pattern, times),
    /** What has come over the line so far, as it was packed. */
    get bytes() {
      return bytes
    },
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

const NEXT = '/assets/next/'
const WHOLE = ['accept-encoding', 'if-modified-since', 'if-none-match']
