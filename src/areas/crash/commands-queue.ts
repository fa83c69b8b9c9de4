import * as v from 'valibot'
import { Crash, crashCalls } from '../../../contract/crash/crash.ts'
import { MOST_CRASHES, sameCrash, type CrashFacts } from '../../../contract/crash/crash.rules.ts'
import { call } from '../../api/call.ts'
import { CRASHES } from './waiting.ts'

/**
 * Faults that wait to be told, outside of any person's database, since they hold nothing of a person and may happen before one is open: in the
 * browser's cache, which page and worker both reach. One lock keeps them from writing over each other.
 */
export async function queueCrash(facts: CrashFacts): Promise<void> {
  await inTurn(async () => {
    const waiting = await readWaiting()
    const known = waiting.find((each) => sameCrash(each, facts))
    const rest = waiting.filter((each) => each !== known)
    // the newest stay
    await writeWaiting(
      [...rest, { ...facts, stack: [...facts.stack], count: Math.min((known?.count ?? 0) + 1, 1000) }].slice(
        -MOST_CRASHES,
      ),
    )
  })
}

/** Tells the server of them; what it has, or never takes, is forgotten here. */
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
  // to tell of a fault is never one itself
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
