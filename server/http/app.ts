import underPressure from '@fastify/under-pressure'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify'
import { registerExceptions } from './exceptions.ts'
import type { Deps } from './handler.ts'
import { registerHeaders } from './headers.ts'
import { StorageDown } from '../file/store.ts'
import { isBusy } from './refusal.ts'
import { busy, no, storageDown } from './answer.ts'
import { registerCalls, send } from './routes.ts'
import { registerWipe } from '../session/wipe.ts'

export type AppOptions = {
  readonly log: FastifyBaseLogger | false
  readonly trustProxy: readonly string[]
  readonly dist: string | null
}

/** The HTTP side, whole: headers, the loop over the contract, the few exceptions, and errors that speak the same envelope. */
export async function createApp(deps: Deps, { log, trustProxy, dist }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    trustProxy: trustProxy.length ? [...trustProxy] : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    routerOptions: { querystringParser: (text) => fieldsOf(new URLSearchParams(text)), maxParamLength: MOST_IN_PATH },
    // the rows' schemas take no field they do not name, and so name these
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : UNREADABLE),
    // not HTTP at all: no more than that is said
    clientErrorHandler: (_error, socket) =>
      void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'),
  })
  app.removeContentTypeParser('text/plain')
  await registerHeaders(app, deps.mapToken !== null, deps.videos.frames)
  await app.register(underPressure, {
    maxEventLoopDelay: 2000,
    retryAfter: 2,
    pressureHandler: (_request, reply) => void send(reply, busy(2)),
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && comesFromElsewhere(request.headers))
      await send(reply, no(403, 'unauthorized'))
  })
  app.addHook('onResponse', async (request, reply) => {
    // by route, never by address: an address may name a person
    request.log.info(
      {
        route: request.routeOptions.url,
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        id: request.id,
      },
      'request',
    )
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isBusy(error)) return send(reply, busy())
    if (error instanceof StorageDown) return send(reply, storageDown())
    const status = error.statusCode ?? 500
    if (status < 500) return send(reply, no(status, status === 413 ? 'file_too_large' : 'bad_input', { fields: {} }))
    request.log.error(
      { route: request.routeOptions.url, id: request.id, name: error.name, code: error.code, stack: error.stack },
      'failed',
    )
    return send(reply, no(500, 'server_error', { request: request.id }))
  })
  registerWipe(app, deps)
  registerCalls(app, deps)
  await registerExceptions(app, deps, dist)
  return app
}

const MOST_IN_PATH = 200
const UNREADABLE = '/api/unreadable'

/** An address that cannot be decoded names nothing. The router would answer it with its own text, and without our headers. */
function isReadable(url: string): boolean {
  const parts = url.split(/[?#]/)[0]!.split('/')
  try {
    return parts.every((part) => part.length <= MOST_IN_PATH && decodeURIComponent(part) !== null)
  } catch {
    return false
  }
}

/** TRUST D5: a browser says where a request comes from; another site's is refused, whatever it carries. */
function comesFromElsewhere(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = headers
  return typeof origin === 'string' && URL.parse(origin)?.host !== headers['host']
}

/** A parameter given twice becomes a list, which no row takes: refused by name, not one of them quietly chosen. */
const fieldsOf = (query: URLSearchParams) =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => [
      name,
      query.getAll(name).length > 1 ? query.getAll(name) : query.get(name),
    ]),
  )
