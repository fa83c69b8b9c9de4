import type { Language } from '../../../contract/kernel/constants.ts'
import { pushCalls } from '../../../contract/push/push.ts'
import { call, type Outcome } from '../../api/call.ts'
import { keepLanguage as keepForWorker } from '../../api/session.ts'
import { currentKeys, pushSupport, subscribe, unsubscribe } from './browser.ts'

/** Switches push on for this device and person, on their word; `refused` where they or the browser said no. */
export async function switchOn(personId: string): Promise<Outcome<unknown> | { readonly kind: 'refused-here' }> {
  const asked = await call(pushCalls['push.key'], {})
  if (asked.kind !== 'done') return asked
  const keys = await subscribe(asked.reply.key)
  if (!keys) return { kind: 'refused-here' }
  const outcome = await call(pushCalls['push.subscribe'], keys)
  if (outcome.kind === 'done') localStorage.setItem(WHOSE, personId)
  else await unsubscribe()
  return outcome
}

/** Off on this device at once, whether or not the server can be told: it finds out with the next push. */
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

/** Rule 95: at the start of the app what this person has switched on here is told to the server again; its session may be a new one. */
export const renew = (personId: string): Promise<void> => (renewing = tellAgain(personId).catch(() => {}))

/** What still tells the server of this device: switching off waits for it, since it would switch on again what comes after. */
let renewing: Promise<void> = Promise.resolve()

async function tellAgain(personId: string): Promise<void> {
  if (!isOnFor(personId) || pushSupport() !== 'allowed') return
  const keys = await currentKeys()
  if (keys) await call(pushCalls['push.subscribe'], keys)
}

/** Whether this person has switched push on here. */
export const isOnFor = (personId: string): boolean => localStorage.getItem(WHOSE) === personId

/** The words of a push are the worker's, in the language this device shows. */
export const keepLanguage = (language: Language): Promise<unknown> => keepForWorker(language)

/** Whose push this device is; on a device that several share, only the last one's. */
const WHOSE = 'bedside-push'
