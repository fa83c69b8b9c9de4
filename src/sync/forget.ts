import { tables, type TableName } from '../../contract/tables.ts'
import { rowsIn, type Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { strike } from './ended.ts'
import { targetsOf } from './fold.ts'

/** A patient's card leaves this device, within the transaction of its cause: what has ended is to be looked through. */
export const noteLeft = (db: Database) => db.facts.put({ name: LEFT, value: true })

/**
 * Where patients have left this device, forgotten by their clinic or out of this person's sight: what has ended and says something of a patient
 * who is not here goes from the list of what was done (I9). What waits is its author's, and stays. With a pull's last page, in its transaction,
 * since who left one bucket may come again in another. What was given up so lately that it may be taken back is looked at again.
 */
export async function forgetSettled(db: Database, now: number): Promise<void> {
  if (!(await db.facts.get(LEFT))) return
  let isOver = true
  await strike(db, async ({ entry, end, at }) => {
    if (await isOfSomebodyHere(db, entry)) return false
    const mayComeBack = end === 'discarded' && now - Date.parse(at) < BACK_MS
    if (mayComeBack) isOver = false
    return !mayComeBack
  })
  if (isOver) await db.facts.delete(LEFT)
}

const LEFT = 'left'

/** For how long what was given up can surely be taken back. */
export const BACK_MS = 10 * 60_000

/** Whether it is about no patient's record, or about one whose card is here. Whose it is may no longer be known: then they are not. */
async function isOfSomebodyHere(db: Database, entry: Entry): Promise<boolean> {
  const of = targetsOf(entry).filter(({ table }) => isOfPatients(table))
  if (of.length === 0) return true
  for (const { table, id } of of) {
    const row = await rowsIn(db, table).get(id)
    const patient = table === 'patient' ? id : (row?.['patientId'] ?? entry.input['patientId'])
    if (typeof patient === 'string' && (await rowsIn(db, 'patient').get(patient))) return true
  }
  return false
}

const isOfPatients = (table: TableName) =>
  table === 'patient' || (tables[table].clear as readonly string[]).includes('patientId')
