import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../db/pool.ts'
import { asPerson } from '../../db/transaction.ts'
import { Refused } from '../../kernel/refused.ts'
import type { AheadHandler, Ctx, Deps, Handler, Outside } from '../../http/handler.ts'
import { linkTo } from '../../identity/links.ts'
import { settled } from './settled.ts'
import { ConsentGone, ProviderFailed } from '../../ports/calendar/provider.ts'
import { CALENDAR_PURPOSE, readToken } from './source.ts'
import { hasMost, linkOf, windowOf, zoneOf, type StoredLink } from './store.ts'

/**
 * Sends the doctor to the service. The state that comes back works once, within ten minutes, and only in this session
 * (TRUST R30).
 */
export const connect: Handler<'calendar.connect'> = async ({ calendar }, { db, who, deps, now, refuse }) => {
  const { calendarProvider, vault } = deps
  if (!calendarProvider) return refuse('provider_missing')
  if (calendar && (await linkOf(db, calendar))?.kind !== 'token') return refuse('calendar_not_found')
  const state = randomBytes(32).toString('base64url')
  const verifier = randomBytes(48).toString('base64url')
  const redirect = await returnAddress(db, who, deps)
  await db.query('delete from calendar_state where expires_at < $1', [new Date(now)])
  await db.query(
    `insert into calendar_state (state_hash, session_hash, doctor_id, link_id, verifier, redirect, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      sha256(state),
      who.sessionHash,
      who.id,
      calendar ?? null,
      vault.seal(CALENDAR_PURPOSE, verifier),
      redirect,
      new Date(now + STATE_MS),
    ],
  )
  return { status: true, url: calendarProvider.consentUrl({ state, challenge: sha256(verifier), redirect }) }
}

/** If the account has a calendar already, that one is kept: a new consent repairs it and doubles nothing (rule 98). */
export const addToken: AheadHandler<'calendar.addToken'>['ahead'] = async ({ code, state }, { deps, who, now }) => {
  const { calendarProvider, vault } = deps
  const begun = await asPerson(deps.pool, who, async (db) => {
    const request = await consentOf(db, STATE, state, who, now)
    const zone = request && (await zoneOf(db, who.id))
    return request && zone ? { request, zone, window: await windowOf(db, zone, now) } : null
  })
  if (!begun || !calendarProvider) throw new Refused('consent_invalid')
  const { request, zone, window } = begun
  const tokens = await calendarProvider
    .exchange({ code, verifier: vault.open(CALENDAR_PURPOSE, request.verifier), redirect: request.redirect })
    .catch((error: unknown) => {
      if (error instanceof ConsentGone) throw new Refused('consent_invalid')
      throw error instanceof ProviderFailed ? new Refused('third_party_failure') : error
    })
  const came = await readToken(deps, tokens.token, window)
  return async ({ id }, ctx) => {
    const { db, refuse } = ctx
    // a second use finds none
    if (!(await consentOf(db, USE_STATE, state, who, now))) return refuse('consent_invalid')
    const { rows: same } = await db.query<{ id: string }>(
      `select id from calendar_link where kind = 'token' and account = $1 and doctor_id = $2 for update`,
      [tokens.account, who.id],
    )
    const known = same[0]?.id ?? null
    const secret = vault.seal(CALENDAR_PURPOSE, tokens.token)
    if (known) await db.query('update calendar_link set secret = $2 where id = $1', [known, secret])
    else {
      if (await hasMost(db, who.id)) return refuse('calendar_limit')
      await db.query(
        `insert into calendar_link (id, doctor_id, kind, name, account, zone, secret, created_at) values ($1, $2, 'token', $3, $4, $5, $6, $7)`,
        [id, who.id, tokens.account.slice(0, 100), tokens.account, zone, secret, new Date(now)],
      )
    }
    // another account is another calendar: the broken one keeps waiting for its own
    return settled(ctx, known ?? id, came)
  }
}

/** The consent in progress in this session; null if it is over, another session's or used. */
async function consentOf(db: Db, sql: string, state: string, { sessionHash }: Outside['who'], now: number) {
  const { rows } = await db.query<{ verifier: string; redirect: string }>(sql, [
    sha256(state),
    sessionHash,
    new Date(now),
  ])
  return rows[0] ?? null
}
const STATE =
  'select verifier, redirect from calendar_state where state_hash = $1 and session_hash = $2 and expires_at >= $3'
const USE_STATE =
  'delete from calendar_state where state_hash = $1 and session_hash = $2 and expires_at >= $3 returning verifier, redirect'

/** Tells the service that its consent is no longer needed; a missing answer changes nothing here. */
export async function giveBack({ calendarProvider, vault }: Deps, link: StoredLink): Promise<void> {
  await calendarProvider?.revoke(vault.open(CALENDAR_PURPOSE, link.secret ?? '')).catch(() => {})
}

const STATE_MS = 10 * 60_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * The callback address on the host that the doctor came through, where they are signed in. It comes from the clinic's
 * row, never from the request.
 */
async function returnAddress(
  db: Ctx<'calendar.connect'>['db'],
  who: Ctx<'calendar.connect'>['who'],
  { publicUrl }: Deps,
) {
  const { rows } = await db.query<{ panel_url: string | null }>('select panel_url from clinic where id = $1', [
    who.hostClinic,
  ])
  return linkTo(publicUrl(), rows[0]?.panel_url ?? null, '/oauth2callback')
}
