import type { LinkFailure } from '../../../contract/calendar-link/calendar-link.ts'
import { daysBetween, isDate, dayBounds } from '../../../contract/kernel/time.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import type { Db } from '../../db/pool.ts'
import { readRows, totals } from '../../db/rows.ts'
import { asPerson } from '../../db/transaction.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Outside } from '../../http/handler.ts'
import { allowed, NotFetched } from './fetch.ts'
import { addToken, connect, giveBack } from './consent.ts'
import { share, shared, shareRenew, shareStop } from './share.ts'
import type { Came } from './came.ts'
import { CALENDAR_PURPOSE, readLink, readUrl } from './source.ts'
import { reply, roomsOfDoctor, settled } from './settled.ts'
import { hasMost, linkOf, windowOf, zoneOf, type StoredLink } from './store.ts'

const MOST_DAYS = 62

export const calendarHandlers: Area<'calendar'> = {
  'calendar.get': async ({ start, end, doctor }, { db, who, refuse }) => {
    const of = doctor ?? (who.type === 'doctor' ? who.id : null)
    if (!of) return refuse('doctor_required')
    const [from, to] = [Number(start), Number(end)]
    if (!isDate(from)) return refuse('start_date_invalid')
    if (!isDate(to) || to < from || daysBetween(from, to) > MOST_DAYS) return refuse('end_date_invalid')
    const { rowCount } = await db.query(
      'select from doctor where id = $1 and ($2::uuid is null or $2 = any (clinic_ids))',
      [of, who.type === 'clinic' ? who.clinicId : null],
    )
    if (!rowCount || (who.type === 'doctor' && of !== who.id)) return refuse('doctor_not_found')
    const zone = await zoneOf(db, of)
    const { rows } = await db.query<{ id: string }>(
      `select id from busy where doctor_id = $1 and during && tstzrange($2, $3, '[)') order by starts_at, id limit 5000`,
      [of, new Date(dayBounds(from, zone).from), new Date(dayBounds(to, zone).to)],
    )
    const calendar = await readRows(
      db,
      'busy',
      rows.map(({ id }) => id),
    )
    return {
      status: true,
      calendar: calendar.toSorted((a, b) => a.start.localeCompare(b.start) || a.id.localeCompare(b.id)),
    }
  },

  'calendar.list': async (_, { db }) => {
    const { rows } = await db.query<{ id: string }>('select id from calendar_link')
    const calendars = await readRows(
      db,
      'calendar_link',
      rows.map(({ id }) => id),
    )
    return {
      status: true,
      calendars: calendars.toSorted((a, b) => a.id.localeCompare(b.id)),
      ...totals(rows.length, 1000),
    }
  },

  'calendar.addUrl': {
    ahead: async ({ url }, outside) => {
      const { deps, who, now } = outside
      await spend(outside)
      const { hostname } = checked(url)
      const { zone, window } = await asPerson(deps.pool, who, async (db) => {
        if (await hasMost(db, who.id)) throw new Refused('calendar_limit')
        const doctorZone = await zoneOf(db, who.id)
        return { zone: doctorZone, window: await windowOf(db, doctorZone, now) }
      })
      const came = refuseFailed(await readUrl(deps, url, window))
      return async ({ id, name }, ctx) => {
        const { db, refuse } = ctx
        if (await hasMost(db, who.id)) return refuse('calendar_limit')
        await db.query(
          `insert into calendar_link (id, doctor_id, kind, name, account, zone, secret, created_at) values ($1, $2, 'url', $3, $4, $5, $6, $7)`,
          [id, who.id, name.trim(), hostname.slice(0, 200), zone, sealed(deps, url), new Date(now)],
        )
        return settled(ctx, id, came)
      }
    },
  },
  'calendar.addToken': {
    ahead: async (input, outside) => {
      await spend(outside)
      return addToken(input, outside)
    },
  },
  'calendar.connect': connect,

  'calendar.update': {
    ahead: async ({ id, url }, outside) => {
      const { deps } = outside
      const came = url === undefined ? null : await readAnew(id, url, outside)
      return async ({ name }, ctx) => {
        const { db } = ctx
        await load(db, id)
        if (name !== undefined) await db.query('update calendar_link set name = $2 where id = $1', [id, name.trim()])
        if (url === undefined || !came) return reply(ctx, id)
        await db.query('update calendar_link set secret = $2, account = $3 where id = $1', [
          id,
          sealed(deps, url),
          checked(url).hostname.slice(0, 200),
        ])
        return settled(ctx, id, came)
      }
    },
  },

  'calendar.refresh': {
    ahead: async ({ id }, outside) => {
      const { deps, now } = outside
      const { link, window } = await known(id, outside)
      await spend(outside)
      const came = await readLink(deps, { ...link, good_at: null }, window, now)
      return async (_, ctx) => {
        const { secret, content } = await load(ctx.db, id)
        // the result is older than a change by its doctor: dropped, and read again in the next round
        if (secret === link.secret && content === link.content) return settled(ctx, id, came)
        await ctx.db.query('update calendar_link set next_read_at = $2 where id = $1', [id, new Date(now)])
        return reply(ctx, id)
      }
    },
  },
  'calendar.refreshMany': async ({ ids }, ctx) => {
    const found = await readRows(ctx.db, 'calendar_link', ids)
    await ctx.db.query('update calendar_link set next_read_at = $2 where id = any($1)', [ids, new Date(ctx.now)])
    const known = new Set(found.map(({ id }) => id))
    return {
      status: true,
      calendars: await readRows(ctx.db, 'calendar_link', ids),
      refused: ids.filter((id) => !known.has(id)).map((id) => ({ id, refused: 'calendar_not_found' })),
    }
  },

  'calendar.delete': async ({ id }, ctx) => {
    const link = await load(ctx.db, id)
    await ctx.db.query('delete from calendar_link where id = $1', [id])
    ctx.after(async () => ctx.deps.poke(await roomsOfDoctor(ctx, link.doctor_id)))
    if (link.kind === 'token') ctx.after(() => giveBack(ctx.deps, link))
    return { status: true }
  },

  'calendar.shared': shared,
  'calendar.share': share,
  'calendar.shareRenew': shareRenew,
  'calendar.shareStop': shareStop,
}

