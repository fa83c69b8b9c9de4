import { roomsOfDoctor } from '../areas/calendar-link/settled.ts'
import { readLink } from '../areas/calendar-link/source.ts'
import { settle, windowOf, type StoredLink } from '../areas/calendar-link/store.ts'
import { tellBroken } from '../areas/calendar-link/tell.ts'
import { eachRow } from '../db/each-row.ts'
import { asServer } from '../db/owner.ts'
import type { Db } from '../db/pool.ts'
import type { Deps } from '../http/handler.ts'

/**
 * Reads the calendars that are due (rule 96), two at a time. It claims each first, so that no other process reads it
 * too; reads it without an open transaction, since a slow server must not occupy a database connection; and then stores
 * the result. Works as the owner, without a person's visibility. Run every minute; a late run loses nothing. Returns
 * how many were read.
 */
export async function readCalendars(deps: Deps): Promise<number> {
  const lane = async () => {
    let read = 0
    while (read < MOST && (await readNext(deps))) read++
    return read
  }
  const lanes = await Promise.all([lane(), lane()])
  return lanes.reduce((sum, read) => sum + read, 0)
}

const MOST = 50
/** A read ends in seconds: one that was claimed longer ago has died with its process. */
const CLAIM_MS = 2 * 60_000

async function readNext(deps: Deps): Promise<boolean> {
  const now = deps.now()
  const link = await claim(deps.pool, now)
  if (!link) return false
  // one that cannot be read through a fault of ours keeps its claim for now and blocks no other
  await eachRow(
    deps,
    'readCalendars',
    [link],
    ({ id }) => id,
    () => readOne(deps, link, now),
  )
  return true
}

async function readOne(deps: Deps, link: StoredLink, now: number) {
  const came = await readLink(deps, link, await windowOf(deps.pool, link.zone, now), now)
  const { changed, tell } = await asServer(deps.pool, async (db) => {
    // the calendar before its claim, in the order of `claim`: in the reverse order two lanes could deadlock
    const { rows } = await db.query<StoredLink>('select * from calendar_link where id = $1 for update', [link.id])
    await db.query('delete from calendar_reading where link_id = $1', [link.id])
    const still = rows[0]
    // removed meanwhile, or changed or read by its doctor: our data is older, and it is read again when it is due
    if (!still || still.version !== link.version) return { changed: false, tell: null }
    const settled = await settle(db, still, came, now)
    if (settled.tell) await tellBroken(db, still, settled.tell, { now, publicUrl: deps.publicUrl() })
    return settled
  })
  if (changed || tell || link.state !== 'ok') deps.poke(await roomsOfDoctor({ deps }, link.doctor_id))
  if (tell) deps.sendSoon()
}

/** Claims the calendar that has been due the longest and that no one else reads; null if there is none. */
async function claim(db: Db, now: number): Promise<StoredLink | null> {
  const { rows } = await db.query<StoredLink>(
    `with due as (
       select l.* from calendar_link l join person p on p.id = l.doctor_id
        where l.next_read_at <= $1 and p.active and not job_holds('readCalendars', l.id::text)
          and not exists (select from calendar_reading r where r.link_id = l.id and r.claimed_at > $2)
        order by l.next_read_at limit 1 for update of l skip locked
     ), ours as (
       insert into calendar_reading (link_id, claimed_at) select id, $1 from due
         on conflict (link_id) do update set claimed_at = excluded.claimed_at where calendar_reading.claimed_at <= $2
       returning link_id
     ) select due.* from due join ours on link_id = id`,
    [new Date(now), new Date(now - CLAIM_MS)],
  )
  return rows[0] ?? null
}
