import type { Handler } from '../../http/handler.ts'
import { roomsOf } from '../../db/rows.ts'
import { lockDoctor } from './store.ts'

/** Orders a doctor's pictures. Changes nothing but the order: pictures that are not theirs are ignored. */
export const arrangePictures: Handler<'doctor.arrange'> = async ({ id, type, ids }, { db, deps, after, refuse }) => {
  const card = await lockDoctor(db, id)
  // pictures belong to the doctor's own card: a clinic cannot order them
  if (!card || card.proposes) return refuse('doctor_not_found')
  await db.query(
    `update doctor set
       photo_ids = case $3 when 'photo' then array(select its from unnest(photo_ids) with ordinality o (its, place)
                                                    order by array_position($2::uuid[], its), place) else photo_ids end,
       diploma_ids = case $3 when 'diploma' then array(select its from unnest(diploma_ids) with ordinality o (its, place)
                                                        order by array_position($2::uuid[], its), place) else diploma_ids end
     where id = $1`,
    [id, ids, type],
  )
  const rooms = await roomsOf(db, [{ table: 'doctor', id }])
  after(async () => deps.poke(rooms))
  return { status: true }
}