type Asker = Pick<Outside, 'deps' | 'who' | 'now'>

/** The calendar as stored, and the time window to read. */
const known = (id: string, { deps, who, now }: Asker) =>
  asPerson(deps.pool, who, async (db) => {
    const link = await linkOf(db, id)
    if (!link) throw new Refused('calendar_not_found')
    return { link, window: await windowOf(db, link.zone, now) }
  })

/** Reads the calendar at another address. */
async function readAnew(id: string, url: string, outside: Asker): Promise<Came> {
  const { link, window } = await known(id, outside)
  if (link.kind !== 'url') throw new Refused('calendar_address')
  await spend(outside)
  checked(url)
  return refuseFailed(await readUrl(outside.deps, url, window))
}

const sealed = ({ vault }: Asker['deps'], url: string) => vault.seal(CALENDAR_PURPOSE, url)

/** Locked until the end, so that a running read and a change by the doctor do not interleave. */
async function load(db: Db, id: string): Promise<StoredLink> {
  await db.query('select from calendar_link where id = $1 for update', [id])
  const link = await linkOf(db, id)
  if (!link) throw new Refused('calendar_not_found')
  return link
}

/** TRUST D4: a doctor has twelve reads an hour, whatever their result. */
async function spend({ deps, who }: Asker) {
  const seconds = await deps.limits.spend('calendar', who.id)
  if (seconds) throw new Refused('too_many_tries', { seconds }, 429)
}

function checked(url: string): URL {
  try {
    return allowed(url)
  } catch (error) {
    throw error instanceof NotFetched ? new Refused('calendar_address') : error
  }
}

/** Refuses a calendar that cannot be read even once. */
function refuseFailed(came: Came): Came {
  if (came.kind === 'failed') throw new Refused(REFUSALS[came.reason])
  return came
}
const REFUSALS: Readonly<Record<LinkFailure, MessageCode>> = {
  address_refused: 'calendar_address',
  unreachable: 'third_party_failure',
  refused: 'third_party_failure',
  revoked: 'third_party_failure',
  too_large: 'file_too_large',
  unreadable: 'calendar_unreadable',
}
