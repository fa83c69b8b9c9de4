import { useLiveQuery } from 'dexie-react-hooks'
import type { CatalogName } from '../../../contract/catalog/catalog.ts'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownWord = Shown<CatalogName>

/** A list of words on this device: a few thousand at most, kept in memory while a screen is open. */
export function useWords(table: CatalogName): ShownWord[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => (await rowsIn(db, table).toArray()).map((stored) => show(table, stored)), [db, table])
}

/** How many doctors' cards have each word of a kind, among the doctors on this device. */
export function useUse(kind: 'branch' | CatalogName): ReadonlyMap<string, number> | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const counts = new Map<string, number>()
    if (kind === 'symptom') return counts
    for (const stored of await rowsIn(db, 'doctor').toArray()) {
      const { branchIds, diseaseIds, treatmentIds } = show('doctor', stored)
      const ids = { branch: branchIds, disease: diseaseIds, treatment: treatmentIds }[kind]
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return counts
  }, [db, kind])
}
