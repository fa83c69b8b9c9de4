import { useLiveQuery } from 'dexie-react-hooks'
import { byPlace } from '../../../contract/video/video.rules.ts'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownVideo = Shown<'video'>

/** This doctor's videos in order, as this device has them. */
export function useVideos(): readonly ShownVideo[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(
    async () => (await rowsIn(db, 'video').toArray()).map((stored) => show('video', stored)).toSorted(byPlace),
    [db],
  )
}
