import { createHash, randomBytes } from 'node:crypto'
import { FEED_PATH, type Share } from '../../../contract/calendar-link/calendar-link.ts'
import type { Db } from '../../db/pool.ts'
import type { Ctx, Deps, Handler } from '../../http/handler.ts'
import { CALENDAR_PURPOSE } from './source.ts'

/** How a token is found: the table holds its hash, and the token itself encrypted for its owner. */
export const feedHash = (token: string) => createHash('sha256').update(token).digest('base64url')

export const shared: Handler<'calendar.shared'> = async (_, ctx) => ({ status: true, share: await shareOf(ctx) })

export const share: Handler<'calendar.share'> = async ({ level }, ctx) => {
  const has = await shareOf(ctx)
  if (!has) await put(ctx, level ?? 'busy')
  else if (level) {
    await ctx.db.query('update calendar_share set level = $2 where doctor_id = $1', [ctx.who.id, level])
    ctx.record({ values: { level: [has.level, level] } })
  }
  return answer(ctx)
}

export const shareRenew: Handler<'calendar.shareRenew'> = async (_, ctx) => {
  const has = await shareOf(ctx)
  if (!has) return ctx.refuse('share_not_found')
  await put(ctx, has.level)
  return answer(ctx)
}

export const shareStop: Handler<'calendar.shareStop'> = async (_, { db, who }) => {
  await db.query('delete from calendar_share where doctor_id = $1', [who.id])
  return { status: true }
}

type Any = { readonly db: Db; readonly who: Ctx<'calendar.share'>['who']; readonly deps: Deps; readonly now: number }

async function put({ db, who, deps, now }: Any, level: Share['level']) {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into calendar_share (doctor_id, token_hash, token, level, created_at) values ($1, $2, $3, $4, $5)
     on conflict (doctor_id) do update set token_hash = excluded.token_hash, token = excluded.token, created_at = excluded.created_at, read_at = null`,
    [who.id, feedHash(token), deps.vault.seal(CALENDAR_PURPOSE, token), level, new Date(now)],
  )
}

async function shareOf({ db, who, deps }: Pick<Any, 'db' | 'who' | 'deps'>): Promise<Share | null> {
  const { rows } = await db.query<Omit<Share, 'url'> & { token: string }>(
    `select token, level, iso(created_at) as "createdAt", iso(read_at) as "readAt" from calendar_share where doctor_id = $1`,
    [who.id],
  )
  const [row] = rows
  if (!row) return null
  const { token, ...rest } = row
  return {
    ...rest,
    url: `${new URL(deps.publicUrl()).origin}${FEED_PATH}/${deps.vault.open(CALENDAR_PURPOSE, token)}.ics`,
  }
}

async function answer(ctx: Pick<Any, 'db' | 'who' | 'deps'>) {
  const has = (await shareOf(ctx))! // it was stored in this transaction
  return { status: true as const, share: has, url: has.url }
}
