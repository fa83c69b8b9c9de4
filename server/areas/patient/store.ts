import { readIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import type { Db } from '../../db/pool.ts'
import type { Unsealed } from '../../db/sealing.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { phoneToKeep } from '../../kernel/phone.ts'

export type Card = Patient & { readonly field_versions: Readonly<Record<string, number>> }

/**
 * A card that the caller may see, locked for the rest of the transaction; throws `patient_not_found` if there is none.
 */
export async function lockCard(db: Db, id: string): Promise<Card> {
  const locked = await db.query('select from patient where id = $1 for update', [id])
  const { rows } = locked.rowCount
    ? await db.query<Card>('select * from patient_row where id = $1', [id])
    : { rows: [] }
  if (!rows[0]) throw new Refused('patient_not_found')
  return rows[0]
}

/** Cards by id with the start of the next visit visible to the caller, unordered. */
export async function withNextVisit(db: Db, ids: readonly string[]) {
  const { rows } = await db.query<Patient & { nextVisit: string | null }>(
    `select p.*, (select iso(min(starts_at)) from appointment a
                   where a.patient_id = p.id and a.status = 'waiting' and a.starts_at > now()) as "nextVisit"
       from patient_row p where p.id = any ($1::uuid[])`,
    [ids],
  )
  return rows
}

/** The start of the next visit visible to the caller, by the patients' ids; those without one are left out. */
export async function nextVisits(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; start: string }>(
    `select patient_id as id, iso(min(starts_at)) as start from appointment
      where patient_id = any ($1::uuid[]) and status = 'waiting' and starts_at > now() group by patient_id`,
    [ids],
  )
  return new Map(rows.map(({ id, start }) => [id, start]))
}

/** The clinic a person acts in: a clinic user's clinic, otherwise the host's. */
export const clinicOf = (who: Who): string | null => who.clinicId ?? who.hostClinic

/** Rule 49: what a private clinic adds belongs to its own realm, everything else to the platform's. */
export async function realmHere(db: Db, who: Who): Promise<string | null> {
  const found = await db.query<{ id: string }>('select id from clinic where id = $1 and private', [clinicOf(who)])
  return found.rows[0]?.id ?? null
}

/** The phone in E.164, by the clinic's country if it names none; `field` is named if it is invalid. */
export async function phoneIn({ db, who }: Pick<Ctx<'patient.add'>, 'db' | 'who'>, typed: string, field = 'phone') {
  const found = await db.query<{ zone: string }>('select zone from clinic where id = $1', [clinicOf(who)])
  return phoneToKeep(typed, found.rows[0]?.zone ?? null, field)
}

/**
 * The stored form of a typed identity: a Turkish number by its checksum, or another document's as it is (rule 61).
 * Null: removed.
 */
export function identityTyped(typed: string | null | undefined, nonCitizen: boolean): string | null {
  const text = typed?.trim()
  if (!text) return null
  const number = nonCitizen ? text : readIdentityNumber(text)
  if (!number) throw new Refused('identity_invalid')
  return number
}

type Contact = { readonly email: string | null; readonly phone: string | null; readonly identity: Unsealed | null }

/** Which of these someone else of the realm has: the first in order, or null. Does not say whose it is (TRUST R19). */
export async function takenBy(db: Db, realm: string | null, { email, phone, identity }: Contact, except: string) {
  const { rows } = await db.query<{ what: 'identity' | 'phone' | 'email' | null }>(
    'select contact_of_other($1, $2, $3, $4, $5) as what',
    [realm, email, phone, identity, except],
  )
  return rows[0]?.what ?? null
}
