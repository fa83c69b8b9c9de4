import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables } from '../../contract/tables.ts'
import { rowsIn, type Database, type StoredRow } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { isRestored } from './restored.ts'
import { endedOf, strike } from './ended.ts'
import { keyOf, targetsOf } from './fold.ts'

/**
 * Records that a patient's card leaves this device, within the same transaction: the ended changes must then be
 * searched.
 */
export const noteLeft = (db: Database) => db.facts.put({ name: LEFT, value: true })

/**
 * After patients have left this device, forgotten by their clinic or no longer visible to this person, removes the
 * ended changes about patients who are not here (I9). Waiting changes are their author's work and stay. Runs with a
 * pull's last page, in its transaction, since who left one bucket may come back in another. Changes discarded so
 * recently that they may be restored are checked again later.
 */
export async function forgetSettled(db: Database, now: number): Promise<void> {
  // a server that lost a patient's creation is offered it again: until then it is kept here
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

/** How long a discarded change can be restored, with a margin. */
export const BACK_MS = 10 * 60_000

/**
 * The patient records that these changes are about, as they are here now. Read together, because thousands of changes
 * are kept.
 */
async function rowsOf(db: Database, entries: readonly Entry[]): Promise<ReadonlyMap<string, StoredRow>> {
  const found = new Map<string, StoredRow>()
  const targets = entries.flatMap(patientTargetsOf)
  for (const [table, ofTable] of Map.groupBy(targets, (target) => target.table)) {
    const ids = [...new Set(ofTable.map(({ id }) => id))]
    for (let from = 0; from < ids.length; from += CHUNK)
      for (const row of await rowsIn(db, table).bulkGet(ids.slice(from, from + CHUNK)))
        if (row) found.set(keyOf({ table, id: row.id }), row)
  }
  return found
}

/** Most ids per read (SYNC "Query habits"). */
const CHUNK = 200

/**
 * Whether it is about no patient's record, or about a patient whose card is here. If the patient is no longer known,
 * the answer is no.
 */
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

/** One's own profile shows on one's card as a patient, and is no one else's. */
const patientTargetsOf = (entry: Entry) =>
  targetsOf(entry).filter(({ table, id }) => isOfPatients(table) && id !== entry.person)

const isOfPatients = (table: TableName) =>
  table === 'patient' || (tables[table].clear as readonly string[]).includes('patientId')
