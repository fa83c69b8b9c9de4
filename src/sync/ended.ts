import { rowOf } from '../../contract/calls.ts'
import type { Database } from '../db/database.ts'
import type { Entry, Settled } from '../db/entry.ts'

/** What has become of a change. */
export type Ended = Pick<Settled, 'end' | 'at'> & { readonly entry: Entry }

/** The last fifty changes that were sent or discarded, newest first. */
export async function ended(db: Database): Promise<Ended[]> {
  return (await db.settled.orderBy('n').toArray()).flatMap(endedOf).slice(-KEPT).toReversed()
}

/**
 * Keeps changes that have ended together to be read, within the transaction that ends them. In one record: of a thousand changes that are sent, a
 * record for each was a fifth of the browser's work (decision 0012).
 */
export async function remember(db: Database, entries: readonly Entry[], end: Settled['end'], now: number) {
  const last = entries.slice(-KEPT)
  const before = (await db.settled.toCollection().lastKey()) as number | undefined // its key is `n`
  const n = (before ?? 0) + last.length
  await db.settled.add({ n, entries: last.map(withoutSecret), end, at: new Date(now).toISOString() })
  await db.settled
    .where('n')
    .belowOrEqual(n - KEPT)
    .delete()
}

/** Takes what `isGone` out of what is kept, the oldest first. */
export async function strike(db: Database, isGone: (ended: Ended) => boolean | Promise<boolean>): Promise<void> {
  for (const settled of await db.settled.orderBy('n').toArray()) {
    const { n, end, at } = settled
    const its = endedOf(settled)
    const entries: Entry[] = []
    for (const each of its) if (!(await isGone(each))) entries.push(each.entry)
    if (entries.length === 0) await db.settled.delete(n)
    else if (entries.length < its.length) await db.settled.put({ n, entries, end, at })
  }
}

const KEPT = 50

const endedOf = (settled: Settled): Ended[] => {
  const { end, at } = settled
  return ('entries' in settled ? settled.entries : [settled.entry]).map((entry) => ({ entry, end, at }))
}

/** What is secret in a change (`Call.secret`) is on the disk only for as long as it waits to be sent. */
function withoutSecret(entry: Entry): Entry {
  const { secret } = rowOf(entry.call)
  if (!secret || !(secret in entry.input)) return entry
  const { [secret]: _, ...input } = entry.input
  return { ...entry, input }
}
