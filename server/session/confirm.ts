import type pg from 'pg'
import type { Language } from '../../contract/constants.ts'
import { newId } from '../../contract/id.ts'
import { sqlState } from '../db/transaction.ts'
import { roomsOf } from '../db/rows.ts'
import type { Outside } from '../http/handler.ts'
import { auditEntry } from './audit.ts'
import type { Wanted } from './register.ts'
import { hashOf } from './secret.ts'

/**
 * Makes the account that was asked for, once; the same link opened again answers the same. In one transaction of its own, as the owner:
 * nobody is signed in, and nobody else may make people of this kind. A doctor who comes by themselves waits for a yes (TRUST R32).
 */
export async function confirm({ code }: { code: string }, ctx: Outside<'session.confirm'>) {
  const { deps, origin, now, refuse } = ctx
  const client = await deps.pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Request>(
      `select r.id, r.type, r.lang, r.data, r.password_hash, r.done_at, c.id as clinic, case when c.private then c.id end as realm
         from account_request r left join clinic c on c.id = r.host_clinic
        where r.kind = 'register' and r.code_hash = $1 and (r.expires_at > $2 or r.done_at is not null) for update of r`,
      [hashOf(code), new Date(now)],
    )
    const request = rows[0]
    const id = newId(now)
    if (!request || (!request.done_at && !(await makePerson(client, request, id, now)))) {
      await client.query('rollback')
      return refuse('confirm_link_invalid')
    }
    const { type } = request
    const rooms = request.done_at ? [] : await roomsOf(client, [{ table: type, id }])
    await client.query('commit')
    if (!request.done_at) {
      deps.poke(rooms)
      const person = { id, type, clinicId: request.clinic }
      await auditEntry(deps.pool, { call: 'session.confirm', person, proved: true, outcome: 'done', ip: origin.ip })
    }
    return { status: true as const, type, waiting: type === 'doctor' }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** False where e-mail, phone or identity have become somebody's in the meantime: nothing of theirs is touched (TRUST R19). */
async function makePerson(client: pg.PoolClient, request: Request, id: string, now: number): Promise<boolean> {
  const { type, lang, data, password_hash, clinic, realm } = request
  try {
    await client.query(
      `insert into person (id, type, realm, name, email, phone, identity, non_citizen, lang, country, city, lat, lng, password_hash, confirmed_at, created_at)
       values ($1, $2, $3, $4, $5, $6, identity_kept($7), $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
      [
        id,
        type,
        realm,
        data.name,
        data.email,
        data.phone,
        data.identity,
        data.nonCitizen,
        lang,
        data.country,
        data.city,
        data.lat,
        data.lng,
        password_hash,
        new Date(now),
      ],
    )
  } catch (error) {
    if (sqlState(error) === '23505') return false
    throw error
  }
  const clinics = clinic ? [clinic] : []
  if (type === 'doctor')
    await client.query(
      'insert into doctor (id, title, branch_id, clinic_ids, city, active) values ($1, $2, $3, $4, $5, false)',
      [id, data.title, data.branch, clinics, data.city],
    )
  else
    await client.query(
      'insert into patient (id, birth_date, clinic_id, clinic_ids, created_at) values ($1, $2, $3, $4, $5)',
      [id, data.birthDate, realm, clinics, new Date(now)],
    )
  for (const { document, version } of data.legal)
    await client.query(
      'insert into consent (person_id, clinic_id, document, version, lang, given_at) select $1, $2, $3, $4, $5, asked_at from account_request where id = $6',
      [id, clinic, document, version, lang, request.id],
    )
  await client.query(`update account_request set done_at = $2, data = '{}', password_hash = null where id = $1`, [
    request.id,
    new Date(now),
  ])
  return true
}

type Request = {
  id: string
  type: 'doctor' | 'patient'
  lang: Language
  data: Wanted
  password_hash: string
  done_at: Date | null
  clinic: string | null
  realm: string | null
}
