import type pg from 'pg'
import { DatabaseProblem } from '../../db/check.ts'
import type { Settings } from '../settings.ts'
import { isDemo, loadDemo } from './load.ts'

/**
 * Loads demo data if it is wanted and the database is empty, and returns which set the database holds. Demo data is
 * never mixed with real data.
 */
export async function prepareDemo(
  pool: pg.Pool,
  settings: Settings,
  embedded: boolean,
): Promise<'small' | 'large' | null> {
  const present = await isDemo(pool)
  const wanted = settings.BEDSIDE_DEMO ?? (embedded ? 'small' : '0')
  if (present) {
    const requestedSet = settings.BEDSIDE_DEMO
    if (requestedSet && requestedSet !== '0' && requestedSet !== present)
      throw new DatabaseProblem(
        `The data folder holds the ${present} demo data; the ${requestedSet} set needs an empty one.`,
      )
    return present
  }
  const empty = (await pool.query('select from person limit 1')).rowCount === 0
  if (wanted === '0' || (!empty && settings.BEDSIDE_DEMO === undefined)) {
    if (settings.BEDSIDE_NOW) throw new DatabaseProblem('BEDSIDE_NOW is for demo data only.')
    return null
  }
  if (!empty) throw new DatabaseProblem('BEDSIDE_DEMO is refused: the database holds data that is not demo data.')
  const now = settings.BEDSIDE_NOW ?? Date.now()
  await loadDemo(pool, wanted, now, (line) => process.stdout.write(`${line}\n`))
  return wanted
}
