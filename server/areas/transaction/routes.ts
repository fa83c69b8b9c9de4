import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../http/handler.ts'
import { no } from '../../http/answer.ts'
import { send } from '../../http/routes.ts'
import { receiveNotice } from './notice.ts'
import { registerReceipt } from '../payment/receipt-route.ts'
import { registerTestPage } from './test-page.ts'

/**
 * Routes for money outside the loop: providers' notices, whose signature covers the exact bytes; the built-in
 * provider's page; and receipts, which are files.
 */
export async function registerPaymentRoutes(app: FastifyInstance, deps: Deps) {
  await app.register(async (scope) => {
    // in a separate scope: raw bytes, not parsed ones
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { provider: string } }>('/api/payment/webhook/:provider', async (request, reply) => {
      const wait = await deps.limits.spend('call', `notice ${request.ip}`)
      if (wait) return send(reply, no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }))
      if (request.params.provider !== deps.pay?.name) return send(reply, no(404, 'not_found'))
      const signature = request.headers[deps.pay.name === 'stripe' ? 'stripe-signature' : 'bedside-signature']
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const status = await receiveNotice(deps, raw, typeof signature === 'string' ? signature : undefined)
      return status === 200
        ? send(reply, { status, body: { status: true } })
        : send(reply, no(status, 'bad_input', { fields: {} }))
    })
  })
  await registerTestPage(app, deps)
  registerReceipt(app, deps)
}
