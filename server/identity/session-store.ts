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
 * Sessions, stored as hashes (TRUST D1). Only this file reads and writes them. It works on the pool itself, without a
 * person's visibility, since it determines who the person is.
 */
export type Opened = { readonly session: string; readonly token: string; readonly bind: string | null }

/**
 * What a request presents: its token, the session id, the cookie that no script can read, and the secret a device was
 * locked with.
 */
export type Shown = {
  readonly token: string
  readonly session: string | null
  readonly bind: string | null
  readonly unlock: string | null
}

/**
 * What ending and locking sessions needs: the clock in epoch ms, and a way to close their open sockets at once (TRUST
 * G24).
 */
type Needs = {
  readonly pool: pg.Pool
  readonly now: () => number
  readonly closeSockets: (sessionHash: string) => void
}

/**
 * Signs a started session in: the id rotates, the token is new. Returns null if the session is unknown, over or used.
 */
export async function openSession(
  deps: { readonly pool: pg.Pool; readonly vault: Vault },
  session: string,
  person: { readonly id: string },
  hostClinic: string | null,
  { fromBrowser, agent, ip }: Pick<Origin, 'fromBrowser' | 'agent' | 'ip'>,
  now: number,
  /** They need a second factor and have none. */
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
 * Who a token belongs to, with all that row-level security needs; null if it is not valid (any more). An inactive
 * doctor, or a user of an inactive clinic, is out at once (TRUST R32), and so is a stranger on a host that has become
 * private.
 */
export async function authenticate(
  pool: pg.Pool,
  { token, session, bind, unlock }: Shown,
  now: number,
  /**
   * When a person last acted, epoch ms, as far as this request shows; null if a device sends it by itself (TRUST D2).
   */
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

/**
 * A patient who acts through the address in a message to them, and so without a session (decision 0143); null if they
 * are not active.
 */
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
    // of no session: limits per session count per patient here
    sessionHash: `appointment link of ${found.id}`,
    mustEnrol: false,
    keys: keysOf({ ...found, type: 'patient', clinic_id: null, host_clinic: null }),
  }
}

/**
 * Locks a device: until its secret is shown its token is not valid, and its sockets close. Identified by the token's
 * hash, which is all a locked device can read (TRUST D18). A device that is already locked keeps the secret it was
 * locked with.
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

/** Whether one of the secrets is the one it was locked with; from then on the token alone is valid again. */
async function unlockSession(pool: pg.Pool, sessionHash: string, unlock: string | null): Promise<boolean> {
  if (!unlock) return false
  const { rowCount } = await pool.query(
    'update session set locked_hash = null where session_hash = $1 and (locked_hash is null or locked_hash = any ($2))',
    [sessionHash, unlock.split(',').slice(0, MOST_UNLOCKS).map(hash)],
  )
  return rowCount === 1
}

/** This person has set up the required second factor: their sessions are no longer limited. */
export const releaseSessions = (pool: Pick<pg.Pool, 'query'>, personId: string) =>
  pool.query('update session set must_enrol = false where person_id = $1', [personId])

/** When the oldest stored session of a person began, epoch ms; null if there is none. */
export async function firstSession(pool: Pick<pg.Pool, 'query'>, personId: string): Promise<number | null> {
  const { rows } = await pool.query<{ since: Date | null }>(
    'select min(created_at) as since from session where person_id = $1',
    [personId],
  )
  return rows[0]?.since?.getTime() ?? null
}

/**
 * Records that a person used their session at this moment, epoch ms; an earlier moment than the recorded one changes
 * nothing.
 */
export const noteUse = (pool: Pick<pg.Pool, 'query'>, sessionHash: string, usedAt: number) =>
  pool.query('update session set used_at = greatest(used_at, $2) where session_hash = $1', [
    sessionHash,
    new Date(usedAt),
  ])

/**
 * `left`: encrypted data stays on its device. Such a session keeps the hash of its token, which is no longer valid, so
 * that its person can still have the device wiped (TRUST D18).
 */
export async function endSession(pool: Pick<pg.Pool, 'query'>, sessionHash: string, now: number, left = false) {
  await pool.query(
    'update session set ended_at = $2, token_hash = case when $3 then token_hash end where session_hash = $1',
    [sessionHash, new Date(now), left],
  )
}

/**
 * Ends every session of these people, on REST and socket, at once (TRUST G24, R32); `except` is the session hash of one
 * that stays. Call it after the commit of its cause: inside `ctx.after`.
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

/**
 * SYNC "Sight": the keys that a person reads by. A clinic's guest keys come with a card there or with being on its
 * host.
 */
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

/** TRUST D2, ms: how long a token may be unused. */
const idleLimit = (type: Role) => ({ admin: 30 * MINUTE, clinic: 12 * HOUR, doctor: 12 * HOUR, patient: 7 * DAY })[type]

/**
 * Its last condition is the database's `may_stand_on`, inlined: as a function it costs a tenth of this query, which
 * each request runs.
 */
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

/** A device that was locked and unlocked several times without a network shows the last secrets it was locked with. */
const MOST_UNLOCKS = 16
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
