import {
  BROKEN_AFTER,
  KEEP_TIMES_HOURS,
  MOST_LINKS,
  READ_EVERY_MINUTES,
  type CalendarLink,
} from '../../../contract/calendar-link/calendar-link.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { lockDoctor } from '../availability/store.ts'
import type { Db } from '../../db/pool.ts'
import type { Window } from '../../ical/read.ts'
import { readSettings } from '../setting/read.ts'
import type { Came } from './came.ts'

/** A calendar with everything needed to read it; its secret is encrypted. */
export type StoredLink = {
  readonly id: string
  readonly version: number
  readonly doctor_id: string
  readonly kind: CalendarLink['kind']
  readonly name: string
  readonly account: string
  readonly zone: string
  readonly state: CalendarLink['state']
  readonly failures: number
  readonly dropped: boolean
  readonly good_at: Date | null
  readonly secret: string | null
  readonly content: string | null
  readonly etag: string | null
  readonly modified: string | null
}

export async function linkOf(db: Db, id: string): Promise<StoredLink | null> {
  return (await db.query<StoredLink>('select * from calendar_link where id = $1', [id])).rows[0] ?? null
}

/** Whether the doctor has the maximum number of calendars. */
export async function hasMost(db: Db, doctorId: string): Promise<boolean> {
  const { rows } = await db.query<{ n: number }>('select count(*)::int as n from calendar_link where doctor_id = $1', [
    doctorId,
  ])
  return rows[0]!.n >= MOST_LINKS
}

/** The time window that is read: from a month back to a month beyond the last bookable day. */
export async function windowOf(db: Db, zone: string, now: number): Promise<Window> {
  const { horizonDays } = await readSettings(db)
  return { from: now - 30 * DAY, to: now + (Math.min(horizonDays, 300) + 30) * DAY, zone }
}

/** Whole days and floating times are in the zone of the doctor's first clinic, or without one in their own (rule 1). */
export async function zoneOf(db: Db, doctorId: string): Promise<string> {
  const { rows } = await db.query<{ zone: string }>(
    `select clock_of((select c.id from doctor d cross join unnest(d.clinic_ids) with ordinality k (id, n) join clinic c on c.id = k.id
                       where d.id = $1 order by n limit 1), $1) as zone`,
    [doctorId],
  )
  return rows[0]!.zone
}

export type Settled = {
  /** Whether rows of `busy` were added or removed. */
  readonly changed: boolean
  /** What the doctor must be told now, once. */
  readonly tell: 'calendar_broken' | 'calendar_dropped' | null
}

/**
 * Stores the result of a read, and its times among those of the doctor: under the lock of a booking, so that none comes
 * in between (TRUST D11). After a failure the last good times stay, those of an address for a day (rules 96, 98).
 */
export async function settle(db: Db, link: StoredLink, came: Came, now: number): Promise<Settled> {
  const at = new Date(now)
  if (came.kind === 'failed') {
    const failures = link.failures + 1
    const broken = came.reason === 'revoked' || failures >= BROKEN_AFTER
    const dropped =
      link.dropped ||
      (link.kind === 'url' && link.good_at !== null && now - link.good_at.getTime() > KEEP_TIMES_HOURS * HOUR)
    await db.query(
      `update calendar_link set state = $2, failure = $3, failures = $4, dropped = $5, read_at = $6, next_read_at = $7,
         events = case when $5 then 0 else events end where id = $1`,
      [link.id, broken ? 'broken' : 'failing', came.reason, failures, dropped, at, nextOf(link.kind, now)],
    )
    const drops = dropped && !link.dropped
    if (drops) await putTimes(db, link, [])
    return {
      changed: drops,
      tell: drops ? 'calendar_dropped' : broken && link.state !== 'broken' ? 'calendar_broken' : null,
    }
  }
  const marks = came.kind === 'read' ? came.marks : { etag: link.etag, modified: link.modified }
  const changed = came.kind === 'read' && (await putTimes(db, link, came.times))
  await db.query(
    `update calendar_link set state = 'ok', failure = null, failures = 0, dropped = false, read_at = $2, good_at = $2, next_read_at = $3,
       etag = $4, modified = $5, events = coalesce($6, events), skipped = coalesce($7, skipped) where id = $1`,
    [
      link.id,
      at,
      nextOf(link.kind, now),
      marks.etag,
      marks.modified,
      came.kind === 'read' ? came.times.length : null,
      came.kind === 'read' ? came.skipped : null,
    ],
  )
  return { changed, tell: null }
}

/** A file does not change, but its time window moves on. */
const nextOf = (kind: CalendarLink['kind'], now: number) =>
  new Date(now + (kind === 'file' ? 12 * HOUR : READ_EVERY_MINUTES * 60_000))

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Writes only differences, so that devices are not poked without need. Returns whether there were any. */
async function putTimes(
  db: Db,
  { id, doctor_id }: StoredLink,
  times: Extract<Came, { kind: 'read' }>['times'],
): Promise<boolean> {
  await lockDoctor(db, doctor_id)
  const wanted = [
    times.map(({ start }) => new Date(start)),
    times.map(({ end }) => new Date(end)),
    times.map(({ title }) => title),
  ] as const
  const gone = await db.query(
    `delete from busy b where link_id = $1 and not exists (
       select from unnest($2::timestamptz[], $3::timestamptz[], $4::text[]) w (starts_at, ends_at, title)
        where w.starts_at = b.starts_at and w.ends_at = b.ends_at and w.title is not distinct from b.title)`,
    [id, ...wanted],
  )
  const came = await db.query(
    `insert into busy (id, doctor_id, starts_at, ends_at, title, link_id)
     select w.id, $2, w.starts_at, w.ends_at, w.title, $1
       from unnest($3::timestamptz[], $4::timestamptz[], $5::text[], $6::uuid[]) w (starts_at, ends_at, title, id)
      where not exists (select from busy b where b.link_id = $1 and b.starts_at = w.starts_at and b.ends_at = w.ends_at
                          and b.title is not distinct from w.title)`,
    [id, doctor_id, ...wanted, times.map(() => newId())],
  )
  return Boolean(gone.rowCount || came.rowCount)
}
