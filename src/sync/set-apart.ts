import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { targetsOf } from './fold.ts'
import { isReadable } from './known.ts'
import { stands } from './made.ts'
import { engineTables, isTable, rebase, saveBase } from './rebase.ts'
import { upcast } from './upcast.ts'

/**
 * Parks changes that this build does not know, brings back those that another build parked and this one knows, and
 * converts those of an older build to today's shape (SYNC "Payload versions"). Runs under the person's lock before
 * anything is sent, so that none of them is on its way. Examines each entry once; while some are parked it examines
 * all, since a tab of another build may have parked them.
 */
export async function setApart(db: Database, now: number): Promise<void> {
  if ((await db.outbox.count()) === 0) return
  const isAnyApart = Number((await db.facts.get(APART))?.value ?? 0) > 0
  const from = isAnyApart ? 0 : (lastExamined.get(db) ?? 0)
  const entries = await db.outbox.where('seq').above(from).toArray()
  const last = entries.at(-1)?.seq
  const turns = entries.flatMap((entry) => turnOf(entry, now) ?? [])
  const apart = entries.filter(isApart).length + turns.reduce((sum, { next }) => sum + (isApart(next) ? 1 : -1), 0)
  if (turns.length || apart > 0 || isAnyApart)
    await db.transaction('rw', engineTables(db), async () => {
      for (const { entry, next } of turns)
        if ((await db.outbox.get(entry.seq!))?.id === entry.id) await turn(db, entry, next)
      await db.facts.put({ name: APART, value: Math.max(0, apart) })
    })
  if (last !== undefined) lastExamined.set(db, last)
}

const isApart = ({ problem }: Entry) => problem?.kind === 'unknown'

type Turn = { readonly entry: Entry; readonly next: Entry }

/** What becomes of an entry; null if it stays as it is, like one that was refused before this build met it. */
function turnOf(entry: Entry, now: number): Turn | null {
  const next = inTodaysShape(entry)
  if (next && isApart(entry)) return { entry, next: { ...next, state: 'ready', nextTry: 0, problem: null } }
  if (next) return next === entry ? null : { entry, next }
  if (entry.state === 'parked') return null
  const problem = { kind: 'unknown', status: 0, code: null, details: {}, at: new Date(now).toISOString() } as const
  return { entry, next: { ...entry, state: 'parked', problem } }
}

/** Null if this build cannot read it. */
function inTodaysShape(entry: Entry): Entry | null {
  try {
    const next = upcast(entry)
    return isReadable(next) ? next : null
  } catch {
    // its input has a shape that no upcaster reads
    return null
  }
}

/** The records it is about are computed again, without it or with it. */
async function turn(db: Database, before: Entry, next: Entry) {
  if (next.state !== 'parked') for (const { table, id } of targetsOf(next)) await saveBase(db, table, id)
  await db.outbox.put(isApart(before) ? { ...next, base: await baseNow(db, next) } : next)
  for (const key of new Set([...before.keys, ...next.keys])) {
    const at = key.indexOf(':')
    const table = key.slice(0, at)
    if (isTable(table)) await rebase(db, table, key.slice(at + 1))
  }
}

/**
 * An answer for the same record meanwhile may be the person's own (SYNC "Own later edits"); what was sent once is sent
 * again unchanged.
 */
async function baseNow(db: Database, entry: Entry): Promise<Entry['base']> {
  const [main] = targetsOf(entry)
  const row = main && (await db.base.get([main.table, main.id]))?.row
  const isCarried = row && entry.base !== null && entry.attempts === 0 && stands(entry, main.table, row)
  return isCarried ? row.version : entry.base
}

/** How many are parked for this reason, stored by the last round of any tab. */
const APART = 'apart'

/** The last entry that this page or worker has examined. */
const lastExamined = new WeakMap<Database, number>()

/** Makes the next round examine all of them. */
export const lookAgain = (db: Database): void => void lastExamined.delete(db)
