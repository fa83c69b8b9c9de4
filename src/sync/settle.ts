import type { Database } from '../db/database.ts'
import { isUndoable, type Entry, type Problem } from '../db/entry.ts'
import { deleteBytes } from './bytes.ts'
import { remember } from './ended.ts'
import { keyOf, targetsOf } from './fold.ts'
import { writesOf } from './known.ts'
import { stands } from './made.ts'
import { engineTables, rebase } from './rebase.ts'
import { isRow, rowsOf, takeTogether } from './settle-together.ts'
import { takeRow } from './take-rows.ts'
import { countUnsent } from './unsent.ts'
import { backoff, isStuck, saysNotTaken, verdict, type ServerAnswer } from './verdict.ts'

/** Why everything has to stop: no one is signed in, or the server requires a newer app. */
export type Stop = 'signed-out' | 'app-too-old'

const TOO_EARLY = 425

/**
 * Applies an answer to an entry, in one transaction with its effect on the view. Returns a reason if everything has to
 * stop.
 */
export function settle(db: Database, entry: Entry, answered: ServerAnswer, now: number): Promise<Stop | null> {
  const ruling = verdict(answered, writesOf(entry)?.removes)
  return db.transaction('rw', engineTables(db), async () => {
    const seq = entry.seq!
    // already answered, to another tab: the server's result reaches the view by the pull
    if ((await db.outbox.get(seq))?.id !== entry.id) return null
    if (ruling.kind === 'done') {
      await db.outbox.delete(seq)
      await takeBody(db, answered.body)
      if (writesOf(entry)?.removes) await forget(db, entry)
      if (entry.carry) await deleteBytes(db, entry)
      await passBaseOn(db, entry)
      await remember(db, [entry], 'sent', now)
    } else if (ruling.kind === 'park') await park(db, entry, { ...ruling.problem, at: new Date(now).toISOString() })
    else if (ruling.kind === 'retry' && isStuck(entry.attempts, entry.madeAt, now)) {
      await park(db, entry, {
        kind: 'stuck',
        status: answered.status,
        code: null,
        details: {},
        at: new Date(now).toISOString(),
      })
    } else
      await db.outbox.update(seq, {
        state: 'ready',
        nextTry: ruling.kind === 'retry' ? now + backoff(entry.attempts, ruling.after) : 0,
        ...(saysNotTaken(answered.status) && { mayHold: entry.mayHold ?? false }),
        // the server lacks part of the file, or lost it: with the next part it says how much it has
        ...(answered.status === TOO_EARLY && entry.carry && { carry: { ...entry.carry, sent: 0 } }),
      })
    for (const { table, id } of targetsOf(entry)) await rebase(db, table, id)
    return ruling.kind === 'stop' ? ruling.because : null
  })
}

/**
 * Applies the answers to entries that travelled together, in a few transactions: many answers share one wait for the
 * disk, and most of them a few statements (`takeTogether`). If that fails, each is applied alone, and one that cannot
 * be applied does not block the others (I10); its error is thrown at the end. Returns a reason if everything has to
 * stop.
 */
export async function settleAll(
  db: Database,
  answers: readonly (readonly [entry: Entry, answered: ServerAnswer])[],
  now: number,
): Promise<Stop | null> {
  let stop: Stop | null = null
  const failed: unknown[] = []
  for (let from = 0; from < answers.length; from += TOGETHER) {
    const some = answers.slice(from, from + TOGETHER)
    try {
      await db.transaction('rw', engineTables(db), async () => {
        const taken = await takeTogether(db, some, now)
        for (const [entry, answered] of some)
          if (!taken.has(entry.id)) stop = (await settle(db, entry, answered, now)) ?? stop
      })
    } catch {
      for (const [entry, answered] of some)
        await settle(db, entry, answered, now).then(
          (its) => (stop = its ?? stop),
          (error: unknown) => failed.push(error),
        )
    }
  }
  await countUnsent(db)
  if (failed.length) throw failed[0]
  return stop
}

/**
 * Each record written in a transaction is announced to each live query of each tab: more would block a screen for over
 * 50 ms.
 */
const TOGETHER = 50

/**
 * Ends entries at the person's request, the first and what depends on it; the view returns to the server's rows, and
 * the entries stay readable among the settled. If one is on its way, or was retried or ended in another tab meanwhile,
 * nothing is done and the answer is false.
 */
export async function discard(db: Database, entries: readonly Entry[], now: number): Promise<boolean> {
  const done = await db.transaction('rw', engineTables(db), async () => {
    const kept = await db.outbox.bulkGet(entries.map((entry) => entry.seq!))
    if (!entries.every((entry, i) => kept[i]?.id === entry.id && isHere(kept[i]))) return false
    await giveUp(db, kept as readonly Entry[], now)
    return true
  })
  await countUnsent(db)
  return done
}

/** Within the caller's transaction: ends entries here, and returns the view to the server's rows. */
export async function giveUp(db: Database, entries: readonly Entry[], now: number): Promise<void> {
  await db.outbox.bulkDelete(entries.map((entry) => entry.seq!))
  await remember(db, entries, 'discarded', now)
  for (const entry of entries) for (const { table, id } of targetsOf(entry)) await rebase(db, table, id)
}

/** Whether a change is surely not on its way: never sent, or answered with a refusal. */
export const isHere = (entry: Entry) => entry.state === 'parked' || isUndoable(entry)

async function park(db: Database, entry: Entry, problem: Problem) {
  await db.outbox.update(entry.seq!, { state: 'parked', problem })
  // a conflict contains the record as the server has it now: shown at once, without waiting for a pull
  const [main] = targetsOf(entry)
  const { current } = problem.details
  if (main && isRow(current)) await takeRow(db, main.table, current)
}

async function takeBody(db: Database, body: unknown) {
  for (const { table, row } of rowsOf(body)) await takeRow(db, table, row)
}

/** The server has removed the record: the device does not wait for the pull to say so. */
async function forget(db: Database, entry: Entry) {
  const [main] = targetsOf(entry)
  const base = main && (await db.base.get([main.table, main.id]))
  if (base) await db.base.put({ ...base, row: null })
}

/** SYNC "Own later edits": a waiting change takes the new version as its base if what it was made on is unchanged. */
async function passBaseOn(db: Database, sent: Entry) {
  for (const { table, id } of targetsOf(sent)) {
    const row = (await db.base.get([table, id]))?.row
    if (!row) continue
    for (const entry of await db.outbox.where('keys').equals(`${table}:${id}`).toArray()) {
      // a version belongs to the record that a change is judged by, not to others it shows on
      const [main] = targetsOf(entry)
      const isMain = main !== undefined && keyOf(main) === keyOf({ table, id })
      if (isMain && entry.state === 'ready' && stands(entry, table, row))
        await db.outbox.update(entry.seq!, { base: row.version })
    }
  }
}
