import { liveQuery } from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import type { TableName } from '../../contract/kernel/table-names.ts'
import type { Database } from './database.ts'
import { keepSame } from './keep-same.ts'
import { moment, onOptimistic, withOptimistic } from './optimistic.ts'

/**
 * A query on a database, under a name that no other query has. `of`: it returns rows of this table as they are shown, a
 * list or one, and a change to one of them is drawn at once (`optimistic.ts`).
 */
export type Question<T> = { readonly name: string; readonly ask: () => Promise<T>; readonly of?: TableName }

/**
 * The result of a question, kept current while any component shows it: one live query for all components with the same
 * question, by its name (SYNC "Query habits"). Undefined during the first read; what has been read by then is returned
 * at once. Throws what the read throws, for the screen's error boundary.
 */
export function useShared<T>(db: Database, question: Question<T>): T | undefined {
  return useObservable<T, undefined>(() => sharedOf(db, question), [db, question.name], undefined)
}

/**
 * Reads it before any component shows it, so that a screen can draw its rows at once: whoever asks within a second gets
 * them.
 */
export function readAhead<T>(db: Database, question: Question<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const shared = sharedOf(db, question)
    const { unsubscribe } = shared.subscribe(resolve, reject)
    // a promise settles once and needs no further updates
    setTimeout(unsubscribe, LINGER_MS)
  })
}

type Shared<T> = {
  readonly subscribe: (next: (value: T) => void, fail: (error: unknown) => void) => { readonly unsubscribe: () => void }
  readonly hasValue: () => boolean
  readonly getValue: () => T
}

function sharedOf<T>(db: Database, question: Question<T>): Shared<T> {
  const { name } = question
  const queries = queriesByDatabase.get(db) ?? new Map<string, Shared<unknown>>()
  queriesByDatabase.set(db, queries)
  const known = queries.get(name)
  if (known) return known as Shared<T> // a name stands for one question
  const made: Shared<T> = share(db, question, () => {
    if (queries.get(name) === made) queries.delete(name)
  })
  queries.set(name, made as Shared<unknown>)
  return made
}

const queriesByDatabase = new WeakMap<Database, Map<string, Shared<unknown>>>()

function share<T>(db: Database, { ask, of }: Question<T>, forget: () => void): Shared<T> {
  const listeners = new Set<Listener<T>>()
  let known: { readonly value: T } | null = null
  let lastRead: Read<T> | null = null
  let reading: { readonly unsubscribe: () => void } | null = null
  const tell = () => {
    if (!lastRead) return
    const read = of ? withOptimistic(db, of, lastRead.value, lastRead.at) : lastRead.value
    const value = known ? keepSame(known.value, read) : read
    if (known?.value === value) return
    known = { value }
    for (const { next } of listeners) next(value)
  }
  const read = () => {
    const { unsubscribe } = liveQuery(async (): Promise<Read<T>> => {
      const at = moment()
      return { at, value: await ask() }
    }).subscribe(
      (queries) => {
        lastRead = queries
        tell()
      },
      (error: unknown) => {
        end()
        for (const { fail } of listeners) fail(error)
      },
    )
    const unwatch = of && onOptimistic(db, tell)
    return {
      unsubscribe: () => {
        unsubscribe()
        unwatch?.()
      },
    }
  }
  // whoever asks again, also through this object, gets a new read
  const end = () => {
    forget()
    reading?.unsubscribe()
    reading = known = lastRead = null
  }
  return {
    subscribe: (next, fail) => {
      const listener = { next, fail }
      listeners.add(listener)
      if (known) next(known.value)
      reading ??= read()
      return {
        unsubscribe: () => {
          listeners.delete(listener)
          if (listeners.size === 0) setTimeout(() => listeners.size === 0 && end(), LINGER_MS)
        },
      }
    },
    hasValue: () => known !== null,
    getValue: () => known!.value,
  }
}

/** The result of a read, and the moment at which it began. */
type Read<T> = { readonly at: number; readonly value: T }
type Listener<T> = { readonly next: (value: T) => void; readonly fail: (error: unknown) => void }

/** How long an unused query is kept current: from one screen to the next. */
const LINGER_MS = 1000
