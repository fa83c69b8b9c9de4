import type pg from 'pg'
import { COOKIE_SECONDS } from '../../contract/kernel/constants.ts'
import type { Role } from '../../contract/kernel/call.ts'
import type { Origin, Who } from './who.ts'
import { kept } from '../db/pool.ts'
import { prefixOf } from '../kernel/network.ts'
import { agentOf } from './agent.ts'
import type { Vault } from '../ports/vault.ts'
import { hashOf as hash, newSecret as secret } from './secret.ts'
import { keepStarted } from './started.ts'

/**
 * Sessions, kept as hashes (TRUST D1). This is the one place that reads and writes them; it works on the pool itself, outside
 * any person's sight, since it is what tells who the person is.
 */
export type Opened = { readonly session: string; readonly token: string; readonly bind: string | null }

/** What a request shows: its token, the session id beside it, the cookie no script reads, and what a locked device was locked with. */
export type Shown = {
  readonly token: string
  readonly session: string | null
  readonly bind: string | null
  readonly unlock: string | null
}

/** What ending and locking sessions needs: the clock in epoch ms, and a way to close their open sockets at once (TRUST G24). */
type Needs = {
  readonly pool: pg.Pool
  readonly now: () => number
  readonly closeSockets: (sessionHash: string) => void
}

/** Signs a started session in: the id rotates, the token is new. Answers null when the session is unknown, over or used. */
export async function openSession(
  deps: { readonly pool: pg.Pool; readonly vault: Vault },
  session: string,
  person: { readonly id: string },
  hostClinic: string | null,
  { fromBrowser, agent, ip }: Pick<Origin, 'fromBrowser' | 'agent' | 'ip'>,
  now: number,
  /** They have no second factor and need one. */
  mustEnrol: boolean,
): Promise<Opened | null> {
  const opened = { session: secret(), token: secret(), bind: fromBrowser ? secret() : null }
  const life = fromBrowser ? COOKIE_SECONDS * 1000 : DAY
  await keepStarted(deps, session, now)
  const { rowCount } = await deps.pool.query(
    `update session set session_hash = $2, token_hash = $3, bind_hash = $4, person_id = $5, host_clinic = $6, created_at = $7, used_at = $7, expires_at = $8,
            agent = $9, ip_prefix = $10, must_enrol = $11
      where session_hash = $1 and token_hash is null and ended_at is null and expires_at > $7`,
    [
      hash(session),
      hash(opened.session),
      hash(opened.token),
      opened.bind && hash(opened.bind),
      person.id,
      hostClinic,
      new Date(now),
      new Date(now + life),
      agentOf(agent),
      prefixOf(ip),
      mustEnrol,
    ],
  )
  return rowCount === 1 ? opened : null
}

/**
 * Who a token belongs to, with all that row-level security needs; null when it opens nothing (any more). A passive doctor, or a user of
 * a passive clinic, is out at once (TRUST R32), and so is a stranger on a host that has become private.
 */
export async function authenticate(
  pool: pg.Pool,
  { token, session, bind, unlock }: Shown,
  now: number,
  /** When a person last did what this request stands for, epoch ms; null where a device asks by itself (TRUST D2). */
  usedAt: number | null,
): Promise<Who | null> {
  const { rows } = await pool.query<Found>(kept(WHO, [hash(token), new Date(now)]))
  const found = rows[0]
  if (!found) return null
  if (session !== null && hash(session) !== found.session_hash) return null
  if (found.bind_hash && (bind === null || hash(bind) !== found.bind_hash)) return null
  if (now - found.used_at.getTime() > idleLimit(found.type)) return null
  if (found.locked_hash && !(await unlockSession(pool, found.session_hash, unlock))) return null
  if (usedAt !== null && usedAt - found.used_at.getTime() > MINUTE) await noteUse(pool, found.session_hash, usedAt)
  return {
    id: found.id,
    type: found.type,
    name: found.name,
    superadmin: found.superadmin,
    clinicId: found.clinic_id,
    hostClinic: found.host_clinic,
    sessionHash: found.session_hash,
    mustEnrol: found.must_enrol,
    keys: keysOf(found),
  }
}

/** A patient who is asked for by the address of a message to them, and so without a session (decision 0143); null for one who is not active. */
export async function patientByLink(pool: Pick<pg.Pool, 'query'>, personId: string): Promise<Who | null> {
  const { rows } = await pool.query<Pick<Found, 'id' | 'name' | 'card_clinics'>>(
    `select p.id, p.name, t.clinic_ids as card_clinics from person p join patient t using (id) where p.id = $1 and p.type = 'patient' and p.active`,
    [personId],
  )
  const found = rows[0]
  if (!found) return null
  return {
    id: found.id,
    type: 'patient',
    name: found.name,
    superadmin: false,
    clinicId: null,
    hostClinic: null,
    // no session's: what is counted by it is counted by patient
    sessionHash: `appointment link of ${found.id}`,
    mustEnrol: false,
    keys: keysOf({ ...found, type: 'patient', clinic_id: null, host_clinic: null }),
  }
}

/**
 * A device is locked: until its secret is shown its token opens nothing, and its sockets close. Known by the token's hash, which is all that a
 * locked device can read (TRUST D18). One that is locked already stays so by the secret it was locked with.
 */
