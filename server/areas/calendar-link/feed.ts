import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'
import { FEED_PATH, type ShareLevel } from '../../../contract/calendar-link/calendar-link.ts'
import { DEFAULT_LANGUAGE, type Language } from '../../../contract/kernel/constants.ts'
import { eventUid } from '../../../contract/kernel/event-uid.ts'
import { no, type Answer } from '../../http/answer.ts'
import type { Deps } from '../../http/handler.ts'
import { send } from '../../http/routes.ts'
import { oneLine } from '../../ical/one-line.ts'
import { wantedLanguage } from '../../kernel/wanted-language.ts'
import { goneOf, pageOf } from './page.ts'
import { feedHash } from './share.ts'

/**
 * A doctor's calendar for anyone with its address (rule 97): from 7 days back to 60 ahead, in UTC, with stable ids; a
 * person who opens the address gets a page. Without a session, so outside the loop. What a level hides is not read from
 * the database either; a revoked address and an invented one get the same answer.
 */
export function registerFeed(app: FastifyInstance, deps: Deps) {
  app.get<{ Params: { token: string } }>(`${FEED_PATH}/:token`, async (request, reply) => {
    const [, token, ending] = /^([\w-]{43})(\.ics)?$/.exec(request.params.token) ?? []
    const wait =
      (await deps.limits.spend('call', request.ip)) || (token ? await deps.limits.spend('feed', feedHash(token)) : 0)
    if (wait) return send(reply, no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }))
    const { headers } = request
    const owner = token ? await ownerOf(deps, token) : null
    // only a browser whose person goes to the address says so; calendar programs are not asked to change
    const isPerson = !ending || headers['sec-fetch-dest'] === 'document'
    const shared = owner && (await read(deps, owner))
    const answer = isPerson
      ? page(shared, `${new URL(deps.publicUrl()).origin}${FEED_PATH}/${token}.ics`, headers['accept-language'])
      : shared
        ? feed(shared, headers['if-none-match'])
        : no(404, 'not_found')
    return send(reply, { ...answer, headers: { ...answer.headers, vary: 'sec-fetch-dest, accept-language' } })
  })
}

async function ownerOf({ pool, now }: Deps, token: string): Promise<Owner | null> {
  const { rows } = await pool.query<Owner>(
    `update calendar_share s set read_at = $2 from person p join doctor d using (id)
      where s.token_hash = $1 and p.id = s.doctor_id and p.active and d.active and d.hidden_at is null
     returning s.doctor_id as "doctorId", s.level, p.name, p.lang,
       (select c.zone from clinic c where c.id = any (d.clinic_ids) order by c.id limit 1) as zone`,
    [feedHash(token), new Date(now())],
  )
  return rows[0] ?? null
}

type Shared = { readonly owner: Owner; readonly entries: readonly Entry[]; readonly at: number }

async function read({ pool, now }: Deps, owner: Owner): Promise<Shared> {
  const at = now()
  const { from, to } = spanOf(at)
  const { rows } = await pool.query<Entry>(ENTRIES[owner.level], [owner.doctorId, new Date(from), new Date(to)])
  return { owner, entries: rows, at }
}

function feed(shared: Shared, known: string | undefined): Answer {
  const body = textOf(shared)
  const headers = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="calendar.ics"',
    'cache-control': 'private, no-cache',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`,
  }
  return known === headers.etag ? { status: 304, body: undefined, headers } : { status: 200, body, headers }
}

/** In the reader's language if it is one of ours, otherwise in the owner's. */
function page(shared: Shared | null, address: string, accepted: string | undefined): Answer {
  const own = shared?.owner.lang ?? DEFAULT_LANGUAGE
  const language = wantedLanguage(null, accepted, own)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  if (!shared) return { status: 404, body: goneOf(language), headers }
  const { owner, entries, at } = shared
  const body = pageOf(owner.name, address, {
    zone: owner.zone ?? 'UTC',
    language,
    ...spanOf(at),
    now: at,
    entries: entries
      .filter(({ cancelled }) => !cancelled)
      .map(({ id, starts_at, ends_at, words, place }) => ({
        id,
        from: starts_at.getTime(),
        to: ends_at.getTime(),
        title: words ?? BUSY[language],
        place,
      })),
  })
  return { status: 200, body, headers }
}

type Owner = {
  readonly doctorId: string
  readonly level: ShareLevel
  readonly name: string
  readonly lang: Language
  readonly zone: string | null
}
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

function textOf({ owner: { name, lang }, entries }: Shared): string {
  const calendar = ical({
    name: oneLine(name),
    prodId: { company: 'Bedside', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 15 * 60,
    events: entries.map((entry) => ({
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
/** What is shared: 7 days back to 60 ahead. */
const spanOf = (now: number) => ({ from: now - 7 * DAY, to: now + 60 * DAY })
const BUSY: Readonly<Record<Language, string>> = { tr: 'Meşgul', en: 'Busy', de: 'Belegt', ru: 'Занято' }

/**
 * Visits of the doctor, and times closed by hand; times read from other calendars are visible there already. Only for
 * clinics in which the doctor works now.
 */
const entriesWith = (words: string, place: string, title: string) => `
  select a.id, a.starts_at, a.ends_at, a.updated_at as changed_at, a.version, a.status = 'cancelled' as cancelled, ${words} as words, ${place} as place
    from appointment a left join clinic c on c.id = a.clinic_id
   where a.doctor_id = $1 and a.ends_at > $2 and a.starts_at < $3 and shows_of($1, a.clinic_id)
  union all
  select b.id, b.starts_at, b.ends_at, b.starts_at, b.version, false, ${title}, null
    from busy b where b.doctor_id = $1 and b.link_id is null and b.ends_at > $2 and b.starts_at < $3 and shows_of($1, b.of_clinic)
   order by 2, 1`

const ENTRIES: Readonly<Record<ShareLevel, string>> = {
  busy: entriesWith('null::text', 'null::text', 'null'),
  initials: entriesWith(
    `(select string_agg(upper(left(word, 1)) || '.', ' ' order by n) from regexp_split_to_table(trim(a.patient_name), '\\s+') with ordinality t (word, n))`,
    'null::text',
    'null',
  ),
  full: entriesWith('a.patient_name', 'c.name', 'b.title'),
}
