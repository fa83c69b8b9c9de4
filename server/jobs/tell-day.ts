import { formatClock } from '../../contract/kernel/when.ts'
import { eachRow } from '../db/each-row.ts'
import { asServer } from '../db/owner.ts'
import type { Deps } from '../http/handler.ts'
import { writeTo } from '../areas/message/write-to.ts'
import { behindSignIn, reachOf } from '../identity/links.ts'

/**
 * Rule 67: at 07:30 in the zone of their visits each doctor is told, once, how many visits the day holds and when the
 * first begins. A server that was down in the morning says it until noon. Run every minute; returns how many were told.
 */
export async function tellDay({
  pool,
  now,
  publicUrl,
  log,
}: Pick<Deps, 'pool' | 'now' | 'publicUrl' | 'log'>): Promise<number> {
  const at = now()
  const { rows } = await pool.query<Day>(DUE, [new Date(at), new Date(at + DAY_MS), MOST_AT_ONCE])
  await eachRow(
    { pool, log },
    'tellDay',
    rows,
    ({ key }) => key,
    ({ doctor_id, zone, visits, first, key }) =>
      asServer(pool, async (db) =>
        writeTo(db, publicUrl(), await reachOf(db, doctor_id), {
          template: 'doctor_day',
          path: behindSignIn({ type: 'doctor' }, '/appointment'),
          args: { visits: String(visits), first: formatClock(first.getTime(), zone) },
          now: at,
          notAfter: at + DAY_MS / 2,
          key,
        }),
      ),
  )
  return rows.length
}

type Day = {
  readonly doctor_id: string
  readonly zone: string
  readonly visits: number
  readonly first: Date
  readonly key: string
}

const DAY_MS = 86_400_000
const MOST_AT_ONCE = 200

/** Doctors who can be reached and want to be told, so that the others are not queried each minute. */
const DUE = `
  select * from (
    select a.doctor_id, min(a.zone) as zone, count(*)::int as visits, min(a.starts_at) as first,
           'day:' || a.doctor_id || ':' || to_char(min($1::timestamptz at time zone a.zone), 'YYYYMMDD') as key
      from appointment a
     where a.status = 'waiting' and a.starts_at > $1 and a.starts_at < $2
       and (a.starts_at at time zone a.zone)::date = ($1::timestamptz at time zone a.zone)::date
       and ($1::timestamptz at time zone a.zone)::time >= '07:30' and ($1::timestamptz at time zone a.zone)::time < '12:00'
     group by a.doctor_id
  ) day_
  where not exists (select from message m where m.key = day_.key) and not job_holds('tellDay', day_.key)
    and exists (select from person p where p.id = doctor_id and p.active and coalesce(p.email, p.phone) is not null
      and not (case when p.email is null then 'day:sms' else 'day:mail' end = any (p.muted)))
  order by key limit $3`
