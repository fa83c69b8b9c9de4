import type { Parsed } from '../../../contract/calls.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import { recordAllergies } from '../../../contract/patient/allergy.rules.ts'
import { toColumn, toIdentity } from '../../db/sealed-columns.ts'
import type { Unsealed } from '../../db/sealing.ts'
import type { Ctx } from '../../http/handler.ts'
import { clinicOf, identityTyped, phoneIn, realmHere, takenBy } from './store.ts'

/**
 * Adds a patient, or refuses if someone already has this phone or identity, who is named only to callers who may see
 * them (rule 60).
 */
export async function addPatient(
  input: Parsed<'patient.add'>,
  ctx: Pick<Ctx<'patient.add'>, 'db' | 'who' | 'now' | 'refuse'>,
): Promise<readonly [Target]> {
  const { db, who, now, refuse } = ctx
  const { id, birthDate, gender, bloodType, emergencyName, city } = input
  const realm = await realmHere(db, who)
  const phone = await phoneIn(ctx, input.phone)
  const emergency = input.emergencyPhone ? await phoneIn(ctx, input.emergencyPhone, 'emergencyPhone') : null
  const nonCitizen = input.nonCitizen ?? false
  const identity = toIdentity(realm, identityTyped(input.identity, nonCitizen))
  const email = input.email ?? null
  const name = input.name.trim()
  if (await isThere()) return [{ table: 'patient', id }]
  const taken = await takenBy(db, realm, { email, phone, identity }, id)
  if (taken === 'email') return refuse('email_exists')
  if (taken) return refuse('patient_exists', { id: await knownPatient(ctx, phone, identity), by: taken })
  await db.query(
    `insert into person (id, type, realm, name, email, phone, lang, city, non_citizen) values ($1, 'patient', $2, $3, $4, $5, $6, $7, $8)`,
    [id, realm, name, email, phone, await langHere(ctx), city?.trim() || null, nonCitizen],
  )
  const clinic = clinicOf(who)
  // RULES 13: an admin writes no medical fields
  const medical = who.type === 'admin' ? [null, null, null] : [bloodType, emergencyName, emergency]
  const recorded =
    who.type === 'admin' ? null : recordAllergies(input, null, { at: new Date(now).toISOString(), by: who.id })
  await db.query(
    `insert into patient (id, birth_date, gender, blood_type, emergency_name, emergency_phone, clinic_id, clinic_ids, doctor_ids,
                          added_by, added_by_name, added_in, created_at, allergies, no_allergies, allergies_at, allergies_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce($15, false), $16, $17)`,
    [
      id,
      birthDate ?? null,
      gender ?? null,
      ...medical.map((value) => value?.trim() || null),
      realm,
      clinic ? [clinic] : [],
      who.type === 'doctor' ? [who.id] : [],
      who.id,
      who.name,
      clinic,
      new Date(now),
      toColumn('patient', 'allergies', { id, clinic: realm }, recorded?.allergies),
      recorded?.noAllergies ?? false,
      recorded?.allergiesAt ?? null,
      recorded?.allergiesBy ?? null,
    ],
  )
  if (identity) await db.query('select patient_identity_set($1, $2)', [id, identity])
  return [{ table: 'patient', id }]

  /** TRUST R06: made before under a key that is lost; the same content by the same person counts as success. */
  async function isThere() {
    const found = await db.query('select from patient_row where id = $1 and name = $2 and phone = $3', [
      id,
      name,
      phone,
    ])
    return found.rowCount === 1
  }
}

/** Rule 60: the match is named only to those who may see it. */
async function knownPatient({ db }: Pick<Ctx<'patient.add'>, 'db'>, phone: string, identity: Unsealed | null) {
  const found = await db.query<{ id: string }>('select id from patient_row where phone = $1', [phone])
  if (found.rows[0] || !identity) return found.rows[0]?.id ?? null
  const same = await db.query<{ id: string }>(`select id from patient_search('{}', '', $1, null, 1)`, [identity])
  return same.rows[0]?.id ?? null
}

/** Until the patient chooses a language, they get that of the person who added them. */
async function langHere({ db, who }: Pick<Ctx<'patient.add'>, 'db' | 'who'>) {
  const found = await db.query<{ lang: string }>('select lang from person where id = $1', [who.id])
  return found.rows[0]?.lang ?? 'tr'
}
