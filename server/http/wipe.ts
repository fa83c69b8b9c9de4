import type { FastifyInstance } from 'fastify'
import { WIPE_HEADER } from '../../contract/session/session.account.ts'
import type { Deps } from './handler.ts'
import { tokenOf } from './routes.ts'
import { hashOf } from '../identity/secret.ts'

/**
 * Tells a device whose person has signed it out "and wipe": whatever it asks with the token that ended so is answered 401, and with the word
 * to destroy what it holds of that person (TRUST D18). A device where somebody else is signed in by now has kept no more than the token's
 * hash: asked with that it is told the same, and nobody learns anything who has neither. One place for every way of asking.
 */
export function registerWipe(app: FastifyInstance, { pool }: Pick<Deps, 'pool'>) {
  app.addHook('onSend', async (request, reply) => {
    const token = tokenOf(request)
    if (reply.statusCode !== 401 || !token) return
    const { rows } = await pool.query('select from session where wipe_hash = any ($1)', [[hashOf(token), token]])
    if (rows.length) reply.header(WIPE_HEADER, '1')
  })
}
