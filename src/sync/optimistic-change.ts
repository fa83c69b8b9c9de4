import { rowOf } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { addOptimistic } from '../db/optimistic.ts'
import { fold, targetsOf } from './fold.ts'
import { isReadable } from './known.ts'

/** A change that is about to be written: the parts that determine how its records will look. */
export type OptimisticChange = Pick<Entry, 'call' | 'input' | 'state' | 'madeAt' | 'by' | 'facts'>

/**
 * Draws a change before it is written, here and in the person's other open tabs (I5). Call the returned function when
 * it has been written, or could not be.
 */
export function showOptimistically(db: Database, change: OptimisticChange): (isWritten: boolean) => void {
  const written = draw(db, change)
  // a secret goes only to the server
  const others = rowOf(change.call).secret ? undefined : channels.get(db)
  const id = newId()
  const tell = (word: Word) => others?.postMessage(word)
  tell({ id, meant: change })
  return (isWritten) => {
    written(isWritten)
    tell({ id, isWritten })
  }
}

/**
 * From now on, draws here what other tabs of this person show before it is written, and the reverse. Returns a function
 * that ends it.
 */
export function showOptimisticallyTogether(db: Database): () => void {
  const channel = new BroadcastChannel(`optimistic ${db.name}`)
  channels.set(db, channel)
  const underWay = new Map<string, (isWritten: boolean) => void>()
  const end = (id: string, isWritten: boolean) => {
    underWay.get(id)?.(isWritten)
    underWay.delete(id)
  }
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if ('isWritten' in data) return end(data.id, data.isWritten)
    // a tab of another build may send what this one does not know; it is drawn after that is written, if it is known
    if (!isReadable({ id: data.id, payload: 1, ...data.meant })) return
    underWay.set(data.id, draw(db, data.meant))
    // a tab that closes meanwhile never writes it
    setTimeout(end, SILENT_MS, data.id, false)
  }
  return () => {
    channels.delete(db)
    channel.close()
    for (const id of underWay.keys()) end(id, false)
  }
}

const SILENT_MS = 3000

type Word = { readonly id: string } & ({ readonly meant: OptimisticChange } | { readonly isWritten: boolean })

const channels = new WeakMap<Database, BroadcastChannel>()

const draw = (db: Database, change: OptimisticChange) =>
  addOptimistic(
    db,
    targetsOf(change).map(({ table, id }) => ({
      table,
      id,
      see: (row) => fold(table, row as never, [change]) ?? null, // `row` is of `table`
    })),
  )
