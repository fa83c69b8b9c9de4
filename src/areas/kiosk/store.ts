import Dexie, { type EntityTable } from 'dexie'
import type { List } from './list.ts'
import { lowerFlag, raiseFlag } from './flag.ts'
import type { SealedPin } from './pin.ts'
import { openList, sealList, type SealedList } from './sealed-list.ts'

/** What makes this device a check-in tablet (rule 69): its own key, and the PIN that ends it. */
export type Tablet = {
  readonly id: string
  readonly token: string
  readonly pin: SealedPin
}
/**
 * A touch that has not been sent. `at` is in ISO by the server's clock as the tablet knew it then; `offset` is how many
 * ms that is ahead of the tablet's own clock. Touches of older builds have no `offset`.
 */
export type Touch = { readonly visitId: string; readonly at: string; readonly offset?: number }
/**
 * Wrong attempts in a row, and the rest of the pause in ms. It is counted down while the tablet runs, so that setting a
 * clock does not shorten it.
 */
export type Lock = { readonly misses: number; readonly left: number }

type Facts = { tablet: Tablet; list: SealedList; lock: Lock }
type Fact = { [K in keyof Facts]: { readonly key: K; readonly value: Facts[K] } }[keyof Facts]
type KioskDatabase = Dexie & { facts: EntityTable<Fact, 'key'>; touches: EntityTable<Touch, 'visitId'> }

const NAME = 'bedside-kiosk'

let open: KioskDatabase | null = null
function database(): KioskDatabase {
  if (!open) {
    open = new Dexie(NAME, { chromeTransactionDurability: 'strict' }) as KioskDatabase // its tables are declared below
    open.version(1).stores({ facts: 'key', touches: 'visitId' })
  }
  return open
}

export async function readFact<K extends keyof Facts>(key: K): Promise<Facts[K] | null> {
  return ((await database().facts.get(key))?.value as Facts[K] | undefined) ?? null // each key has one type of value
}

export async function keepFact<K extends keyof Facts>(key: K, value: Facts[K]): Promise<void> {
  await database().facts.put({ key, value } as Fact)
}

export const keepList = async ({ token }: Tablet, list: List) => keepFact('list', await sealList(token, list))

/** Today's list as last stored for this tablet. */
export async function readList({ token }: Tablet): Promise<List | null> {
  const kept = await readFact('list')
  return kept && openList(token, kept)
}

/** Makes this device a tablet. */
export async function becomeTablet(tablet: Tablet): Promise<void> {
  await database().delete()
  open = null
  await keepFact('tablet', tablet)
  raiseFlag()
}

/** Rule 73: deletes the day's people; unsent touches stay. */
export const forgetList = () => database().facts.delete('list')

/** Ends the tablet; nothing of it stays. */
export async function endTablet(): Promise<void> {
  lowerFlag()
  await database().delete()
  open = null
}

export const readTouches = () => database().touches.toArray()

/** Stored before the person is told; the first touch of a visit wins (rule 72). */
export async function keepTouch(touch: Touch): Promise<void> {
  const db = database()
  await db.transaction('rw', db.touches, async () => {
    if (!(await db.touches.get(touch.visitId))) await db.touches.add(touch)
  })
}

export const dropTouches = (visitIds: readonly string[]) => database().touches.bulkDelete([...visitIds])
