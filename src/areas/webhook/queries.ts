import { useEffect } from 'react'
import type { DeliveryState } from '../../../contract/webhook/webhook.rules.ts'
import { webhookCalls } from '../../../contract/webhook/webhook.ts'
import { call } from '../../api/call.ts'
import { useAnswer } from '../../screen/use-answer.ts'

/** The clinic's webhooks, from the server; fetched again and again while something is on its way. */
export function useWebhooks() {
  const answer = useAnswer(() => call(webhookCalls['webhook.list'], {}), 'webhooks')
  useAgain(answer.again, answer.value?.webhooks.some(({ waiting }) => waiting > 0) ?? false)
  return answer
}

/** A page of a webhook's deliveries, the newest first. */
export function useDeliveries(id: string, state: DeliveryState | null, page: number, limit: number) {
  const input = { id, page, limit, ...(state && { state }) }
  const answer = useAnswer(() => call(webhookCalls['webhook.deliveries'], input), JSON.stringify(input))
  useAgain(answer.again, answer.value?.deliveries.some((each) => each.state === 'waiting') ?? false)
  return answer
}

const AGAIN_MS = 3000

function useAgain(again: () => void, runs: boolean) {
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [runs, again])
}
