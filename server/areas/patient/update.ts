import { recordAllergies } from '../../../contract/patient/allergy.rules.ts'
import { changedSince } from '../../db/merge.ts'
import { toColumn, toIdentity } from '../../db/sealed-columns.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx, Handler } from '../../http/handler.ts'
import { changingContact } from '../session/contact-changed.ts'
import { identityTyped, lockCard, phoneIn, takenBy, type Card } from './store.ts'

/**
 * Changes a card: the fields that this kind of person may change (RULES 13), each compared with the version it was
 * edited on (rule 83).
 */
export const updatePatient: Handler<'patient.update'> = async ({ id, ...fields }, ctx) => {
  const { db, who, refuse } = ctx
  const card = await lockCard(db, id)
  const changes = Object.entries(fields).filter(([, value]) => value !== undefined)
  const names = changes.map(([name]) => name)
  if (names.some((name) => !MAY[who.type].has(name))) throw new Refused('unauthorized', {}, 403)
  const changed = changedSince(
    'patient',
    card.field_versions,
    ctx.base,
    names.map((name) => (name === 'identity' ? 'hasIdentity' : name)),
  )
  if (changed.length) throw new Refused('changed_since', { fields: changed, target: { table: 'patient', id } }, 412)
  const {
    identity,
    active,
    phone: typedPhone,
    emergencyPhone: typedEmergency,
    ...rest
  } = Object.fromEntries(changes) as typeof fields // the same, without absent fields
  const phone = typedPhone === undefined ? undefined : await phoneIn(ctx, typedPhone)
  const emergencyPhone =
    typedEmergency === undefined
      ? undefined
      : typedEmergency
        ? await phoneIn(ctx, typedEmergency, 'emergencyPhone')
        : null
  const number = identity === undefined ? undefined : identityTyped(identity, rest.nonCitizen ?? card.nonCitizen)
  const realm = await realmOf(ctx, id)
  const taken = await takenBy(
    db,
    realm,
    // what patients enter about themselves is only a claim, and must not reveal who has that number
    // (docs/decisions/0069)
    {
      email: rest.email ?? null,
      phone: phone ?? null,
      identity: who.type === 'patient' ? null : toIdentity(realm, number ?? null),
    },
    id,
  )
  if (taken === 'email') return refuse('email_exists')
  if (taken === 'phone') return refuse('phone_exists')
  if (taken === 'identity') return refuse('patient_exists')
  const recorded = recordAllergies(rest, card, { at: new Date(ctx.now).toISOString(), by: who.id })
  const set = { ...rest, ...recorded, ...(phone && { phone }), ...(emergencyPhone !== undefined && { emergencyPhone }) }
  await ('phone' in set || 'email' in set
    ? changingContact(ctx, id, () => write(ctx, card, realm, set))
    : write(ctx, card, realm, set))
  if (number !== undefined) await db.query('select patient_identity_set($1, $2)', [id, toIdentity(realm, number)])
  if (active !== undefined) await setActive(ctx, id, active)
  return [{ table: 'patient', id }]
}

type Fields = Omit<Parameters<typeof updatePatient>[0], 'id' | 'identity' | 'active'> & {
  readonly allergiesAt?: string | null | undefined
  /** The id of who recorded it; the view shows the name. */
  readonly allergiesBy?: string | null | undefined
}

/** Writes the fields of the person and of the card; absent ones stay. */
async function write({ db }: Pick<Ctx<'patient.update'>, 'db'>, card: Card, realm: string | null, fields: Fields) {
  const text = (value: string | null | undefined) => value?.trim() || null
  const keep = { ...card, ...(fields as Partial<Card>) } // absent fields have been removed before
  if (PERSON_FIELDS.some((name) => name in fields))
    await db.query(
      `update person set name = $2, phone = $3, email = $4, city = $5, non_citizen = $6,
          -- another address has yet to be proved its owner's
          confirmed_at = case when email is distinct from $4 then null else confirmed_at end
        where id = $1`,
      [card.id, keep.name.trim(), keep.phone, keep.email || null, text(keep.city), keep.nonCitizen],
    )
  if (CARD_FIELDS.some((name) => name in fields))
    await db.query(
      `update patient set birth_date = $2, gender = $3, blood_type = $4, emergency_name = $5, emergency_phone = $6 where id = $1`,
      [card.id, keep.birthDate, keep.gender, keep.bloodType, text(keep.emergencyName), keep.emergencyPhone],
    )
  if ('allergiesAt' in fields)
    await db.query(
      `update patient set allergies = $2, no_allergies = $3, allergies_at = $4, allergies_by = $5 where id = $1`,
      [
        card.id,
        toColumn('patient', 'allergies', { id: card.id, clinic: realm }, keep.allergies),
        keep.noAllergies,
        keep.allergiesAt,
        keep.allergiesBy,
      ],
    )
}

/** A desk sets a patient inactive for its own clinic; an admin sets the person's account inactive. */
async function setActive({ db, who }: Pick<Ctx<'patient.update'>, 'db' | 'who'>, id: string, active: boolean) {
  if (who.type === 'admin') return db.query('update person set active = $2 where id = $1', [id, active])
  return db.query(
    `update patient set passive_in = case when $3 then array_remove(passive_in, $2) else array_append(array_remove(passive_in, $2), $2) end
      where id = $1`,
    [id, who.clinicId, active],
  )
}

/** Rule 49: uniqueness is checked in the patient's own realm, fixed when they were added. */
async function realmOf({ db }: Pick<Ctx<'patient.update'>, 'db'>, id: string) {
  const { rows } = await db.query<{ realm: string | null }>('select realm from person where id = $1', [id])
  return rows[0]?.realm ?? null
}

const PERSON_FIELDS = ['name', 'email', 'phone', 'city', 'nonCitizen'] as const
const CARD_FIELDS = ['birthDate', 'gender', 'bloodType', 'emergencyName', 'emergencyPhone'] as const
const ALLERGIES = ['allergies', 'noAllergies'] as const
const CONTACT = ['phone', 'email', 'emergencyName', 'emergencyPhone', 'city'] as const
const IDENTITY = ['name', 'birthDate', 'gender', 'identity', 'nonCitizen'] as const
const MAY = {
  admin: new Set<string>([...IDENTITY, 'phone', 'email', 'city', 'active']),
  clinic: new Set<string>([...IDENTITY, ...CONTACT, ...ALLERGIES, 'bloodType', 'active']),
  doctor: new Set<string>([...CONTACT, ...ALLERGIES]),
  // phone and email open the account: the profile asks for the password first
  patient: new Set<string>([...IDENTITY, ...ALLERGIES, 'bloodType', 'emergencyName', 'emergencyPhone', 'city']),
} as const
