import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

/** The newest notifications on this device, newest first. */
export function useNotifications(most = 200): Shown<'notification'>[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(
    async () =>
      (await rowsIn(db, 'notification').orderBy('createdAt').reverse().limit(most).toArray()).map((stored) =>
        show('notification', stored),
      ),
    [db, most],
  )
}
