import type { FastifyInstance } from 'fastify'
import { WIPE_HEADER } from '../../contract/session/session.rules.ts'
import type { Deps } from './handler.ts'
import { tokenOf } from './routes.ts'
import { hashOf } from '../identity/secret.ts'

/**
 * Tells a device that its person has signed it out "and wipe": every request with the token that ended this way gets
 * 401 and the order to destroy what it holds of that person (TRUST D18). A device where someone else has signed in
 * since has only the token's hash: a request with the hash gets the same answer, and no one without token or hash
 * learns anything. All requests pass through here.
 */
export function registerWipe(app: FastifyInstance, { pool }: Pick<Deps, 'pool'>) {
  app.addHook('onSend', async (request, reply) => {
    const token = tokenOf(request)
    if (reply.statusCode !== 401 || !token) return
    const { rows } = await pool.query('select from session where wipe_hash = any ($1)', [[hashOf(token), token]])
    if (rows.length) reply.header(WIPE_HEADER, '1')
  })
}
