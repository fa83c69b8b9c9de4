import type { FastifyInstance } from 'fastify'
import { busy } from './answer.ts'
import { send } from './routes.ts'

/**
 * TRUST D20, G20: how HTTP ends. From the first moment no connection is accepted; requests on open ones get 503 and are
 * told to reconnect; each connection ends with the answer it waits for, since a proxy keeps hundreds of them and would
 * keep the server running as long as it has requests. What takes longer than `LAST_ANSWER_MS` is cut off.
 */
export function registerStop(app: FastifyInstance) {
  let isStopping = false
  app.addHook('onRequest', async (_request, reply) => {
    if (isStopping) await send(reply, busy(2))
  })
  // also for a request that came before: its connection would idle for a minute
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isStopping = true
    const { server } = app
    const idle = setInterval(() => server.closeIdleConnections(), 100).unref()
    const last = setTimeout(() => server.closeAllConnections(), LAST_ANSWER_MS).unref()
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(last)
    })
  })
}

const LAST_ANSWER_MS = 7000
