import { rowOf } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { addOptimistic } from '../db/optimistic.ts'
import { fold, targetsOf } from './fold.ts'
import { isReadable } from './known.ts'

/** A change that is about to be written, as far as it says how its records will look. */
export type Meant = Pick<Entry, 'call' | 'input' | 'state' | 'madeAt' | 'by' | 'facts'>

/**
 * Draws a change before it is written, here and in the person's other tabs that are open (I5). The answer is to be called when it has been
 * written, or could not be.
 */
export function showOptimistically(db: Database, meant: Meant): (isWritten: boolean) => void {
  const written = draw(db, meant)
  // what is secret goes nowhere but to the server
  const others = rowOf(meant.call).secret ? undefined : channels.get(db)
  const id = newId()
  const tell = (word: Word) => others?.postMessage(word)
  tell({ id, meant })
  return (isWritten) => {
    written(isWritten)
    tell({ id, isWritten })
  }
}

/** From now on what other tabs of this person show before it is written is drawn here as well, and the other way round; answers how to end it. */
export function showOptimisticallyTogether(db: Database): () => void {
  const channel = new BroadcastChannel(`foresight ${db.name}`)
  channels.set(db, channel)
  const underWay = new Map<string, (isWritten: boolean) => void>()
  const end = (id: string, isWritten: boolean) => {
    underWay.get(id)?.(isWritten)
    underWay.delete(id)
  }
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if ('isWritten' in data) return end(data.id, data.isWritten)
    // a tab of another build may mean what this one does not know; it is drawn once that is written, where it is known
    if (!isReadable({ id: data.id, payload: 1, ...data.meant })) return
    underWay.set(data.id, draw(db, data.meant))
    // a tab that is closed meanwhile writes nothing any more
    setTimeout(end, SILENT_MS, data.id, false)
  }
  return () => {
    channels.delete(db)
    channel.close()
    for (const id of underWay.keys()) end(id, false)
  }
}

const SILENT_MS = 3000

type Word = { readonly id: string } & ({ readonly meant: Meant } | { readonly isWritten: boolean })

const channels = new WeakMap<Database, BroadcastChannel>()

const draw = (db: Database, meant: Meant) =>
  addOptimistic(
    db,
    targetsOf(meant).map(({ table, id }) => ({
      table,
      id,
      see: (row) => fold(table, row as never, [meant]) ?? null, // `row` is of `table`
    })),
  )
