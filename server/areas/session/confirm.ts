import type pg from 'pg'
import type { Parsed } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { sqlState } from '../../db/transaction.ts'
import { roomsOf } from '../../db/rows.ts'
import type { Outside } from '../../http/handler.ts'
import { note } from '../notification/note.ts'
import { auditEntry } from './audit.ts'
import { findToSignIn } from './find.ts'
import { aboutOf, letIn } from './sign-in.ts'
import { meaningOfHost } from '../../identity/host.ts'
import { hashOf } from '../../identity/secret.ts'

/**
 * Creates the requested account, once; opening the same link again gives the same answer. In its own transaction, as
 * the owner: no one is signed in, and no one else may create people of this kind. A doctor who registers themselves
 * waits for acceptance (TRUST R32), and so does everyone on a private clinic's host, where only the clinic may find out
 * who they are (docs/decisions/0067).
 */
export async function confirm(input: Parsed<'session.confirm'>, ctx: Outside<'session.confirm'>) {
  const made = await open(input.code, ctx)
  if (!made) return ctx.refuse('confirm_link_invalid')
  const { request, waits, id } = made
  const signedIn = id && request.type === 'patient' ? await signInWhereAsked(input, ctx, request, id) : null
  return {
    status: true as const,
    type: request.type,
    waiting: waits || request.type === 'doctor',
    ...(signedIn && { signedIn }),
  }
}

/** The registration behind this link; `id`: the person it has created now. Null if the link is not valid. */
async function open(code: string, { deps, origin, now }: Outside<'session.confirm'>) {
  const client = await deps.pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Request>(ASKED, [hashOf(code), new Date(now)])
    const request = rows[0]
    const id = newId(now)
    const waits = request !== undefined && (request.private === true || request.confirmed)
    const opens = request !== undefined && !request.done && !waits
    if (!request || (opens && !(await makePerson(client, request, id, now)))) {
      await client.query('rollback')
      return null
    }
    const { type } = request
    const notified = waits && !request.confirmed && !request.done ? await wait(client, request, now) : []
    const rooms = opens ? await roomsOf(client, [{ table: type, id }]) : notified.map((user) => `user:${user}`)
    await client.query('commit')
    deps.poke(rooms)
    if (opens) {
      const person = { id, type, clinicId: request.clinic }
      await auditEntry(deps.pool, { call: 'session.confirm', person, proved: true, outcome: 'done', ip: origin.ip })
    }
    return { request, waits, id: opens ? id : null }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/**
 * Signs in the browser that made the request, on the same host: the password was typed there. Anywhere else the link
 * only opens the account; otherwise someone who registers with a victim's address would make them fill an account whose
 * password they do not own.
 */
async function signInWhereAsked(
  { session, proof }: Parsed<'session.confirm'>,
  ctx: Outside<'session.confirm'>,
  request: Request,
  id: string,
) {
  if (!session || !proof || request.proof !== hashOf(proof)) return null
  const host = await meaningOfHost(ctx.deps, ctx.origin.host)
  const clinic = host.kind === 'clinic' ? host.clinic : null
  if (host.kind === 'unknown' || (clinic?.id ?? null) !== request.clinic) return null
  const person = await findToSignIn(ctx.deps.pool, request.email, 'patient', clinic)
  if (person?.id !== id || !person.active) return null
  const entered = await letIn(ctx, person, session, request.clinic, false)
  if (entered)
    await auditEntry(ctx.deps.pool, {
      call: 'session.signIn',
      person: aboutOf(person, request.clinic),
      proved: true,
      outcome: 'done',
      ip: ctx.origin.ip,
    })
  return entered
}

/** False if email or phone have come to belong to someone meanwhile: nothing of theirs is touched (TRUST R19). */
async function makePerson(client: pg.PoolClient, request: Request, id: string, now: number): Promise<boolean> {
  try {
    await client.query('select person_of_request($1, $2, false, $3)', [request.id, id, new Date(now)])
    return true
  } catch (error) {
    if (sqlState(error) === '23505') return false
    throw error
  }
}

/** For a month the clinic's users may decide; they are told now. Returns them. */
async function wait(client: pg.PoolClient, { id, name, clinic }: Request, now: number): Promise<string[]> {
  await client.query('update account_request set confirmed_at = $2, expires_at = $3 where id = $1', [
    id,
    new Date(now),
    new Date(now + MONTH),
  ])
  const { rows } = await client.query<{ id: string }>('select users_of_clinic($1) as id', [clinic])
  for (const user of rows) await note(client, { userId: user.id, kind: 'registration_waiting', args: [name] }, now)
  return rows.map((user) => user.id)
}

type Request = {
  id: string
  type: 'doctor' | 'patient'
  name: string
  email: string
  proof: string | null
  confirmed: boolean
  done: boolean
  clinic: string | null
  private: boolean | null
}

const ASKED = `select r.id, r.type, r.data ->> 'name' as name, r.data ->> 'email' as email, r.data ->> 'proof' as proof, r.confirmed_at is not null as confirmed,
    r.done_at is not null as done, c.id as clinic, c.private
  from account_request r left join clinic c on c.id = r.host_clinic
 where r.kind = 'register' and r.code_hash = $1 and (r.expires_at > $2 or r.done_at is not null) for update of r`

const MONTH = 30 * 24 * 60 * 60_000
