import type { Language } from '../../../contract/kernel/constants.ts'
import { pushCalls } from '../../../contract/push/push.ts'
import { call, type Outcome } from '../../api/call.ts'
import { keepLanguage as keepForWorker } from '../../api/session.ts'
import { currentKeys, pushSupport, subscribe, unsubscribe } from './browser.ts'

/** Turns push on for this device and person at their request; `refused-here` if they or the browser refused. */
export async function switchOn(personId: string): Promise<Outcome<unknown> | { readonly kind: 'refused-here' }> {
  const response = await call(pushCalls['push.key'], {})
  if (response.kind !== 'done') return response
  const keys = await subscribe(response.reply.key)
  if (!keys) return { kind: 'refused-here' }
  const outcome = await call(pushCalls['push.subscribe'], keys)
  if (outcome.kind === 'done') localStorage.setItem(WHOSE, personId)
  else await unsubscribe()
  return outcome
}

/** Turns push off on this device at once, even if the server cannot be told: it finds out with the next push. */
export async function switchOff(): Promise<void> {
  localStorage.removeItem(WHOSE)
  const keys = await unsubscribe()
  await renewing
  if (keys) await call(pushCalls['push.unsubscribe'], { endpoint: keys.endpoint })
}

/** Sends a test to this device. */
export async function testPush(): Promise<Outcome<unknown> | { readonly kind: 'refused-here' }> {
  const keys = await currentKeys()
  return keys ? call(pushCalls['push.test'], { endpoint: keys.endpoint }) : { kind: 'refused-here' }
}

/**
 * Rule 95: when the app starts, tells the server again what this person has turned on here, since the session may be
 * new.
 */
export const renew = (personId: string): Promise<void> => (renewing = tellAgain(personId).catch(() => {}))

/** The renewal that is still running. Turning push off waits for it, since the renewal would turn it on again. */
let renewing: Promise<void> = Promise.resolve()

async function tellAgain(personId: string): Promise<void> {
  if (!isOnFor(personId) || pushSupport() !== 'allowed') return
  const keys = await currentKeys()
  if (keys) await call(pushCalls['push.subscribe'], keys)
}

/** Whether this person has switched push on here. */
export const isOnFor = (personId: string): boolean => localStorage.getItem(WHOSE) === personId

/** The worker writes a push's words, in the language this device shows. */
export const keepLanguage = (language: Language): Promise<unknown> => keepForWorker(language)

/** Who has turned push on here; on a shared device only the last person. */
const WHOSE = 'bedside-push'
