import underPressure from '@fastify/under-pressure'
import type { Metrics } from '../metrics/metrics.ts'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify'
import { registerCompression } from '../http/compress.ts'
import { answerBroken } from '../http/broken.ts'
import { registerDemoDoor, type DemoDoor } from '../http/demo-door.ts'
import { METHODS, registerExceptions } from './exceptions.ts'
import { headerOf, inTrace, traceNow, traceOf } from '../kernel/trace.ts'
import { Refused } from '../kernel/refused.ts'
import type { Deps } from '../http/handler.ts'
import { registerJson } from '../http/json.ts'
import { watchLoopDelay } from '../http/loop-delay.ts'
import { registerHeaders } from '../http/headers.ts'
import { StorageDown } from '../ports/files/store.ts'
import { isBusy } from '../http/refusal.ts'
import { busy, no, storageDown, toNobody } from '../http/answer.ts'
import { Left } from '../http/leaving.ts'
import { registerCalls, send } from '../http/routes.ts'
import { registerPosition } from '../http/position.ts'
import { registerStop } from '../http/stop.ts'
import { registerWipe } from '../http/wipe.ts'

export type AppOptions = {
  readonly log: FastifyBaseLogger | false
  readonly trustProxy: readonly string[]
  readonly dist: string | null
  /** Set if the data is invented. */
  readonly demoDoor?: DemoDoor | null
  /** Counts answers and their durations. */
  readonly metrics?: Pick<Metrics, 'request'> | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes that the connection had sent to the client before this request. */
    sentBefore: number
  }
}

/** The whole HTTP side: headers, the loop over the contract, the few exceptions, and errors in the same envelope. */
export async function createApp(
  deps: Deps,
  { log, trustProxy, dist, demoDoor, metrics }: AppOptions,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    trustProxy: trustProxy.length ? [...trustProxy] : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    // registerStop answers instead, in our envelope and with our headers
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    genReqId: () => crypto.randomUUID(),
    routerOptions: { querystringParser: (text) => fieldsOf(new URLSearchParams(text)), maxParamLength: MOST_IN_PATH },
    // the rows' schemas refuse fields they do not name, these included
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : UNREADABLE),
    clientErrorHandler: answerBroken,
  })
  app.removeContentTypeParser('text/plain')
  registerJson(app)
  const delay = watchLoopDelay(app.log)
  app.addHook('onClose', async () => delay.stop())
  await registerHeaders(app, deps.mapToken !== null, deps.videos.frames, dist)
  registerStop(app)
  registerPosition(app, deps)
  if (demoDoor) registerDemoDoor(app, demoDoor)
  await app.register(underPressure, {
    maxEventLoopDelay: 2000,
    retryAfter: 2,
    pressureHandler: (_request, reply) => void send(reply, busy(2)),
  })
  await registerCompression(app)
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && comesFromElsewhere(request.headers))
      await send(reply, no(403, 'unauthorized'))
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!deps.databaseIsUp() && request.url.startsWith('/api/') && request.url !== '/api/live')
      await send(reply, busy(2))
  })
  // the rest of the request, and everything it starts, is part of its trace
  app.addHook('onRequest', (request, reply, done) => {
    const trace = traceOf(request.headers['traceparent'])
    reply.header('traceparent', headerOf(trace))
    inTrace(trace, done)
  })
  app.decorateRequest('sentBefore', 0)
  app.decorateReply('refused', null)
  app.addHook('onRequest', async (request) => {
    request.sentBefore = request.raw.socket.bytesWritten ?? 0
  })
  app.addHook('onResponse', async (request, reply) => {
    // by route, never by address, since an address may name a person. The request's id is the logger's own.
    const { method, routeOptions } = request
    const route = routeOptions.url
    const bytes = Math.max(0, (request.raw.socket.bytesWritten ?? 0) - request.sentBefore)
    const ms = Math.round(reply.elapsedTime)
    const { id: trace, actor } = traceNow() ?? { id: null, actor: null }
    const who = actor && deps.vault.keyed('log', actor).slice(0, 12)
    const { statusCode: status, refused } = reply
    request.log.info(
      {
        route,
        method,
        status,
        ms,
        bytes,
        ...(trace && { trace }),
        ...(who && { actor: who }),
        ...(refused && { refused }),
      },
      'request',
    )
    metrics?.request(
      route ?? 'none',
      METHODS.includes(method) ? method : 'other',
      reply.statusCode,
      reply.elapsedTime / 1000,
      bytes,
    )
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Left) return send(reply, toNobody())
    if (isBusy(error)) return send(reply, busy())
    if (error instanceof Refused) return send(reply, no(error.status, error.code, error.details))
    if (error instanceof StorageDown) return send(reply, storageDown())
    const status = error.statusCode ?? 500
    // the rest of the body is not read
    if (status === 413) return send(reply, no(413, 'body_too_large', {}, { connection: 'close' }))
    if (status < 500) return send(reply, no(status, 'bad_input', { fields: FIELDS_OF[error.code] ?? {} }))
    request.log.error({ route: request.routeOptions.url, trace: traceNow()?.id, err: error }, 'failed')
    return send(reply, no(500, 'server_error', { request: request.id }))
  })
  registerWipe(app, deps)
  registerCalls(app, deps)
  await registerExceptions(app, deps, dist)
  return app
}

/** The fields to name when a request was refused before any row saw it. */
const FIELDS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FST_CP_ERR_INVALID_CONTENT_ENCODING: { 'content-encoding': 'picklist' },
  FST_CP_ERR_INVALID_CONTENT: { body: 'gzip' },
}

const MOST_IN_PATH = 200
const UNREADABLE = '/api/unreadable'

/**
 * Whether the address can be decoded. For one that cannot, the router would answer with its own text and without our
 * headers.
 */
function isReadable(url: string): boolean {
  const parts = url.split(/[?#]/)[0]!.split('/')
  try {
    return parts.every((part) => part.length <= MOST_IN_PATH && decodeURIComponent(part) !== null)
  } catch {
    return false
  }
}

/** TRUST D5: browsers say where a request comes from; one from another site is refused, whatever it carries. */
function comesFromElsewhere(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = headers
  return typeof origin === 'string' && URL.parse(origin)?.host !== headers['host']
}

/**
 * A parameter given twice becomes a list, which no row accepts: it is refused by name, rather than one of the values
 * being chosen silently.
 */
const fieldsOf = (query: URLSearchParams) =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => [
      name,
      query.getAll(name).length > 1 ? query.getAll(name) : query.get(name),
    ]),
  )
