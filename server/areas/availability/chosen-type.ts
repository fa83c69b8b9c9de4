import { shapeOfVisit, whyNotBook, type VisitShape } from '../../../contract/visittype/visittype.rules.ts'
import type { VisitType } from '../../../contract/visittype/visittype.ts'
import { kept, type Db } from '../../db/pool.ts'
import { readRows } from '../../db/rows.ts'
import type { Who } from '../../identity/who.ts'
import { Refused } from '../../kernel/refused.ts'

/** By what a time is looked for: a type, or the visit that will move there. Neither: the hours' own length. */
type ShapeWish = { readonly visitTypeId?: string | undefined; readonly moves?: string | undefined }

/** The length and buffers that count, and for a type its place and price. */
export type Chosen = VisitShape & { readonly visitType: VisitType | null }

/**
 * The type with this id that a doctor offers, or the refusal that says why it cannot be booked by this person. Another
 * doctor's or another clinic's does not exist for them.
 */
export async function chosenType(
  db: Db,
  id: string,
  wish: { readonly doctorId: string; readonly type: VisitType['type'] },
  who: Who,
): Promise<VisitType> {
  const { rows } = await db.query<VisitType>(kept('select * from visit_type_row where id = $1', [id]))
  const found = rows[0]
  if (!found) throw new Refused(await whyUnseen(db, id, wish, who))
  if (found.doctorId !== null && found.doctorId !== wish.doctorId) throw new Refused('visittype_not_found')
  const why = whyNotBook(found, wish, who)
  if (why) throw new Refused(why)
  return found
}

/** What is asked of free times: the type's or the visit's shape; undefined for the hours' own. */
export async function chosenShape(
  db: Db,
  { visitTypeId, moves }: ShapeWish,
  wish: { readonly doctorId: string; readonly type: VisitType['type'] },
  who: Who,
): Promise<Chosen | undefined> {
  if (visitTypeId) return asChosen(await chosenType(db, visitTypeId, wish, who))
  const shape = moves ? await shapeOfMoved(db, moves) : undefined
  return shape && { ...shape, visitType: null }
}

/** The shape of the visit to move, if the caller may see it and it has a type. */
export async function shapeOfMoved(db: Db, visitId: string): Promise<VisitShape | undefined> {
  const [visit] = await readRows(db, 'appointment', [visitId])
  if (!visit) throw new Refused('appointment_not_found')
  return shapeOfVisit(visit)
}

export const asChosen = (visitType: VisitType): Chosen => ({
  duration: visitType.duration,
  bufferBefore: visitType.bufferBefore,
  bufferAfter: visitType.bufferAfter,
  visitType,
})

/** Patients do not see what is kept for the desk or archived, and are told which it is. */
async function whyUnseen(
  db: Db,
  id: string,
  { doctorId, type }: { readonly doctorId: string; readonly type: VisitType['type'] },
  who: Who,
) {
  if (who.type !== 'patient') return 'visittype_not_found'
  const { rows } = await db.query<{ type: VisitType['type']; forPatients: boolean; archived: boolean }>(
    'select type, for_patients as "forPatients", archived from visit_type_state($1, $2)',
    [id, doctorId],
  )
  return (rows[0] && whyNotBook(rows[0], { type }, who)) ?? 'visittype_not_found'
}
