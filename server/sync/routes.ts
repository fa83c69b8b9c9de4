import type { FastifyInstance } from 'fastify'
import { AGAIN, MOST_MONTHS } from '../../contract/sync.ts'
import { no } from '../http/answer.ts'
import type { Deps } from '../http/handler.ts'
import { askerOf, send } from '../http/routes.ts'
import { withSight } from '../db/transaction.ts'
import { readCursor } from './cursor.ts'
import { epochOf } from './epoch.ts'
import { pull } from './pull.ts'

/** `GET /api/sync?cursor=…`: nothing new costs one request of under 300 bytes. */
export function registerPull(app: FastifyInstance, deps: Deps) {
  app.get<{ Querystring: { cursor?: unknown; check?: unknown; again?: unknown; keep?: unknown } }>(
    '/api/sync',
    async (request, reply) => {
      const { who, origin } = await askerOf(deps, request)
      if (!who) return send(reply, no(401, 'token_invalid'))
      const wait = await deps.limits.spend('call', who.sessionHash)
      if (wait) return send(reply, no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }))
      const { cursor, check, again, keep } = request.query
      const asks = {
        check: check === '1',
        again: typeof again === 'string' && again ? again.split(',').slice(0, AGAIN) : [],
        keep: monthsOf(keep),
        ip: origin.ip,
      }
      // I12: a device that diverged is reported, by how much and never by whose records
      if (asks.again.length) request.log.warn({ buckets: asks.again.length, role: who.type }, 'diverged')
      const from = readCursor(typeof cursor === 'string' ? cursor : null)
      const epoch = await epochOf(deps.pool)
      const page = await withSight(
        deps.pool,
        who,
        (db) => pull(db, who, from, epoch, deps.now(), asks),
        'repeatable read',
      )
      return send(reply, { status: 200, body: page })
    },
  )
}

const monthsOf = (asked: unknown) =>
  typeof asked === 'string'
    ? asked
        .split(',')
        .filter((month) => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(month))
        .slice(0, MOST_MONTHS)
    : []
