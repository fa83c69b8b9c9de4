import { TO_CLOSE_HOURS } from '../../contract/kernel/constants.ts'
import { lockUntilEnd } from '../db/advisory.ts'
import { eachRow } from '../db/each-row.ts'
import { asServer } from '../db/owner.ts'
import { roomsOf } from '../db/rows.ts'
import type { Deps } from '../http/handler.ts'
import { note } from '../areas/notification/note.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Rule 29: for a week; after that only the list shows it. */
const REMIND_DAYS = 7

/**
 * Rule 29: once a day, a doctor is told how many of their visits still wait a day after their end; nothing is closed
 * for them. Works as the owner, without a person's visibility. Run every minute; a late run loses nothing, and a second
 * run at the same time says nothing twice.
 */
export async function remindToClose({
  pool,
  now,
  poke,
  log,
}: Pick<Deps, 'pool' | 'now' | 'poke' | 'log'>): Promise<number> {
  const at = now()
  const due = await pool.query<{ doctor_id: string; open: number }>(
    `select a.doctor_id, count(*)::int as open from appointment a
      where a.status = 'waiting' and a.no_show_at is null and a.starts_at < $1 and a.starts_at > $2 and a.ends_at < $1 and a.ends_at >= $3
        and not exists (select from notification n where n.user_id = a.doctor_id and n.kind = 'visits_to_close' and n.created_at > $4)
        and not job_holds('remindToClose', a.doctor_id::text)
      group by a.doctor_id limit 200`,
    [
      new Date(at - TO_CLOSE_HOURS * HOUR_MS),
      // no visit lasts a day
      new Date(at - TO_CLOSE_HOURS * HOUR_MS - (REMIND_DAYS + 1) * DAY_MS),
      new Date(at - TO_CLOSE_HOURS * HOUR_MS - REMIND_DAYS * DAY_MS),
      new Date(at - DAY_MS),
    ],
  )
  await eachRow(
    { pool, log },
    'remindToClose',
    due.rows,
    ({ doctor_id }) => doctor_id,
    async ({ doctor_id, open }) => {
      const id = await asServer(pool, async (db) => {
        await lockUntilEnd(db, 'doctor', doctor_id)
        // by another process, whose round began before this one took over
        const earlier = await db.query(
          `select from notification where user_id = $1 and kind = 'visits_to_close' and created_at > $2`,
          [doctor_id, new Date(at - DAY_MS)],
        )
        if (earlier.rowCount) return null
        return note(db, { userId: doctor_id, kind: 'visits_to_close', args: [String(open)] }, at)
      })
      if (id) poke(await roomsOf(pool, [{ table: 'notification', id }]))
    },
  )
  return due.rows.length
}
