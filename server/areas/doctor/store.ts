import type { Doctor } from '../../../contract/doctor/doctor.ts'
import type { Parsed } from '../../../contract/calls.ts'
import { columnOf } from '../../db/field-groups.ts'
import type { Db } from '../../db/pool.ts'
import type { Unsealed } from '../../db/sealing.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Who } from '../../identity/who.ts'
import { phoneToKeep } from '../../kernel/phone.ts'

export type Card = Doctor & { readonly mine: boolean; readonly field_versions: Readonly<Record<string, number>> }

/**
 * A card that the caller may edit, locked for the rest of the transaction; null if there is none: others' cards do not
 * exist (404).
 */
export async function lockDoctor(db: Db, id: string): Promise<Card | null> {
  const locked = await db.query('select from doctor where id = $1 for update', [id])
  if (!locked.rowCount) return null
  const { rows } = await db.query<Card>('select * from doctor_row where id = $1 and mine', [id])
  return rows[0] ?? null
}

type Parts = Omit<Parsed<'doctor.update'>, 'id' | 'name' | 'email' | 'phone' | 'identity' | 'commissionClinicId'>

/**
 * The card's own columns of an input: texts are trimmed, lists of languages are JSON. The commission is not among them,
 * since it belongs to a clinic.
 */
export function columnsOf(parts: Parts): Record<string, unknown> {
  const { commissionType: _type, commissionRatio: _ratio, commissionAmount: _amount, ...card } = parts
  const { shortDescription, description, expertise, ...rest } = card
  const made: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined) made[columnOf(name)] = typeof value === 'string' ? value.trim() : value
  for (const [name, texts] of Object.entries({ shortDescription, description, expertise }))
    if (texts) made[columnOf(name)] = JSON.stringify(texts.map((text) => ({ ...text, value: text.value.trim() })))
  return made
}

/**
 * Rule 33: the type decides which of the two numbers applies; without one it is 0. Null if the input has no commission.
 */
export function commissionIn({ commissionType, commissionRatio, commissionAmount }: Parts) {
  if (commissionType === undefined) return null
  const value = commissionType === 'ratio' ? commissionRatio : commissionType === 'amount' ? commissionAmount : 0
  return [commissionType, value ?? 0] as const
}

/** Refuses ids of words that do not exist, and repeated ones. */
export async function checkWords(db: Db, { branchIds, diseaseIds, treatmentIds }: Parts): Promise<void> {
  for (const [ids, table, code] of [
    [branchIds, 'branch', 'branch_not_found'],
    [diseaseIds, 'disease', 'record_not_found'],
    [treatmentIds, 'treatment', 'record_not_found'],
  ] as const) {
    if (!ids?.length) continue
    const { rows } = await db.query<{ n: number }>(
      `select count(*) as n from ${table} where id = any ($1::uuid[]) and not gone`,
      [ids],
    )
    if (rows[0]?.n !== ids.length) throw new Refused(code)
  }
}

/**
 * Checks the clinics that an admin names: all must be public, otherwise they count as unknown. A clinic's own users can
 * name only theirs.
 */
export async function checkClinics(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await db.query<{ n: number }>(
    'select count(*) as n from clinic where id = any ($1::uuid[]) and not private and active',
    [ids],
  )
  if (rows[0]?.n !== new Set(ids).size) throw new Refused('clinic_not_found')
}

/** Rule 49: a person added by a private clinic belongs to its realm, everyone else to the platform's. */
export async function realmOf(db: Db, who: Who): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('select id from clinic where id = $1 and private', [who.clinicId])
  return rows[0]?.id ?? null
}

/** A phone in its stored form; a number without a country code belongs to the clinic's country. */
export async function phoneOf(db: Db, typed: string, clinicId: string | null): Promise<string> {
  const { rows } = await db.query<{ zone: string }>('select zone from clinic where id = $1', [clinicId])
  return phoneToKeep(typed, rows[0]?.zone ?? null)
}

export type Contact = {
  readonly email: string | null
  readonly phone: string | null
  readonly identity: Unsealed | null
}

/**
 * Refuses a contact that someone of the realm has. A doctor is reported as such, with the id if the caller sees the
 * card, so that the form can offer the existing one (rules 49, 53); of others it only says which contact it is.
 */
export async function refuseTaken(
  db: Db,
  realm: string | null,
  contact: Contact,
  except: string | null,
): Promise<void> {
  const { rows } = await db.query<{ what: 'phone' | 'email' | 'identity'; id: string; is_doctor: boolean }>(
    'select * from contact_holder($1, $2, $3, $4, $5)',
    [realm, contact.email, contact.phone, contact.identity, except],
  )
  const held = rows[0]
  if (!held) return
  if (held.is_doctor && except === null) {
    const seen = await db.query('select from doctor_row where id = $1 and mine', [held.id])
    throw new Refused('doctor_exists', { by: held.what, ...(seen.rowCount && { id: held.id }) })
  }
  throw new Refused(held.what === 'phone' ? 'phone_exists' : held.what === 'email' ? 'email_exists' : 'user_exists')
}
