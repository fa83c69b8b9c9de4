import type { Page } from '@playwright/test'

/** The database of the signed-in person, open in the page; `done` waits for a request. */
export type Disk = { readonly db: IDBDatabase; readonly done: <T>(request: IDBRequest<T>) => Promise<T> }

/**
 * Reads or writes what the device has on disk, without the app. `work` is sent to the page as text, so it can use
 * nothing from outside except `argument`. `argument` and the result travel as JSON.
 */
export const onDisk = <T, G = null>(
  page: Page,
  work: (disk: Disk, argument: G) => Promise<T>,
  ...[argument]: G extends null ? [] : [argument: G]
): Promise<T> => page.evaluate<T>(`(${inPage})(${work}, ${JSON.stringify(argument ?? null)})`)

/** Runs in the page. */
async function inPage(work: (disk: Disk, argument: unknown) => Promise<unknown>, argument: unknown): Promise<unknown> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const name = (await indexedDB.databases()).find((each) => each.name?.startsWith('bedside-0'))?.name
  if (!name) throw new Error('nobody has been signed in here')
  const db = await done(indexedDB.open(name))
  try {
    return await work({ db, done }, argument)
  } finally {
    db.close()
  }
}
