import type { Refusal } from '../../../contract/calls.ts'
import { readRows, roomsOf } from '../../db/rows.ts'
import type { Handler } from '../../http/handler.ts'
import { lockCard } from './store.ts'

/** Makes two cards of one patient one (SCREENS B7): the database moves what the asker's side has, and refuses by name. */
export const mergePatients: Handler<'patient.merge'> = async ({ id, from }, { db, deps, after, refuse }) => {
  // in one order, whichever way round two desks merge at once
  for (const each of [id, from].toSorted()) await lockCard(db, each)
  const cards = [
    { table: 'patient' as const, id },
    { table: 'patient' as const, id: from },
  ]
  const before = await roomsOf(db, cards)
  const { rows } = await db.query<{ why: Refusal<'patient.merge'> | null }>('select patient_merge($1, $2) as why', [
    id,
    from,
  ])
  const why = rows[0]?.why
  if (why) return refuse(why)
  const [card] = await readRows(db, 'patient', [id])
  if (!card) return refuse('patient_not_found')
  const rooms = [...before, ...(await roomsOf(db, cards))]
  after(async () => deps.poke(rooms))
  return { status: true, patient: card }
}
