import type { Database } from '../db/database.ts'
import { backoff } from './verdict.ts'

/**
 * Sending rests from one time until another, epoch ms; it failed `misses` times in a row. `isAsked` where the server named the time itself.
 * `refused` are the changes that were refused on the way meanwhile, each by itself, the latest last.
 */
type Hold = {
  readonly from: number
  readonly until: number
  readonly misses: number
  readonly isAsked: boolean
  readonly refused: readonly string[]
}

/**
 * The whole queue rests, longer each time: something answers on the line, and whatever is sent meets it. What only one change met is kept with
 * its entry instead (`nextTry`). `after` is the server's Retry-After, seconds. Answers for how long, ms.
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

/** Until when sending rests, epoch ms; 0 when it need not. A clock that was set back ends the rest: its end might not come for days. */
export async function heldUntil(db: Database, now: number): Promise<number> {
  const { from, until } = await holdOf(db)
  return from <= now && now < until ? until : 0
}

/** Whether sending failed last time, and which changes have been refused on the way since it last succeeded. */
export async function lastFailure(
  db: Database,
): Promise<{ readonly failed: boolean; readonly refused: readonly string[] }> {
  const { misses, refused } = await holdOf(db)
  return { failed: misses > 0, refused }
}

/** Something was taken, or the line is another one: the next goes at once. A rest that has begun since `before` (epoch ms) stays. */
export async function endPause(db: Database, before = Infinity): Promise<void> {
  const { misses, from } = await holdOf(db)
  if (misses && from < before) await db.facts.delete('hold')
}

/** The server is reached again, so that no rest outlives what caused it; unless the server itself named the time. One change goes first. */
export async function endRest(db: Database): Promise<void> {
  const hold = await holdOf(db)
  if (hold.misses && !hold.isAsked) await db.facts.put({ name: 'hold', value: { ...hold, until: 0 } satisfies Hold })
}

const holdOf = async (db: Database): Promise<Hold> => ((await db.facts.get('hold'))?.value as Hold | undefined) ?? NONE // `holdBack` and `endRest` alone write it

const NONE: Hold = { from: 0, until: 0, misses: 0, isAsked: false, refused: [] }
