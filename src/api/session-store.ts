import type { SessionRecord } from './session-record.ts'

/**
 * A small database besides those of the people, which outlives them: who is signed in, the language, and the wrapped
 * keys of shared devices. A worker has neither local storage nor a document, so it is an IndexedDB.
 */
export const SESSION_DATABASE = 'bedside-session'
const STORE = 'session'
/** The key of the person signed in. */
export const CURRENT = 'current'

/** The session as it is on the disk: on a shared device without its token, which is in `box` (`sealed-token.ts`). */
export type KeptSession = SessionRecord & {
  readonly box?: Uint8Array
  /**
   * The hash of the secret that locks the session while this device is locked, and whether the server has confirmed it.
   */
  readonly lock?: string
  readonly told?: boolean
}

/** Runs one request in a transaction of its own; resolves with its result once that is on the disk. */
export function inSessionStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(SESSION_DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(STORE, mode)
      const idbRequest = ask(transaction.objectStore(STORE))
      transaction.oncomplete = () => {
        opening.result.close()
        resolve(idbRequest.result)
      }
      transaction.onerror = transaction.onabort = () => {
        opening.result.close()
        reject(transaction.error)
      }
    }
  })
}

/**
 * Reads a value and writes its replacement in one transaction, so that no other tab comes between; null deletes it.
 * Returns the new value.
 */
export async function changeInSessionStore<T>(key: string, change: (before: T | null) => T | null): Promise<T | null> {
  let after: T | null = null
  await inSessionStore('readwrite', (store) => {
    const idbRequest = store.get(key) as IDBRequest<T | undefined> // one key, one kind of value
    idbRequest.addEventListener('success', () => {
      after = change(idbRequest.result ?? null)
      if (after === null) store.delete(key)
      else store.put(after, key)
    })
    return idbRequest
  })
  return after
}
