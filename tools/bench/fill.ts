import type { Device } from '../../tests/journeys/support/device.ts'
import { onDisk, type Disk } from '../../tests/journeys/support/on-disk.ts'

/** Copies cached visits on the device until it holds as many as that of a busy clinic. */
export async function fillTo({ page }: Device, count: number) {
  console.log(`  device holds ${await onDisk(page, copyTo, count)} appointments`)
}

/** Copies one of the device's waiting visits to each of these times (ISO), with another status if given. */
export const fillAt = ({ page }: Device, times: readonly Time[]) => onDisk(page, putAt, times)

/** The number of visits on the device that begin between these moments (ISO). */
export const heldBetween = ({ page }: Device, from: string, to: string): Promise<number> =>
  onDisk(page, countBetween, [from, to] as const)

type Time = Pick<Row, 'start' | 'end'> & Partial<Pick<Row, 'status'>>
type Row = { readonly id: string; readonly start: string; readonly end: string; readonly status: string }

async function copyTo({ db, done }: Disk, most: number): Promise<number> {
  const rows: Row[] = await done(db.transaction('appointment').objectStore('appointment').getAll())
  const store = db.transaction('appointment', 'readwrite').objectStore('appointment')
  for (let i = rows.length; i < most; i++) store.put({ ...rows[i % rows.length], id: crypto.randomUUID() })
  return done(store.count())
}

async function putAt({ db, done }: Disk, times: readonly Time[]): Promise<void> {
  const rows: Row[] = await done(db.transaction('appointment').objectStore('appointment').getAll())
  const pattern = rows.find(({ status }) => status === 'waiting')!
  const writing = db.transaction('appointment', 'readwrite')
  for (const time of times) writing.objectStore('appointment').put({ ...pattern, ...time, id: crypto.randomUUID() })
  await new Promise((resolve) => (writing.oncomplete = resolve))
}

const countBetween = ({ db, done }: Disk, [from, to]: readonly [string, string]): Promise<number> =>
  done(db.transaction('appointment').objectStore('appointment').index('start').count(IDBKeyRange.bound(from, to)))
