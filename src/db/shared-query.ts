import { liveQuery } from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import type { TableName } from '../../contract/kernel/table-names.ts'
import type { Database } from './database.ts'
import { keepSame } from './keep-same.ts'
import { moment, onOptimistic, withForesight } from './optimistic.ts'

/**
 * What is asked of a database, by a name that stands for nothing else asked of it. `of`: it answers rows of this table as they are shown, a list or
 * one, and a change to one of them is drawn at once (`optimistic.ts`).
 */
export type Question<T> = { readonly name: string; readonly ask: () => Promise<T>; readonly of?: TableName }

/**
 * What a question asks of a database, kept right for as long as anybody shows it: one live query for all who ask the same, by its name
 * (SYNC "Query habits"). Undefined while it is read for the first time; what has been read by then is there at once. Throws what the reading
 * throws, for the screen's boundary.
 */
export function useShared<T>(db: Database, question: Question<T>): T | undefined {
  return useObservable<T, undefined>(() => sharedOf(db, question), [db, question.name], undefined)
}

/** Reads it before anybody shows it, so that a screen can be drawn at once with its rows: whoever asks within a second has it. */
export function readAhead<T>(db: Database, question: Question<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const shared = sharedOf(db, question)
    const { unsubscribe } = shared.subscribe(resolve, reject)
    // as a promise it has settled once, and hears no more
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
  const its = all.get(db) ?? new Map<string, Shared<unknown>>()
  all.set(db, its)
  const known = its.get(name)
  if (known) return known as Shared<T> // a name stands for one question
  const made: Shared<T> = share(db, question, () => {
    if (its.get(name) === made) its.delete(name)
  })
  its.set(name, made as Shared<unknown>)
  return made
}

const all = new WeakMap<Database, Map<string, Shared<unknown>>>()

function share<T>(db: Database, { ask, of }: Question<T>, forget: () => void): Shared<T> {
  const listeners = new Set<Listener<T>>()
  let known: { readonly value: T } | null = null
  let lastRead: Read<T> | null = null
  let reading: { readonly unsubscribe: () => void } | null = null
  const tell = () => {
    if (!lastRead) return
    const read = of ? withForesight(db, of, lastRead.value, lastRead.at) : lastRead.value
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
      (its) => {
        lastRead = its
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
  // whoever asks again, also by this one, has it read anew
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

/** What was read, and the moment at which the reading began. */
type Read<T> = { readonly at: number; readonly value: T }
type Listener<T> = { readonly next: (value: T) => void; readonly fail: (error: unknown) => void }

/** How long what nobody shows is kept right: from one screen to the next. */
const LINGER_MS = 1000
