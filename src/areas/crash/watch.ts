import { crashOf, type CrashFacts } from '../../../contract/crash/crash.rules.ts'
import { buildOf } from '../../screen/build.ts'
import { hasCrashes } from './waiting.ts'

let routeNow: () => string = () => '/'

/** A fault of the page, as it may be told. */
export const factsOf = (error: unknown): CrashFacts =>
  crashOf(error, {
    build: buildOf(document.documentElement.dataset['parts']),
    route: routeNow(),
    place: 'page',
    origin: location.origin,
  })

/** Keeps a fault, and tells the server of it soon. */
export function keepCrash(error: unknown): void {
  const facts = factsOf(error)
  void keep(facts)
}

async function keep(facts: CrashFacts) {
  const queue = await import('./commands-queue.ts').catch(() => null)
  await queue?.queueCrash(facts)
  setTimeout(tell, SOON_MS)
}

/**
 * Reports faults that no boundary catches, and at the start and when the network returns those that wait here. `route`
 * is the current one, without ids.
 */
export function watchCrashes(route: () => string): void {
  routeNow = route
  addEventListener('error', ({ error }) => error && keepCrash(error))
  addEventListener('unhandledrejection', ({ reason }) => keepCrash(reason))
  addEventListener('online', tell)
  setInterval(tell, AGAIN_MS)
}

/** Tells the server of what waits here. */
export const tell = (): void => void send()

async function send() {
  const queue = (await hasCrashes().catch(() => false)) ? await import('./commands-queue.ts').catch(() => null) : null
  await queue?.sendCrashes()
}

const SOON_MS = 2_000
const AGAIN_MS = 10 * 60_000
