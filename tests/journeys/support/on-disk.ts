import type { Page } from '@playwright/test'

/** The database of whoever is signed in, open in the page; `done` waits for a request. */
export type Disk = { readonly db: IDBDatabase; readonly done: <T>(asked: IDBRequest<T>) => Promise<T> }

/**
 * Does something on what the device has on its disk, past the app: to see what lies there, or to lay it there. `work` is sent to the page as
 * text, so it reaches nothing outside itself but `given`, which is sent as JSON, as its answer is.
 */
export const onDisk = <T, G = null>(
  page: Page,
  work: (disk: Disk, given: G) => Promise<T>,
  ...[given]: G extends null ? [] : [given: G]
): Promise<T> => page.evaluate<T>(`(${inPage})(${work}, ${JSON.stringify(given ?? null)})`)

/** In the page. */
async function inPage(work: (disk: Disk, given: unknown) => Promise<unknown>, given: unknown): Promise<unknown> {
  const done = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  const name = (await indexedDB.databases()).find((each) => each.name?.startsWith('bedside-0'))?.name
  if (!name) throw new Error('nobody has been signed in here')
  const db = await done(indexedDB.open(name))
  try {
    return await work({ db, done }, given)
  } finally {
    db.close()
  }
}
