import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownRecipe = Shown<'recipe'>

/** A patient's recipes as this device knows them, newest first. */
export function useRecipes(patientId: string): ShownRecipe[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const found = await rowsIn(db, 'recipe')
      .where('[patientId+createdAt]')
      .between([patientId, ''], [patientId, '9999'])
      .reverse()
      .toArray()
    return found.map((stored) => show('recipe', stored))
  }, [db, patientId])
}

/** What this doctor has prescribed lately, each drug once, the newest first: offered while a new one is typed. */
export function useOwnDrugs(): readonly string[] {
  const { db, person } = useDevice()
  const drugs = useLiveQuery(async () => {
    const found = await rowsIn(db, 'recipe')
      .where('[doctorId+createdAt]')
      .between([person.id, ''], [person.id, '9999'])
      .reverse()
      .limit(LATELY)
      .toArray()
    return [...new Set(found.flatMap((stored) => show('recipe', stored).lines.map(({ drug }) => drug)))]
  }, [db, person.id])
  return drugs ?? []
}
const LATELY = 100
