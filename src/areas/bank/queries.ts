import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

/** The bank accounts on this device; undefined while they are read. */
export function useBanks(): Shown<'bank'>[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => (await rowsIn(db, 'bank').toArray()).map((stored) => show('bank', stored)), [db])
}
