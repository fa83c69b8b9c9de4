import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownNote = Shown<'patient_note'>

/**
 * The staff's notes on a patient, newest first, as this device holds them. The server sends only what the person may
 * see (rule 50).
 */
export function useNotes(patientId: string): ShownNote[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const found = await rowsIn(db, 'patient_note')
      .where('[patientId+createdAt]')
      .between([patientId, ''], [patientId, '9999'])
      .reverse()
      .toArray()
    return found.map((stored) => show('patient_note', stored))
  }, [db, patientId])
}
