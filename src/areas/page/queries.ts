import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownPage = Shown<'page'>

/** The static pages on this device: a few dozen, kept in memory while a screen is open. */
export function usePages(): readonly ShownPage[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => (await rowsIn(db, 'page').toArray()).map((stored) => show('page', stored)), [db])
}
