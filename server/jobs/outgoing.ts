import type { Deps } from '../http/handler.ts'
import { settleRequests } from '../session/settle-requests.ts'
import { sendMessages } from './send-messages.ts'
import { sendPushes } from './send-pushes.ts'

/**
 * What people asked for without waiting for it, and what goes out to them: at once when `soon` is called, else every few seconds. One
 * round at a time; a round that fails is told to `failed` and tried again with the next.
 */
export function startOutgoing(deps: Deps, failed: (error: unknown) => void) {
  let running: Promise<void> | null = null
  let again = false
  const round = async () => {
    do {
      again = false
      try {
        if ((await settleRequests(deps)) + (await sendMessages(deps)) + (await sendPushes(deps)) > 0) again = true
      } catch (error) {
        failed(error)
      }
    } while (again)
    running = null
  }
  const soon = () => {
    again = true
    running ??= round()
  }
  const timer = setInterval(soon, EVERY_MS)
  return {
    soon,
    /** Waits for the round that is under way. */
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

const EVERY_MS = 3000
