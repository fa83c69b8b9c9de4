import Dexie, { type EntityTable } from 'dexie'
import type { List } from './list.ts'
import { lowerFlag, raiseFlag } from './flag.ts'
import type { SealedPin } from './pin.ts'
import { openList, sealList, type SealedList } from './sealed-list.ts'

/** What makes this device a tablet for check-in (rule 69): its own key, and the PIN that ends it. */
export type Tablet = {
  readonly id: string
  readonly token: string
  readonly pin: SealedPin
}
/** A touch that has not been sent; `at` by the server's clock as the tablet knew it then, ISO, `offset` ms before its own. Older ones have none. */
export type Touch = { readonly visitId: string; readonly at: string; readonly offset?: number }
/**
 * Wrong attempts in a row, and how much of the pause is left, ms: counted down while the tablet runs, so that no clock
 * shortens it.
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
  return ((await database().facts.get(key))?.value as Facts[K] | undefined) ?? null // one key, one kind of value
}

export async function keepFact<K extends keyof Facts>(key: K, value: Facts[K]): Promise<void> {
  await database().facts.put({ key, value } as Fact)
}

export const keepList = async ({ token }: Tablet, list: List) => keepFact('list', await sealList(token, list))

/** Today's list as last stored, for the tablet it was stored for. */
export async function readList({ token }: Tablet): Promise<List | null> {
  const kept = await readFact('list')
  return kept && openList(token, kept)
}

/** From here on this device is a tablet. */
export async function becomeTablet(tablet: Tablet): Promise<void> {
  await database().delete()
  open = null
  await keepFact('tablet', tablet)
  raiseFlag()
}

/** Rule 73: nothing of the day's people is left; touches that were not sent stay. */
export const forgetList = () => database().facts.delete('list')

/** No tablet any more: nothing of it is left. */
export async function endTablet(): Promise<void> {
  lowerFlag()
  await database().delete()
  open = null
}

export const readTouches = () => database().touches.toArray()

/** On the disk before the person is told so; the first moment of a visit stays (rule 72). */
export async function keepTouch(touch: Touch): Promise<void> {
  const db = database()
  await db.transaction('rw', db.touches, async () => {
    if (!(await db.touches.get(touch.visitId))) await db.touches.add(touch)
  })
}

export const dropTouches = (visitIds: readonly string[]) => database().touches.bulkDelete([...visitIds])
