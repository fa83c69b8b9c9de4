import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownReport = Shown<'report'>

/** A patient's reports as this device knows them, newest first. */
export function useReports(patientId: string): ShownReport[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const found = await rowsIn(db, 'report')
      .where('[patientId+createdAt]')
      .between([patientId, ''], [patientId, '9999'])
      .reverse()
      .toArray()
    return found.map((stored) => show('report', stored))
  }, [db, patientId])
}