export async function lockSession(
  { pool, now, closeSockets }: Needs,
  tokenHash: string,
  lockHash: string,
  leaves: boolean,
): Promise<void> {
  const { rows } = await pool.query<{ session_hash: string }>(
    `update session set locked_hash = coalesce(locked_hash, $2), ended_at = case when $3 then $4::timestamptz end
      where token_hash = $1 and ended_at is null returning session_hash`,
    [tokenHash, lockHash, leaves, new Date(now())],
  )
  for (const { session_hash } of rows) closeSockets(session_hash)
}

/** Whether one of the secrets shown is the one that it was locked with; from then on the token alone opens it again. */
async function unlockSession(pool: pg.Pool, sessionHash: string, unlock: string | null): Promise<boolean> {
  if (!unlock) return false
  const { rowCount } = await pool.query(
    'update session set locked_hash = null where session_hash = $1 and (locked_hash is null or locked_hash = any ($2))',
    [sessionHash, unlock.split(',').slice(0, MOST_UNLOCKS).map(hash)],
  )
  return rowCount === 1
}

/** The second factor that was required of this person is there: their sessions open everything from now on. */
export const releaseSessions = (pool: Pick<pg.Pool, 'query'>, personId: string) =>
  pool.query('update session set must_enrol = false where person_id = $1', [personId])

/** When the oldest of a person's sessions that are still on record began, epoch ms; null where there is none. */
export async function firstSession(pool: Pick<pg.Pool, 'query'>, personId: string): Promise<number | null> {
  const { rows } = await pool.query<{ since: Date | null }>(
    'select min(created_at) as since from session where person_id = $1',
    [personId],
  )
  return rows[0]?.since?.getTime() ?? null
}

/** That a person used their session at this moment, epoch ms; an earlier one than is known changes nothing. */
export const noteUse = (pool: Pick<pg.Pool, 'query'>, sessionHash: string, usedAt: number) =>
  pool.query('update session set used_at = greatest(used_at, $2) where session_hash = $1', [
    sessionHash,
    new Date(usedAt),
  ])

/**
 * `left`: what lies sealed on its device stays there. Such a session keeps the hash of its token, which opens nothing once it has ended, so
 * that its person can still have the device wiped (TRUST D18).
 */
export async function endSession(pool: Pick<pg.Pool, 'query'>, sessionHash: string, now: number, left = false) {
  await pool.query(
    'update session set ended_at = $2, token_hash = case when $3 then token_hash end where session_hash = $1',
    [sessionHash, new Date(now), left],
  )
}

/**
 * Ends every session of these people, on REST and socket, at once (TRUST G24, R32); `except` is the session hash of one that stays.
 * Call it when what it stands on has been committed: inside `ctx.after`.
 */
export async function endSessionsOf(
  { pool, now, closeSockets }: Needs,
  personIds: readonly string[],
  except?: string,
): Promise<void> {
  const { rows } = await pool.query<{ session_hash: string }>(
    `update session set ended_at = $2, token_hash = null
      where person_id = any ($1) and ended_at is null and session_hash is distinct from $3 returning session_hash`,
    [personIds, new Date(now()), except ?? null],
  )
  for (const { session_hash } of rows) closeSockets(session_hash)
}

/** SYNC "Sight": the keys a person reads by. A clinic's guest keys come with a card there or with standing on its host. */
function keysOf({
  id,
  type,
  clinic_id,
  host_clinic,
  card_clinics,
}: Pick<Found, 'id' | 'type' | 'clinic_id' | 'host_clinic' | 'card_clinics'>): string[] {
  const guest = [...new Set([...card_clinics, ...(host_clinic ? [host_clinic] : [])])].map((clinic) => `host:${clinic}`)
  const own = {
    admin: ['admin'],
    clinic: [`clinic:${clinic_id}`],
    doctor: [`doctor:${id}`],
    patient: [`patient:${id}`],
  }[type]
  return ['all', `user:${id}`, ...own, ...(type === 'doctor' || type === 'patient' ? guest : [])]
}

/** TRUST D2, ms: how long a token may lie unused. */
const idleLimit = (type: Role) => ({ admin: 30 * MINUTE, clinic: 12 * HOUR, doctor: 12 * HOUR, patient: 7 * DAY })[type]

/** Its last condition is the database's `may_stand_on`, written out: a function of its own is a tenth of this question, and each request asks it. */
const WHO = `select s.session_hash, s.bind_hash, s.host_clinic, s.used_at, s.locked_hash, s.must_enrol, p.id, p.type, p.name, p.superadmin, p.clinic_id,
    coalesce(d.clinic_ids, t.clinic_ids, '{}') as card_clinics
  from session s join person p on p.id = s.person_id
  left join doctor d on d.id = p.id left join patient t on t.id = p.id left join clinic c on c.id = p.clinic_id
  left join clinic h on h.id = s.host_clinic and h.private
 where s.token_hash = $1 and s.ended_at is null and s.expires_at > $2
   and p.active and coalesce(d.active, true) and coalesce(c.active, true)
   and (h.id is null or h.id in (p.clinic_id, p.realm) or h.id = any (d.clinic_ids) or h.id = any (t.clinic_ids))`

type Found = {
  session_hash: string
  bind_hash: string | null
  host_clinic: string | null
  used_at: Date
  locked_hash: string | null
  must_enrol: boolean
  id: string
  type: Role
  name: string
  superadmin: boolean
  clinic_id: string | null
  card_clinics: string[]
}

/** A device that was locked and unlocked again and again without a network shows what each of the last ones was locked with. */
const MOST_UNLOCKS = 16
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
