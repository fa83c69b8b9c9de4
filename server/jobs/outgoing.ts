import { every, guarded } from '../kernel/guarded.ts'
import type { Deps } from '../http/handler.ts'
import { settleRequests } from '../areas/session/settle-requests.ts'
import { sendMessages } from './send-messages.ts'
import { sendPushes } from './send-pushes.ts'

/**
 * Handles what people requested without waiting for it, and what is sent to them: at once when `soon` is called,
 * otherwise every few seconds. One round at a time. Each part of a round runs by itself: a failure is logged, blocks
 * nothing else, and is retried in the next round.
 */
export function startOutgoing(deps: Deps) {
  const { log } = deps
  let running: Promise<void> | null = null
  let again = false
  const round = async () => {
    do {
      again = false
      for (const [what, work] of Object.entries(PARTS))
        await guarded(log, what, async () => {
          if ((await work(deps)) > 0) again = true
        })
    } while (again)
    running = null
  }
  const soon = () => {
    again = true
    running ??= round()
  }
  const timer = every(EVERY_MS, log, 'outgoing', soon)
  return {
    soon,
    /** Waits for the current round. */
    stop: async () => {
      await timer.stop()
      await running
    },
  }
}

const PARTS = { settleRequests, sendMessages, sendPushes }
const EVERY_MS = 3000
