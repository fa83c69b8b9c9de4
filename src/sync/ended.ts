import { rowOf } from '../../contract/calls.ts'
import type { Database } from '../db/database.ts'
import type { Entry, Settled } from '../db/entry.ts'
import { isKnownCall } from './known.ts'

/** The outcome of a change. */
export type Ended = Pick<Settled, 'end' | 'at'> & { readonly entry: Entry }

/** The last fifty changes that were sent or discarded, newest first. */
export async function ended(db: Database): Promise<Ended[]> {
  const n = ((await db.settled.toCollection().lastKey()) ?? 0) as number // its key is `n`
  const last = await db.settled
    .where('n')
    .above(n - SHOWN)
    .toArray()
  return last.flatMap(endedOf).slice(-SHOWN).toReversed()
}

/**
 * All sent changes still known here, in the order they ended: a restored server may have lost them (`offer-again.ts`).
 */
export async function answered(db: Database): Promise<Entry[]> {
  const all = await db.settled.orderBy('n').toArray()
  return all.flatMap(endedOf).flatMap(({ entry, end }) => (end === 'sent' ? [entry] : []))
}

/**
 * Stores changes that ended together, within the transaction that ends them: the newest are shown, and all of them
 * serve a server that loses them (R69). In one record: with a record each, a thousand sent changes took a fifth of the
 * browser's work (decision 0012).
 */
export async function remember(db: Database, entries: readonly Entry[], end: Settled['end'], now: number) {
  const before = (await db.settled.toCollection().lastKey()) as number | undefined // its key is `n`
  const n = (before ?? 0) + entries.length
  await db.settled.add({ n, entries: entries.map(withoutSecret), end, at: new Date(now).toISOString() })
  await db.settled
    .where('n')
    .belowOrEqual(n - KEPT)
    .delete()
  // old ones are removed as new ones come, two for one, so that no transaction has much to do
  const oldest = await db.settled.orderBy('n').limit(2).toArray()
  const isOver = ({ at, n: its }: Settled) => its <= n - SHOWN && now - Date.parse(at) > KEPT_MS
  await db.settled.bulkDelete(oldest.filter(isOver).map((each) => each.n))
}

/**
 * Removes those that `isGone` from the stored changes, oldest first. Does not await each: Dexie loses its transaction
 * over some hundred foreign awaits, and as many changes may have ended together.
 */
export async function strike(db: Database, isGone: (ended: Ended) => boolean): Promise<void> {
  for (const settled of await db.settled.orderBy('n').toArray()) {
    const { n, end, at } = settled
    const endedNow = endedOf(settled)
    const entries = endedNow.filter((each) => !isGone(each)).map(({ entry }) => entry)
    if (entries.length === 0) await db.settled.delete(n)
    else if (entries.length < endedNow.length) await db.settled.put({ n, entries, end, at })
  }
}

/** Position of the newest ended change; a pull's last page stores it as what the cursor has seen (`heardUpTo`). */
export const lastEnded = async (db: Database): Promise<number> =>
  ((await db.settled.toCollection().lastKey()) as number | undefined) ?? 0 // its key is `n`
export const heardUpTo = (n: number) => ({ name: HEARD, value: n })

/** Changes answered since the last complete pull. */
export async function unheardOf(db: Database): Promise<Entry[]> {
  const marked = (await db.facts.get(HEARD))?.value
  // a device from before this was stored: as it was until now
  if (typeof marked !== 'number') return []
  const since = await db.settled.where('n').above(marked).toArray()
  return since.flatMap(endedOf).flatMap(({ entry, end }) => (end === 'sent' ? [entry] : []))
}

const HEARD = 'heardUpTo'

/** Changes that the sync centre lists. */
const SHOWN = 50

/**
 * How long, and how many, answered changes stay here to be offered again (decision 0057): longer than any backup a
 * clinic restores, and well below the 180 days for which a server knows a key, so that none is ever done twice.
 */
const KEPT_MS = 30 * 86_400_000
const KEPT = 10_000

export const endedOf = (settled: Settled): Ended[] => {
  const { end, at } = settled
  return ('entries' in settled ? settled.entries : [settled.entry]).map((entry) => ({ entry, end, at }))
}

/** A secret of a change (`Call.secret`) is on the disk only while the change waits to be sent. */
function withoutSecret(entry: Entry): Entry {
  // the input of another build's change may hold anything
  if (!isKnownCall(entry.call)) return { ...entry, input: {} }
  const { secret } = rowOf(entry.call)
  if (!secret || !(secret in entry.input)) return entry
  const { [secret]: _, ...input } = entry.input
  return { ...entry, input }
}
