import * as v from 'valibot'
import { Crash, crashCalls } from '../../../contract/crash/crash.ts'
import { MOST_CRASHES, sameCrash, type CrashFacts } from '../../../contract/crash/crash.rules.ts'
import { call } from '../../api/call.ts'
import { CRASHES } from './waiting.ts'

/**
 * Stores errors until they are reported. They are outside any person's database, since they contain nothing about a
 * person and may happen before one is open: in the browser's cache, which page and worker both reach. A lock keeps them
 * from overwriting each other.
 */
export async function queueCrash(facts: CrashFacts): Promise<void> {
  await inTurn(async () => {
    const waiting = await readWaiting()
    const known = waiting.find((each) => sameCrash(each, facts))
    const rest = waiting.filter((each) => each !== known)
    // the newest are kept
    await writeWaiting(
      [...rest, { ...facts, stack: [...facts.stack], count: Math.min((known?.count ?? 0) + 1, 1000) }].slice(
        -MOST_CRASHES,
      ),
    )
  })
}

/** Reports them to the server; those that it has, or will never accept, are deleted here. */
export async function sendCrashes(): Promise<void> {
  await inTurn(async () => {
    const crashes = await readWaiting()
    if (crashes.length === 0) return
    const outcome = await call(crashCalls['crash.report'], { crashes })
    if (outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status === 400)) await caches.delete(CRASHES)
  })
}

async function inTurn(work: () => Promise<void>): Promise<void> {
  if (typeof caches === 'undefined' || !navigator.locks) return
  // a failure to report is not an error itself
  await navigator.locks.request(CRASHES, work).catch(() => undefined)
}

async function readWaiting(): Promise<Crash[]> {
  const kept: unknown = await (await caches.match(WAITING, { cacheName: CRASHES }))?.json().catch(() => null)
  const crashes = v.safeParse(v.array(Crash), kept)
  return crashes.success ? crashes.output : []
}

const writeWaiting = async (crashes: readonly Crash[]) =>
  (await caches.open(CRASHES)).put(WAITING, Response.json(crashes))

const WAITING = '/waiting-crashes'
