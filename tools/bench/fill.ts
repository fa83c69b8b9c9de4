import type { Device } from '../../tests/journeys/support/device.ts'

/** Copies cached visits on the device until it holds as many as a busy clinic's does. */
export async function fillTo({ page }: Device, count: number) {
  const held = await page.evaluate(async (most) => {
    const name = (await indexedDB.databases()).find((each) => each.name?.startsWith('bedside-0'))?.name
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name!)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const all = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve) => (asked.onsuccess = () => resolve(asked.result)))
    const rows = (await all(db.transaction('appointment').objectStore('appointment').getAll())) as { id: string }[]
    const store = db.transaction('appointment', 'readwrite').objectStore('appointment')
    for (let i = rows.length; i < most; i++) store.put({ ...rows[i % rows.length], id: crypto.randomUUID() })
    const total = await all(store.count())
    db.close()
    return total
  }, count)
  console.log(`  device holds ${held} appointments`)
}

/** Copies of a waiting visit of the device's, one for each of these times (ISO); one of another status where it is given. */
export const fillAt = ({ page }: Device, times: readonly Time[]) => page.evaluate(putAt, times)

/** How many visits the device holds that begin between these moments (ISO). */
export const heldBetween = ({ page }: Device, from: string, to: string): Promise<number> =>
  page.evaluate(countBetween, [from, to] as const)

type Time = Pick<Row, 'start' | 'end'> & Partial<Pick<Row, 'status'>>
type Row = { readonly id: string; readonly start: string; readonly end: string; readonly status: string }

/** In the page. */
async function putAt(times: readonly Time[]) {
  const name = (await indexedDB.databases()).find((each) => each.name?.startsWith('bedside-0'))?.name
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name!)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const rows = await new Promise<Row[]>((resolve) => {
    const asked = db.transaction('appointment').objectStore('appointment').getAll()
    asked.onsuccess = () => resolve(asked.result as Row[])
  })
  const pattern = rows.find(({ status }) => status === 'waiting')!
  const writing = db.transaction('appointment', 'readwrite')
  for (const time of times) writing.objectStore('appointment').put({ ...pattern, ...time, id: crypto.randomUUID() })
  await new Promise((resolve) => (writing.oncomplete = resolve))
  db.close()
}

/** In the page. */
async function countBetween([from, to]: readonly [string, string]): Promise<number> {
  const name = (await indexedDB.databases()).find((each) => each.name?.startsWith('bedside-0'))?.name
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name!)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const asked = db
    .transaction('appointment')
    .objectStore('appointment')
    .index('start')
    .count(IDBKeyRange.bound(from, to))
  const count = await new Promise<number>((resolve) => (asked.onsuccess = () => resolve(asked.result)))
  db.close()
  return count
}
