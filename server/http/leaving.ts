import type { FastifyReply } from 'fastify'

/** Why work ends that nobody waits for any more. */
export class Left extends Error {
  constructor() {
    super('whoever asked has hung up')
  }
}

/** Aborted with `Left` when the connection closes before the answer is out: a tab closed, a device out of reach, a proxy that gave up. */
export function leaving({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort(new Left())
  })
  return left.signal
}
