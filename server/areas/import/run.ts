import type { Cells } from '../../../contract/import/import.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { asServer } from '../../db/owner.ts'
import type { Db } from '../../db/pool.ts'
import { asPerson } from '../../db/transaction.ts'
import { refusalOf } from '../../http/refusal.ts'
import type { Deps } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { Refused } from '../../kernel/refused.ts'
import { addPatient } from '../patient/add.ts'
import { judge, type Place } from './judge.ts'
import { readCells } from './read-cells.ts'
import { placeOf } from './store.ts'

type Line = { readonly id: string; readonly line: number; readonly cells: Cells }
type Needs = Pick<Deps, 'requests' | 'now'>

/**
 * Adds the next patients of an import as whoever started it, in one transaction: a server that is killed in the middle
 * leaves whole pieces, and the next goes on after them. A card has its line's id, so that no line becomes two. False:
 * nothing is left, and the import has ended.
 */
export const addPiece = ({ requests, now }: Needs, importId: string, who: Who): Promise<boolean> =>
  asPerson(requests, who, async (db) => {
    const { rows } = await db.query<Omit<Line, 'cells'> & { cells: string }>(
      `select id, line, cells from import_line where import_id = $1 and state = 'new' order by line limit $2 for update`,
      [importId, PIECE],
    )
    const place = await placeOf(db, who.clinicId)
    for (const { cells, ...row } of rows)
      await addLine(db, importId, place, who, now(), { ...row, cells: JSON.parse(cells) as Cells }) // as `import.send` stored it
    if (rows.length === PIECE) return true
    await end(db, importId, 'done', now())
    return false
  })

/** Adds one line, or records why not: someone may have added the same patient since it was judged. */
async function addLine(db: Db, importId: string, place: Place, who: Who, now: number, { id, line, cells }: Line) {
  const { patient } = readCells(cells, place.zone)
  const refuse = (reason: MessageCode): never => {
    throw new Refused(reason)
  }
  await db.query('savepoint line')
  try {
    if (!patient) throw new Refused('bad_input')
    await addPatient({ id, ...patient }, { db, who, now, refuse })
    await db.query(
      `update import_line set state = 'done', patient_id = $1, card_version = import_card_version($1) where id = $1`,
      [id],
    )
    await db.query('release savepoint line')
  } catch (error) {
    if (!refusalOf(error)) throw error
    await db.query('rollback to savepoint line')
    const [found] = await judge(db, importId, place, [{ line, cells }])
    // an earlier line of this file has become the patient that this one repeats
    const { state, faults, patientId } = found!.state === 'new' ? UNKNOWN : found!
    await db.query('update import_line set state = $2, faults = $3, patient_id = $4 where id = $1', [
      id,
      state,
      JSON.stringify(faults),
      patientId,
    ])
  }
}

const UNKNOWN = { state: 'bad', faults: [{ field: null, reason: 'patient_exists' }], patientId: null } as const

/** Ends an import whose starter may not act for the clinic any more: what is left is not added. */
export const stop = ({ pool, now }: Pick<Deps, 'pool' | 'now'>, importId: string) =>
  asServer(pool, async (db) => {
    await db.query(
      `update import_line set state = 'bad', faults = '[{"field":null,"reason":"stopped"}]' where import_id = $1 and state = 'new'`,
      [importId],
    )
    await end(db, importId, 'done', now())
  })

/** Removes the next patients of an import that is undone. False: nothing is left, and it has ended. */
export const takeBackPiece = ({ pool, now }: Pick<Deps, 'pool' | 'now'>, importId: string): Promise<boolean> =>
  asServer(pool, async (db) => {
    const { rows } = await db.query<{ n: number }>('select import_take_back($1, $2) as n', [importId, PIECE])
    if (rows[0]!.n === PIECE) return true
    await end(db, importId, 'undone', now())
    return false
  })

/** From now on the counts stay, also without the lines. */
const end = (db: Db, importId: string, state: 'done' | 'undone', now: number) =>
  db.query(
    `update import i set state = $2, ended_at = $3,
        counts = (select r.counts || jsonb_build_object('arrived', r.arrived) from import_row r where r.id = i.id)
      where id = $1`,
    [importId, state, new Date(now)],
  )

/** Lines of one transaction: a fraction of a second. */
const PIECE = 25
