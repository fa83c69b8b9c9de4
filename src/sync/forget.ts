import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables } from '../../contract/tables.ts'
import { rowsIn, type Database, type StoredRow } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { isRestored } from './restored.ts'
import { endedOf, strike } from './ended.ts'
import { keyOf, targetsOf } from './fold.ts'

/** A patient's card leaves this device, within the transaction of its cause: what has ended is to be looked through. */
export const noteLeft = (db: Database) => db.facts.put({ name: LEFT, value: true })

/**
 * Where patients have left this device, forgotten by their clinic or out of this person's sight: what has ended and says something of a patient
 * who is not here goes from the list of what was done (I9). What waits is its author's, and stays. With a pull's last page, in its transaction,
 * since who left one bucket may come again in another. What was given up so lately that it may be taken back is looked at again.
 */
export async function forgetSettled(db: Database, now: number): Promise<void> {
  // a server that lost a patient's making is offered that again: until then it is not forgotten here
  if (!(await db.facts.get(LEFT)) || (await isRestored(db))) return
  let isOver = true
  const entries = (await db.settled.toArray()).flatMap(endedOf).map(({ entry }) => entry)
  const rows = await rowsOf(db, entries)
  const patients = new Set(await rowsIn(db, 'patient').toCollection().primaryKeys())
  await strike(db, ({ entry, end, at }) => {
    if (isOfSomebodyHere(entry, rows, patients)) return false
    const mayComeBack = end === 'discarded' && now - Date.parse(at) < BACK_MS
    if (mayComeBack) isOver = false
    return !mayComeBack
  })
  if (isOver) await db.facts.delete(LEFT)
}

const LEFT = 'left'

/** For how long what was given up can surely be taken back. */
export const BACK_MS = 10 * 60_000

/** The records of patients that these changes are about, as they are here now. Asked for together: thousands of changes are kept. */
async function rowsOf(db: Database, entries: readonly Entry[]): Promise<ReadonlyMap<string, StoredRow>> {
  const found = new Map<string, StoredRow>()
  const targets = entries.flatMap(patientTargetsOf)
  for (const [table, its] of Map.groupBy(targets, (target) => target.table)) {
    const ids = [...new Set(its.map(({ id }) => id))]
    for (let from = 0; from < ids.length; from += CHUNK)
      for (const row of await rowsIn(db, table).bulkGet(ids.slice(from, from + CHUNK)))
        if (row) found.set(keyOf({ table, id: row.id }), row)
  }
  return found
}

/** Ids asked for at once at most (SYNC "Query habits"). */
const CHUNK = 200

/** Whether it is about no patient's record, or about one whose card is here. Whose it is may no longer be known: then they are not. */
function isOfSomebodyHere(entry: Entry, rows: ReadonlyMap<string, StoredRow>, patients: ReadonlySet<string>): boolean {
  const of = patientTargetsOf(entry)
  return (
    of.length === 0 ||
    of.some((target) => {
      const patient =
        target.table === 'patient' ? target.id : (rows.get(keyOf(target))?.['patientId'] ?? entry.input['patientId'])
      return typeof patient === 'string' && patients.has(patient)
    })
  )
}

/** One's own profile shows on one's card where one is a patient, and is nobody else's. */
const patientTargetsOf = (entry: Entry) =>
  targetsOf(entry).filter(({ table, id }) => isOfPatients(table) && id !== entry.person)

const isOfPatients = (table: TableName) =>
  table === 'patient' || (tables[table].clear as readonly string[]).includes('patientId')
