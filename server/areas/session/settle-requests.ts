import type pg from 'pg'
import type { Language } from '../../../contract/kernel/constants.ts'
import type { LoginType } from '../../../contract/session/session.ts'
import type { Deps } from '../../http/handler.ts'
import { queueMessage } from '../message/queue.ts'
import { writeTo } from '../message/write-to.ts'
import { belongsHere, findToSignIn } from './find.ts'
import { forgetPath, linkTo, loginTypeOf, reachOf } from '../../identity/links.ts'
import { sendPasswordLink } from './password-link.ts'
import type { Wanted } from './register.ts'
import { hashOf, newSecret } from '../../identity/secret.ts'

/**
 * Finds out what becomes of registrations and forgotten passwords, after their answer has gone: a link to confirm, a word to the one who
 * has an account already, a link for a new password, or nothing. One that fails is logged, has its next try later and holds up no other.
 * Answers how many were tried.
 */
export async function settleRequests(deps: Deps): Promise<number> {
  let settled = 0
  while (await settleOne(deps)) settled++
  return settled
}

async function settleOne(deps: Deps): Promise<boolean> {
  const { pool, now, log } = deps
  const client = await pool.connect()
  let request: Request | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<Request>(TAKE, [new Date(now())])
    request = rows[0]
    if (request) {
      if (request.kind === 'forget') await settleForgotten(deps, client, request)
      else await settleRegistration(deps, client, request)
      await client.query(SETTLED, [request.id, new Date(now())])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (!request) throw error
    log.error({ what: 'settleRequests', kind: request.kind, err: error }, 'failed')
    await client.query(FAILED, [request.id, new Date(now()), MOST_TRIES])
  } finally {
    client.release()
  }
  return request !== undefined
}

async function settleForgotten(deps: Deps, db: pg.PoolClient, request: Request) {
  const { rows: hosts } = await db.query<{ id: string; zone: string }>('select id, zone from clinic where id = $1', [
    request.host_clinic,
  ])
  const person = await findToSignIn(db, request.data.username ?? '', request.type, hosts[0] ?? null)
  if (person && person.active && belongsHere(person, request.host_clinic))
    await sendPasswordLink(within(deps, db), person.id, person.password_hash ? 'reset' : 'invite', request.lang)
}

async function settleRegistration(deps: Deps, db: pg.PoolClient, request: Request) {
  const wanted = request.data as Wanted // written by register.ts
  // on a private clinic's host everyone who asks gets the mail: its absence would reveal who is known there
  // (docs/decisions/0067)
  if (!request.host_private) {
    const { rows } = await db.query<Holder>(HOLDER, [wanted.email, wanted.phone])
    if (rows[0]) return tellHolder(deps, db, rows[0], wanted, request.lang)
  }
  const code = newSecret()
  await db.query('update account_request set code_hash = $2 where id = $1', [request.id, hashOf(code)])
  const { rows: clinics } = await db.query<{ name: string; panel_url: string | null }>(
    'select name, clinic_link_host(id) as panel_url from clinic where id = $1',
    [request.host_clinic],
  )
  await queueMessage(db, {
    channel: 'mail',
    to: wanted.email,
    lang: request.lang,
    template: 'confirm',
    args: {
      name: wanted.name,
      house: clinics[0]?.name ?? 'Bedside',
      link: linkTo(deps.publicUrl(), clinics[0]?.panel_url ?? null, `/confirm#${code}`),
    },
    now: deps.now(),
    notAfter: request.expires_at.getTime(),
  })
}

/**
 * Tells the person who already has the account, at their own address or phone, at most once an hour; a person added at
 * a desk who has never signed in gets the link that makes the account theirs (rule 59). The typed address is told
 * nothing.
 */
async function tellHolder(deps: Deps, db: pg.PoolClient, holder: Holder, wanted: Wanted, lang: Language) {
  if (!holder.has_password) return void (await sendPasswordLink(within(deps, db), holder.id, 'invite', lang))
  const reach = await reachOf(db, holder.id)
  if (!reach) return
  await writeTo(db, deps.publicUrl(), holder.by_email ? reach : { ...reach, channel: 'sms', recipient: wanted.phone }, {
    template: 'already_registered',
    path: forgetPath(loginTypeOf(reach.type)),
    now: deps.now(),
    key: `already ${holder.id} ${Math.floor(deps.now() / HOUR)}`,
  })
}

/** The messages of a round are sent in the same round: the worker need not be woken. */
const within = (deps: Deps, db: pg.PoolClient) => ({ db, deps, now: deps.now(), after: () => {} })

type Request = {
  id: string
  kind: 'register' | 'forget'
  type: LoginType
  host_clinic: string | null
  host_private: boolean
  lang: Language
  data: Partial<Wanted> & { username?: string }
  expires_at: Date
}

type Holder = { id: string; has_password: boolean; by_email: boolean }

const HOUR = 3_600_000

/** Over about a quarter of an hour: no one waits for a link longer than that. */
const MOST_TRIES = 5

const TAKE = `select id, kind, type, host_clinic, lang, data, expires_at,
    exists (select from clinic c where c.id = host_clinic and c.private) as host_private from account_request
  where settled_at is null and (next_try_at is null or next_try_at <= $1) order by asked_at limit 1 for update skip locked`

/** The typed identity is no longer needed. */
const SETTLED = `update account_request set settled_at = $2, data = case kind when 'forget' then '{}' else data end where id = $1`

const FAILED = `update account_request
   set tries = tries + 1, next_try_at = $2::timestamptz + interval '10 s' * power(3, tries),
       settled_at = case when tries + 1 >= $3 then $2::timestamptz end, failed_at = case when tries + 1 >= $3 then $2::timestamptz end
 where id = $1 and settled_at is null`

/** Within the platform's realm (rule 49): by e-mail first, since that is where the answer goes. Not by identity: it is a claim (docs/decisions/0069). */
const HOLDER = `select p.id, p.password_hash is not null as has_password, p.email_folded = lower($1) is true as by_email from person p
  where p.realm is null and (p.email_folded = lower($1) or p.phone = $2)
  order by p.email_folded = lower($1) is true desc, p.phone = $2 is true desc limit 1`
