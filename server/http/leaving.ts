import type { FastifyReply } from 'fastify'

/** The reason to end work whose caller has gone. */
export class Left extends Error {
  constructor() {
    super('whoever asked has hung up')
  }
}

/**
 * Aborts with `Left` when the connection closes before the answer is out: a closed tab, a device out of reach, a proxy
 * that gave up.
 */
export function leaving({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort(new Left())
  })
  return left.signal
}
