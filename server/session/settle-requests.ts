import type pg from 'pg'
import type { Language } from '../../contract/constants.ts'
import type { LoginType } from '../../contract/session.ts'
import type { Deps } from '../http/handler.ts'
import { queueMessage } from '../message/queue.ts'
import { writeTo } from '../message/write-to.ts'
import { belongsHere, findToSignIn } from './find.ts'
import { forgetPath, linkTo, loginTypeOf, reachOf } from './links.ts'
import { sendPasswordLink } from './password-link.ts'
import type { Wanted } from './register.ts'
import { hashOf, newSecret } from './secret.ts'

/**
 * Finds out what becomes of registrations and forgotten passwords, after their answer has gone: a link to confirm, a word to the one who
 * has an account already, a link for a new password, or nothing. Answers how many were settled.
 */
export async function settleRequests(deps: Deps): Promise<number> {
  let settled = 0
  while (await settleOne(deps)) settled++
  return settled
}

async function settleOne(deps: Deps): Promise<boolean> {
  const { pool, now } = deps
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Request>(TAKE)
    const request = rows[0]
    if (request) {
      if (request.kind === 'forget') await settleForgotten(deps, client, request)
      else await settleRegistration(deps, client, request)
      await client.query('update account_request set settled_at = $2 where id = $1', [request.id, new Date(now())])
    }
    await client.query('commit')
    return request !== undefined
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
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
  const { rows } = await db.query<{ id: string; has_password: boolean; by_email: boolean }>(HOLDER, [
    request.host_clinic,
    wanted.email,
    wanted.phone,
    wanted.identity,
  ])
  const [holder] = rows
  if (holder) return tellHolder(deps, db, holder, wanted, request.lang)
  const code = newSecret()
  await db.query('update account_request set code_hash = $2 where id = $1', [request.id, hashOf(code)])
  const { rows: clinics } = await db.query<{ name: string; panel_url: string | null }>(
    'select name, panel_url from clinic where id = $1',
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
 * Whoever has the account already is told on their own address or phone, once an hour at most; who was added at a desk and has never
 * signed in gets the link that makes the account theirs (rule 59). To the address that was typed nothing is said.
 */
async function tellHolder(
  deps: Deps,
  db: pg.PoolClient,
  holder: { id: string; has_password: boolean; by_email: boolean },
  wanted: Wanted,
  lang: Language,
) {
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

/** The messages of a round go out in the same round: nobody needs to be called for them. */
const within = (deps: Deps, db: pg.PoolClient) => ({ db, deps, now: deps.now(), after: () => {} })

type Request = {
  id: string
  kind: 'register' | 'forget'
  type: LoginType
  host_clinic: string | null
  lang: Language
  data: Partial<Wanted> & { username?: string }
  expires_at: Date
}

const HOUR = 3_600_000

const TAKE = `select id, kind, type, host_clinic, lang, data, expires_at from account_request
  where settled_at is null order by asked_at limit 1 for update skip locked`

/** Within the realm of the host (rule 49): by e-mail first, since that is where the answer goes. */
const HOLDER = `select p.id, p.password_hash is not null as has_password, p.email_folded = lower($2) is true as by_email from person p
  where p.realm is not distinct from (select id from clinic where id = $1 and private)
    and (p.email_folded = lower($2) or p.phone = $3 or p.identity = identity_kept($4))
  order by p.email_folded = lower($2) is true desc, p.phone = $3 is true desc limit 1`
