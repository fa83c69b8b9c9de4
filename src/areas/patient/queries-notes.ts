import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownNote = Shown<'patient_note'>

/** What the staff have written of a patient, newest first, as this device has it (rule 50: the server hands out only what may be seen). */
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
