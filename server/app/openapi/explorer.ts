import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { compressed } from '../../http/compress.ts'
import { openapi } from '../openapi.ts'
import { openapiPage } from './page.ts'

/**
 * The document, and `/api/docs` to read it: a page that needs no script, which the explorer covers if scripts run. Its
 * files come from the package and are served only here: they are not part of the app, and no device stores them. They
 * need nothing from the page's content policy that the app does not.
 */
export function registerDocs(app: FastifyInstance) {
  app.get('/api/openapi.json', compressed, async () => openapi())
  app.get('/api/docs', compressed, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(openapiPage()),
  )
  for (const [name, { type, path }] of Object.entries(FILES)) {
    const content = once(() => contentOf(path()))
    app.get(`/api/docs/${name}`, async (request, reply) => {
      const { plain, packed } = await content()
      const takes = String(request.headers['accept-encoding'] ?? '').includes('br')
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'public, max-age=86400')
        .header('vary', 'accept-encoding')
      return takes ? reply.header('content-encoding', 'br').send(packed) : reply.send(plain)
    })
  }
}

const require = createRequire(import.meta.url)
const FILES = {
  'explorer.js': { type: 'text/javascript', path: () => require.resolve('swagger-ui-dist/swagger-ui-bundle.js') },
  'explorer.css': { type: 'text/css', path: () => require.resolve('swagger-ui-dist/swagger-ui.css') },
  'start.js': { type: 'text/javascript', path: () => join(import.meta.dirname, 'explorer', 'start.js') },
} as const satisfies Readonly<Record<string, { readonly type: string; readonly path: () => string }>>

/** 1.7 MB are compressed once, at the first request. The name of its source map, which is not served, is left out. */
async function contentOf(path: string) {
  const plain = Buffer.from((await readFile(path, 'utf8')).replace(/^(\/\/|\/\*)# sourceMappingURL=.*$/m, ''))
  // the best quality takes seconds and saves only a tenth
  const packed = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  return { plain, packed }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
