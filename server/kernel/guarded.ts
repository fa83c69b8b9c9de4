import type { FastifyBaseLogger } from 'fastify'

/** Where failures are told that nobody waits for. */
export type FailureLog = Pick<FastifyBaseLogger, 'error'>

/**
 * Runs what nobody waits for. It never throws and its promise never rejects: a listener, a timer or a job that fails is a line in the log,
 * not the end of the process (TRUST D20). `what` names the work. Answers whether it went well.
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

/** Runs `work` every `ms`, guarded; a round that takes longer than that is not overtaken by the next. */
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
    /** Begins no other round; the promise, which never rejects, is for the one that is under way. */
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
