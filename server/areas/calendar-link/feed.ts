import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'
import { FEED_PATH, type ShareLevel } from '../../../contract/calendar-link/calendar-link.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { eventUid } from '../../../contract/kernel/event-uid.ts'
import type { Db } from '../../db/pool.ts'
import { no, type Answer } from '../../http/answer.ts'
import type { Deps } from '../../http/handler.ts'
import { send } from '../../http/routes.ts'
import { oneLine } from '../../ical/one-line.ts'
import { feedHash } from './share.ts'

/**
 * A doctor's calendar for anyone with its address (rule 97): from 7 days back to 60 ahead, in UTC, with stable ids.
 * Without a session, so outside the loop. What a level hides is not read from the database either; a revoked address
 * and an invented one get the same answer.
 */
export function registerFeed(app: FastifyInstance, deps: Deps) {
  app.get<{ Params: { token: string } }>(`${FEED_PATH}/:token`, async (request, reply) => {
    const token = /^([\w-]{43})\.ics$/.exec(request.params.token)?.[1]
    const wait =
      (await deps.limits.spend('call', request.ip)) || (token ? await deps.limits.spend('feed', feedHash(token)) : 0)
    if (wait) return send(reply, no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }))
    return send(reply, token ? await feed(deps, token, request.headers['if-none-match']) : no(404, 'not_found'))
  })
}

async function feed({ pool, now }: Deps, token: string, known: string | undefined): Promise<Answer> {
  const at = now()
  const { rows } = await pool.query<Owner>(
    `update calendar_share s set read_at = $2 from person p join doctor d using (id)
      where s.token_hash = $1 and p.id = s.doctor_id and p.active and d.active and d.hidden_at is null
     returning s.doctor_id as "doctorId", s.level, p.name, p.lang`,
    [feedHash(token), new Date(at)],
  )
  const owner = rows[0]
  if (!owner) return no(404, 'not_found')
  const body = await textOf(pool, owner, at)
  const headers = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="calendar.ics"',
    'cache-control': 'private, no-cache',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`,
  }
  return known === headers.etag ? { status: 304, body: undefined, headers } : { status: 200, body, headers }
}

type Owner = { readonly doctorId: string; readonly level: ShareLevel; readonly name: string; readonly lang: Language }
type Entry = {
  readonly id: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly changed_at: Date
  readonly version: number
  readonly cancelled: boolean
  readonly words: string | null
  readonly place: string | null
}

async function textOf(db: Db, { doctorId, level, name, lang }: Owner, now: number): Promise<string> {
  const { rows } = await db.query<Entry>(ENTRIES[level], [doctorId, new Date(now - 7 * DAY), new Date(now + 60 * DAY)])
  const calendar = ical({
    name: oneLine(name),
    prodId: { company: 'Bedside', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 15 * 60,
    events: rows.map((entry) => ({
      id: eventUid(entry.id),
      sequence: entry.version,
      stamp: entry.changed_at,
      start: entry.starts_at,
      end: entry.ends_at,
      summary: oneLine(entry.words ?? BUSY[lang]),
      location: entry.place === null ? null : oneLine(entry.place),
      status: entry.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      busystatus: entry.cancelled ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
    })),
  })
  return calendar.toString()
}

const DAY = 86_400_000
const BUSY: Readonly<Record<Language, string>> = { tr: 'Meşgul', en: 'Busy', de: 'Belegt', ru: 'Занято' }

/**
 * Visits of the doctor, and times closed by hand; times read from other calendars are visible there already. Only for
 * clinics in which the doctor works now.
 */
const entries = (words: string, place: string, title: string) => `
  select a.id, a.starts_at, a.ends_at, a.updated_at as changed_at, a.version, a.status = 'cancelled' as cancelled, ${words} as words, ${place} as place
    from appointment a left join clinic c on c.id = a.clinic_id
   where a.doctor_id = $1 and a.ends_at > $2 and a.starts_at < $3 and shows_of($1, a.clinic_id)
  union all
  select b.id, b.starts_at, b.ends_at, b.starts_at, b.version, false, ${title}, null
    from busy b where b.doctor_id = $1 and b.link_id is null and b.ends_at > $2 and b.starts_at < $3 and shows_of($1, b.of_clinic)
   order by 2, 1`

const ENTRIES: Readonly<Record<ShareLevel, string>> = {
  busy: entries('null::text', 'null::text', 'null'),
  initials: entries(
    `(select string_agg(upper(left(word, 1)) || '.', ' ' order by n) from regexp_split_to_table(trim(a.patient_name), '\\s+') with ordinality t (word, n))`,
    'null::text',
    'null',
  ),
  full: entries('a.patient_name', 'c.name', 'b.title'),
}
