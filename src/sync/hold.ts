import type { Database } from '../db/database.ts'
import { backoff } from './verdict.ts'

/**
 * Sending rests from one time until another, epoch ms, after `misses` failures in a row. `isAsked`: the server named
 * the time itself. `refused`: changes that something on the way refused one by one meanwhile, newest last.
 */
type Hold = {
  readonly from: number
  readonly until: number
  readonly misses: number
  readonly isAsked: boolean
  readonly refused: readonly string[]
}

/**
 * Lets the whole queue rest, longer each time: something on the line answers, and every change would meet it. What
 * concerns only one change is stored with its entry instead (`nextTry`). `after` is the server's Retry-After, seconds.
 * Returns for how long, ms.
 */
export async function holdBack(
  db: Database,
  now: number,
  after: number | null,
  refused: readonly string[] = [],
): Promise<number> {
  const hold = await holdOf(db)
  const wait = backoff(hold.misses, after)
  const value: Hold = {
    from: now,
    until: now + wait,
    misses: hold.misses + 1,
    isAsked: after !== null,
    refused: [...hold.refused.filter((id) => !refused.includes(id)), ...refused],
  }
  await db.facts.put({ name: 'hold', value })
  return wait
}

/**
 * Until when sending rests, epoch ms; 0 if it does not. If the clock was set back the rest ends: its end might be days
 * away.
 */
export async function heldUntil(db: Database, now: number): Promise<number> {
  const { from, until } = await holdOf(db)
  return from <= now && now < until ? until : 0
}

/** Whether sending failed last time, and which changes were refused on the way since it last succeeded. */
export async function lastFailure(
  db: Database,
): Promise<{ readonly failed: boolean; readonly refused: readonly string[] }> {
  const { misses, refused } = await holdOf(db)
  return { failed: misses > 0, refused }
}

/**
 * Ends the rest because something was accepted or the line changed: the next entry goes at once. A rest that began
 * after `before` (epoch ms) stays.
 */
export async function endPause(db: Database, before = Infinity): Promise<void> {
  const { misses, from } = await holdOf(db)
  if (misses && from < before) await db.facts.delete('hold')
}

/**
 * Ends the rest when the server is reached again, so that no rest outlives its cause, unless the server itself named
 * the time. One change goes first.
 */
export async function endRest(db: Database): Promise<void> {
  const hold = await holdOf(db)
  if (hold.misses && !hold.isAsked) await db.facts.put({ name: 'hold', value: { ...hold, until: 0 } satisfies Hold })
}

const holdOf = async (db: Database): Promise<Hold> => ((await db.facts.get('hold'))?.value as Hold | undefined) ?? NONE // `holdBack` and `endRest` alone write it

const NONE: Hold = { from: 0, until: 0, misses: 0, isAsked: false, refused: [] }
