import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { PEERS } from './prepare.ts'

const DIST = join(PEERS, 'dist')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
}

/** A file of the built peers by its path; null if there is none. */
export async function builtFile(path: string): Promise<{ readonly type: string; readonly body: Buffer } | null> {
  const file = join(DIST, normalize(path))
  const type = TYPES[extname(file)]
  const body = type && file.startsWith(DIST) ? await readFile(file).catch(() => null) : null
  return body && type ? { type, body } : null
}

/** The peers' pages on a host of their own, where their worker installs them. */
export async function openSite() {
  const server = createServer((request, response) => {
    void builtFile(new URL(request.url ?? '/', 'http://localhost').pathname).then((file) => {
      response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const { port } = address
  return {
    at: (path: string) => `http://localhost:${port}${path}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type Site = Awaited<ReturnType<typeof openSite>>
