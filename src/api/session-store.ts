import type { SessionRecord } from './session-record.ts'

/**
 * The small database that stands beside the people's own and outlives them: who is signed in, the language, and the wrapped keys of shared
 * devices. A worker has neither local storage nor a document, so it is an IndexedDB.
 */
export const SESSION_DATABASE = 'bedside-session'
const STORE = 'session'
/** The key of whoever is signed in. */
export const CURRENT = 'current'

/** The session as it lies on the disk: of a shared device without its token, which is in `box` (`sealed-token.ts`). */
export type KeptSession = SessionRecord & {
  readonly box?: Uint8Array
  /** The hash of what the session is locked by while this device is locked, and whether the server has heard so. */
  readonly lock?: string
  readonly told?: boolean
}

/** One request in a transaction of its own; what it answers once that is on the disk. */
export function inSessionStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(SESSION_DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(STORE, mode)
      const asked = ask(transaction.objectStore(STORE))
      transaction.oncomplete = () => {
        opening.result.close()
        resolve(asked.result)
      }
      transaction.onerror = transaction.onabort = () => {
        opening.result.close()
        reject(transaction.error)
      }
    }
  })
}

/** Reads a value and writes what comes of it in one transaction, so that no other tab comes between; null takes it away. Answers the new one. */
export async function changeInSessionStore<T>(key: string, change: (before: T | null) => T | null): Promise<T | null> {
  let after: T | null = null
  await inSessionStore('readwrite', (store) => {
    const asked = store.get(key) as IDBRequest<T | undefined> // one key, one kind of value
    asked.addEventListener('success', () => {
      after = change(asked.result ?? null)
      if (after === null) store.delete(key)
      else store.put(after, key)
    })
    return asked
  })
  return after
}
