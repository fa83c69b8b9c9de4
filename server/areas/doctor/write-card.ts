import type { Db } from '../../db/pool.ts'
import { columnsOf } from './store.ts'

/** Writes the card's own columns from an input; does nothing if it has none. */
export async function writeCard(db: Db, id: string, parts: Parameters<typeof columnsOf>[0]): Promise<void> {
  const columns = columnsOf(parts)
  if (Object.keys(columns).length)
    await db.query(
      `update doctor set ${Object.keys(columns)
        .map((column, i) => `${column} = $${i + 2}`)
        .join(', ')} where id = $1`,
      [id, ...Object.values(columns)],
    )
}
