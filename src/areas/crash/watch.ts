import { crashOf, type CrashFacts } from '../../../contract/crash/crash.rules.ts'
import { buildOf } from '../../screen/build.ts'
import { hasCrashes } from './waiting.ts'

let routeNow: () => string = () => '/'

/** An error of the page, reduced to what may be reported. */
export const factsOf = (error: unknown): CrashFacts =>
  crashOf(error, {
    build: buildOf(document.documentElement.dataset['parts']),
    route: routeNow(),
    place: 'page',
    origin: location.origin,
  })

/** Stores an error, and reports it soon. */
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
 * Reports errors that no boundary catches; at the start and when the network returns, also those that wait here.
 * `route` is the current one, without ids.
 */
export function watchCrashes(route: () => string): void {
  routeNow = route
  addEventListener('error', ({ error }) => error && keepCrash(error))
  addEventListener('unhandledrejection', ({ reason }) => keepCrash(reason))
  addEventListener('online', tell)
  setInterval(tell, AGAIN_MS)
}

/** Reports what waits here. */
export const tell = (): void => void send()

async function send() {
  const queue = (await hasCrashes().catch(() => false)) ? await import('./commands-queue.ts').catch(() => null) : null
  await queue?.sendCrashes()
}

const SOON_MS = 2_000
const AGAIN_MS = 10 * 60_000
