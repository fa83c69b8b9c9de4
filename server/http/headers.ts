import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { mayUseCamera } from '../../contract/kernel/camera.rules.ts'

/**
 * TRUST D7: the same headers on every answer, including errors. Mapbox' hosts are allowed only if the operator has a
 * token; `frames` is the only origin whose pages may be framed, where videos are played. `dist` holds the built page,
 * if there is one.
 */
export async function registerHeaders(app: FastifyInstance, hasMapbox: boolean, frames: string, dist: string | null) {
  const inPage = dist ? await scriptsIn(dist) : []
  const mapHosts = hasMapbox ? MAPBOX_HOSTS : []
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inPage],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mapHosts],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...mapHosts],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameSrc: [frames],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', permissionsOf(request.url))
    if (HASH_WORKER.test(request.url)) {
      const policy = String(reply.getHeader('content-security-policy'))
      reply.header(
        'content-security-policy',
        policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
      )
    }
    // a public page sets its own header to allow indexing
    if (!reply.hasHeader('x-robots-tag')) reply.header('x-robots-tag', 'noindex')
    // a picture sets its own caching
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/**
 * The scripts that stand in a page itself, allowed by what they hold: its import map (decision 0085), and on the sign-in pages the first script, which
 * is a file of its own elsewhere (app/sign-in-page). They are read at the start, as the list of the page's files is: a new build is served by a new start.
 */
async function scriptsIn(dist: string): Promise<string[]> {
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const maps = [...page.matchAll(/<script type="importmap">(.*?)<\/script>/gs)].map(([, map = '']) => map)
  return [...maps, await readFile(join(dist, 'boot.js'), 'utf8')].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

const permissionsOf = (url: string) => {
  const media = mayUseCamera(url.split(/[?#]/, 1)[0]!) ? '(self)' : '()'
  return `camera=${media}, microphone=${media}, geolocation=(self), payment=(), usb=()`
}

/**
 * The two files that may compile WebAssembly: one derives keys from passwords (`src/db/kdf.worker.ts`), one computes
 * digests for a check-in tablet (`src/areas/kiosk/digest.worker.ts`). Neither does anything else.
 */
const HASH_WORKER = /^\/assets\/(?:kdf|digest)\.worker-[\w-]+\.js$/

const MAPBOX_HOSTS = ['https://api.mapbox.com', 'https://events.mapbox.com', 'https://*.tiles.mapbox.com']
