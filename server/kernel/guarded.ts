import type { FastifyBaseLogger } from 'fastify'

/** Where background work reports failures. */
export type FailureLog = Pick<FastifyBaseLogger, 'error'>

/**
 * Runs background work. It never throws and its promise never rejects: a listener, a timer or a job that fails writes a
 * log line and does not end the process (TRUST D20). `what` names the work. Returns whether it succeeded.
 */
export async function guarded(log: FailureLog, what: string, work: () => unknown): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    log.error({ what, err: error }, 'failed')
    return false
  }
}

/** Runs `work` every `ms`, guarded; rounds never overlap. */
export function every(
  ms: number,
  log: FailureLog,
  what: string,
  work: () => unknown,
): { readonly stop: () => Promise<unknown> } {
  let running: Promise<unknown> | null = null
  const timer = setInterval(() => {
    running ??= guarded(log, what, work).then(() => (running = null))
  }, ms)
  return {
    /** Starts no further round. The promise, which never rejects, resolves after the current one. */
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
