import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownQuestion = Shown<'question'>

/** Every question this person may see, newest first; all are on the device. */
export function useQuestions(): readonly ShownQuestion[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(
    async () =>
      (await rowsIn(db, 'question').orderBy('createdAt').reverse().toArray()).map((stored) => show('question', stored)),
    [db],
  )
}

/** One question; null if this device does not have it, undefined while it is read. */
export function useQuestion(id: string): ShownQuestion | null | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const stored = await rowsIn(db, 'question').get(id)
    return stored ? show('question', stored) : null
  }, [db, id])
}
