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
import { backoff, isStuck, saysNotTaken, verdict, type Answered } from './verdict.ts'

/** Why everything has to stop: no one is signed in any more, or the server wants a newer app. */
export type Stop = 'signed-out' | 'app-too-old'

const TOO_EARLY = 425

/** Takes an answer for an entry, in one transaction with its effect on the view. Says when everything has to stop. */
export function settle(db: Database, entry: Entry, answered: Answered, now: number): Promise<Stop | null> {
  const ruling = verdict(answered, writesOf(entry)?.removes)
  return db.transaction('rw', engineTables(db), async () => {
    const seq = entry.seq!
    // answered already, to another tab: the server's word still reaches the view by the pull
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
        // the server has not all of the file, or no longer: how much it has it says with the first part
        ...(answered.status === TOO_EARLY && entry.carry && { carry: { ...entry.carry, sent: 0 } }),
      })
    for (const { table, id } of targetsOf(entry)) await rebase(db, table, id)
    return ruling.kind === 'stop' ? ruling.because : null
  })
}

/**
 * Takes the answers to entries that travelled together, in a few transactions: many answers are one wait for the disk, and most of them a
 * few statements (`takeTogether`). If they cannot be taken so, each is taken by itself, and one that cannot be taken at all keeps none of the
 * others from it (I10); its error is thrown in the end. Says when everything has to stop.
 */
export async function settleAll(
  db: Database,
  answers: readonly (readonly [entry: Entry, answered: Answered])[],
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

/** What is written in one transaction is told to each live query of each tab, record by record: more would hold a screen up for over 50 ms. */
const TOGETHER = 50

/**
 * Ends entries by the person's own word, the first and what stands on it; the view goes back to what the server has, and they stay
 * readable among the settled. One that is on its way, or was tried again or ended in another tab meanwhile, is no longer theirs to
 * end: then nothing is done, and the answer is false.
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

/** Within the caller's transaction: entries end here, and the view goes back to what the server has. */
export async function giveUp(db: Database, entries: readonly Entry[], now: number): Promise<void> {
  await db.outbox.bulkDelete(entries.map((entry) => entry.seq!))
  await remember(db, entries, 'discarded', now)
  for (const entry of entries) for (const { table, id } of targetsOf(entry)) await rebase(db, table, id)
}

/** Whether a change is surely not under way: never sent, or answered with a no. */
export const isHere = (entry: Entry) => entry.state === 'parked' || isUndoable(entry)

async function park(db: Database, entry: Entry, problem: Problem) {
  await db.outbox.update(entry.seq!, { state: 'parked', problem })
  // a conflict carries the record as the server has it now: shown at once, without waiting for a pull
  const [main] = targetsOf(entry)
  const { current } = problem.details
  if (main && isRow(current)) await takeRow(db, main.table, current)
}

async function takeBody(db: Database, body: unknown) {
  for (const { table, row } of rowsOf(body)) await takeRow(db, table, row)
}

/** The server has taken the record away: the device does not wait for the pull to say so too. */
async function forget(db: Database, entry: Entry) {
  const [main] = targetsOf(entry)
  const base = main && (await db.base.get([main.table, main.id]))
  if (base) await db.base.put({ ...base, row: null })
}

/** SYNC "Own later edits": a waiting change takes the new version as its base where what it was made on still stands. */
async function passBaseOn(db: Database, sent: Entry) {
  for (const { table, id } of targetsOf(sent)) {
    const row = (await db.base.get([table, id]))?.row
    if (!row) continue
    for (const entry of await db.outbox.where('keys').equals(`${table}:${id}`).toArray()) {
      // a version belongs to the record a change is judged by, not to others it shows on
      const [main] = targetsOf(entry)
      const isMain = main !== undefined && keyOf(main) === keyOf({ table, id })
      if (isMain && entry.state === 'ready' && stands(entry, table, row))
        await db.outbox.update(entry.seq!, { base: row.version })
    }
  }
}
