import { useLiveQuery } from 'dexie-react-hooks'
import type { RecipeLine } from '../../../contract/recipe/recipe.ts'
import { rowsIn, type Database } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { oftenGiven } from './recipe-values.ts'

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

/** Medicines this doctor has prescribed lately, each once, newest first: suggested while a new one is typed. */
export function useOwnDrugs(): readonly string[] {
  const { db, person } = useDevice()
  const drugs = useLiveQuery(async () => {
    const found = await ownLately(db, person.id)
    return [...new Set(found.flatMap(({ lines }) => lines.map(({ drug }) => drug)))]
  }, [db, person.id])
  return drugs ?? []
}

/** Sets of medicines this doctor gives, most frequent first: offered to be given again by one press. */
export function useOwnAdvice(): readonly (readonly RecipeLine[])[] {
  const { db, person } = useDevice()
  const issued = useLiveQuery(
    async () =>
      oftenGiven(
        (await ownLately(db, person.id)).map(({ lines }) => lines),
        OFFERED,
      ),
    [db, person.id],
  )
  return issued ?? []
}

async function ownLately(db: Database, doctorId: string): Promise<ShownRecipe[]> {
  const found = await rowsIn(db, 'recipe')
    .where('[doctorId+createdAt]')
    .between([doctorId, ''], [doctorId, '9999'])
    .reverse()
    .limit(LATELY)
    .toArray()
  return found.map((stored) => show('recipe', stored))
}
const LATELY = 100
const OFFERED = 6
