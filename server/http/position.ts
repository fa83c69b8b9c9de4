import type { FastifyInstance } from 'fastify'
import { POSITION_HEADER } from '../../contract/kernel/constants.ts'
import { readPosition, writePosition } from '../db/position.ts'
import { guarded } from '../kernel/guarded.ts'
import type { Deps } from './handler.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** It only reads, whatever its method: lists use POST. */
    isRead: boolean
  }
}

/**
 * Tells a device the position of the database after its change. The device sends it with each request, and no replica
 * that lacks it is asked (decision 0117). Also if the device's position is of another run of the database.
 */
export function registerPosition(app: FastifyInstance, { replicas }: Pick<Deps, 'replicas'>) {
  app.decorateRequest('isRead', false)
  if (!replicas) return
  app.addHook('onSend', async ({ method, url, headers, log, isRead: isReplicas }, reply) => {
    if (!url.startsWith('/api/') || reply.statusCode >= 400) return
    const isRead = isReplicas || method === 'GET' || method === 'HEAD'
    const isOurs = 'bedside-build' in headers && 'authorization' in headers
    if (isRead && (!isOurs || readPosition(headers[POSITION_HEADER])?.epoch === replicas.epoch())) return
    // with this the primary answers, until the device knows better
    let position = UNKNOWN
    await guarded(log, 'position', async () => (position = writePosition(await replicas.positionNow())))
    reply.header(POSITION_HEADER, position)
  })
}

const UNKNOWN = 'unknown@0/0'
