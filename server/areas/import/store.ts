import type { Import } from '../../../contract/import/import.ts'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Place } from './judge.ts'

/** An import that the caller may see, locked for the rest of the transaction; `import_not_found` if there is none. */
export async function lockImport(db: Db, id: string): Promise<Import> {
  await db.query('select from import where id = $1 for update', [id])
  return readImport(db, id)
}

export async function readImport(db: Db, id: string): Promise<Import> {
  const { rows } = await db.query<Import>('select * from import_row where id = $1', [id])
  if (!rows[0]) throw new Refused('import_not_found')
  return rows[0]
}

/** The clinic's zone, and the realm of what it adds (rule 49). */
export async function placeOf(db: Db, clinicId: string | null): Promise<Place> {
  const { rows } = await db.query<Place>(
    'select zone, case when private then id end as realm from clinic where id = $1',
    [clinicId],
  )
  if (!rows[0]) throw new Refused('import_not_found')
  return rows[0]
}
