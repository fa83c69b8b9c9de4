import type { Handler } from '../http/handler.ts'
import { roomsOf } from '../db/rows.ts'
import { lockDoctor } from './store.ts'

/** Puts a doctor's pictures in order. Nothing but the order changes: what is no picture of theirs is passed over. */
export const arrangePictures: Handler<'doctor.arrange'> = async ({ id, type, ids }, { db, deps, after, refuse }) => {
  if (!(await lockDoctor(db, id))) return refuse('doctor_not_found')
  const column = type === 'photo' ? 'photo_ids' : 'diploma_ids'
  await db.query(
    `update doctor set ${column} = array(select picture from unnest(${column}) with ordinality its (picture, place)
                                          order by array_position($2::uuid[], picture), place) where id = $1`,
    [id, ids],
  )
  const rooms = await roomsOf(db, [{ table: 'doctor', id }])
  after(async () => deps.poke(rooms))
  return { status: true }
}
