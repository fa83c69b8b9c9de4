import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownComment = Shown<'comment'>

/** Every comment this person may see, newest first; all are on the device. */
export function useComments(): readonly ShownComment[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(
    async () =>
      (await rowsIn(db, 'comment').orderBy('createdAt').reverse().toArray()).map((stored) => show('comment', stored)),
    [db],
  )
}

/** The comment on a visit; null if there is none, undefined while it loads. */
export function useCommentOn(appointmentId: string): ShownComment | null | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const found = await rowsIn(db, 'comment').where('appointmentId').equals(appointmentId).toArray()
    const comments = found.map((stored) => show('comment', stored))
    // another device's comment arrived before this one's: that one counts, this one waits for a decision
    return comments.find(({ pending }) => pending !== 'failed') ?? comments[0] ?? null
  }, [db, appointmentId])
}

/** The visits that have a comment on this device, unsent ones included. */
export function useCommented(): ReadonlySet<string> | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const ids = await rowsIn(db, 'comment').orderBy('appointmentId').uniqueKeys()
    return new Set(ids.map(String))
  }, [db])
}
