import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

/** How many questions wait for an answer of this doctor or of anyone of their specialty; 0 for everyone else. */
export function useUnanswered(): number {
  const { db, person } = useDevice()
  return (
    useLiveQuery(async () => {
      if (person.type !== 'doctor') return 0
      const rows = await rowsIn(db, 'question').toArray()
      return rows.filter((stored) => show('question', stored).answer === '').length
    }, [db, person.type]) ?? 0
  )
}
