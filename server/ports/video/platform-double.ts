import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/** How the double behaves; all but `well` imitate failures of the real platform. `blind`: it has no pictures. */
export type Mood = 'well' | 'down' | 'slow' | 'lying' | 'endless' | 'blind'

/**
 * A TEST DOUBLE of the video platform, for demo servers and tests: oEmbed, pictures and frames on loopback only. It
 * knows every code except those that begin with `unknown` or are a word. A server with real data never starts it.
 */
export async function startPlatformDouble() {
  let mood: Mood = 'well'
  const server = createServer(
    (request, response) => void answer(request.url ?? '/', response).catch(() => response.destroy()),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port

  async function answer(address: string, response: ServerResponse) {
    const { pathname, searchParams } = new URL(address, url)
    if (mood === 'slow') return
    if (mood === 'down') return void response.socket?.destroy()
    if (mood === 'endless') {
      response.writeHead(200)
      while (!response.destroyed) if (!response.write('x'.repeat(64_000))) await once(response, 'drain')
      return
    }
    if (mood === 'lying') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sorry</html>')
    const code =
      (pathname === '/oembed'
        ? URL.parse(searchParams.get('url') ?? '')?.searchParams.get('v')
        : pathname.split('/')[2]) ?? ''
    if (!/^[\w-]{11}$/.test(code) || /^unknown|^[a-z]+$/.test(code))
      return void response.writeHead(404).end('Not Found')
    if (pathname === '/oembed')
      return void response
        .writeHead(200, { 'content-type': 'application/json', 'x-stand-in': 'video' })
        .end(JSON.stringify({ type: 'video', title: `Demo video ${code}`, thumbnail_url: 'http://169.254.169.254/' }))
    if (pathname === `/vi/${code}/hqdefault.jpg` && mood !== 'blind')
      return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(await drawStill(code))
    if (pathname === `/embed/${code}`)
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          `<!doctype html><title>Demo player</title><body style="margin:0;height:100vh;display:grid;place-items:center;background:#101418;color:#fff;font:18px sans-serif;text-align:center"><p>Demo player<br>${code}</p>`,
        )
    response.writeHead(404).end()
  }

  return {
    url,
    behave: (next: Mood) => void (mood = next),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A different still for each code: two colours and a shape. */
function drawStill(code: string): Promise<Buffer> {
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(code).digest()
  const hue = Math.round((a / 256) * 360)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue},45%,40%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360},50%,62%)"/></linearGradient></defs><rect width="480" height="360" fill="url(#g)"/><circle cx="${90 + b}" cy="${60 + c / 2}" r="70" fill="#fff" opacity=".18"/><circle cx="${330 - b / 2}" cy="${250 - c / 4}" r="110" fill="#000" opacity=".12"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
