import { roomsOfDoctor } from '../calendar-link/settled.ts'
import { readLink } from '../calendar-link/source.ts'
import { settle, windowOf, type StoredLink } from '../calendar-link/store.ts'
import { tellBroken } from '../calendar-link/tell.ts'
import type { Deps } from '../http/handler.ts'

/**
 * Reads the calendars that are due (rule 96): each in a transaction that holds its row, so that no other process reads it too; two at a
 * time, no more than the database's patience with a transaction allows. Works as the owner, beyond any one person's sight. Run every
 * minute; a late run loses nothing. Answers how many were read.
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

async function readNext(deps: Deps): Promise<boolean> {
  const now = deps.now()
  const client = await deps.pool.connect()
  let broken = false
  try {
    await client.query('begin')
    const { rows } = await client.query<StoredLink>(
      `select l.* from calendar_link l join person p on p.id = l.doctor_id
        where l.next_read_at <= $1 and p.active order by l.next_read_at limit 1 for update of l skip locked`,
      [new Date(now)],
    )
    const link = rows[0]
    if (!link) {
      await client.query('commit')
      return false
    }
    const came = await readLink(deps, link, await windowOf(client, link.zone, now), now)
    const { changed, tell } = await settle(client, link, came, now)
    if (tell) await tellBroken(client, link, tell, { now, publicUrl: deps.publicUrl() })
    await client.query('commit')
    if (changed || tell || link.state !== 'ok') deps.poke(await roomsOfDoctor({ deps }, link.doctor_id))
    if (tell) deps.sendSoon()
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}
