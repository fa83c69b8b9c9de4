import { readIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import { toIdentity } from '../../db/sealed-columns.ts'
import type { Ctx, Handler } from '../../http/handler.ts'
import { sendPasswordLink } from '../session/password-link.ts'
import { checkClinics, checkWords, columnsOf, commissionIn, phoneOf, realmOf, refuseTaken } from './store.ts'

/**
 * Adds a doctor: person, card and invitation in one transaction (SCREENS B6). If anything is refused, nothing is
 * written.
 */
export const addDoctor: Handler<'doctor.add'> = async (input, ctx) => {
  const { db, who, refuse } = ctx
  const { id, name, phone: typed, email, identity, language, invite, clinicIds, ...parts } = input
  const clinics = who.type === 'clinic' ? [who.clinicId!] : [...new Set(clinicIds)] // a clinic's user has a clinic
  if (who.type === 'clinic' && clinicIds?.some((clinic) => clinic !== who.clinicId)) return refuse('clinic_not_found')
  if (clinics.length === 0) return refuse('clinic_required')
  if (!parts.branchIds?.length) return refuse('branch_required')
  const number = identity?.trim() ? readIdentityNumber(identity) : null
  if (identity?.trim() && !number) return refuse('identity_invalid')
  const phone = await phoneOf(db, typed, clinics[0]!)
  if (await isThere()) return answerOf(ctx, id)
  if (who.type === 'admin') await checkClinics(db, clinics)
  await checkWords(db, parts)
  const realm = await realmOf(db, who)
  const kept = toIdentity(realm, number)
  await refuseTaken(db, realm, { email, phone, identity: kept }, null)
  await db.query(
    `insert into person (id, type, realm, name, email, phone, lang) values ($1, 'doctor', $2, $3, $4, $5, $6)`,
    [id, realm, name.trim(), email?.trim() || null, phone, language ?? 'tr'],
  )
  const columns = { clinic_ids: clinics, home_clinic: who.clinicId, ...columnsOf(parts) }
  await db.query(
    `insert into doctor (id, ${Object.keys(columns).join(', ')}) values ($1, ${Object.keys(columns)
      .map((_, i) => `$${i + 2}`)
      .join(', ')})`,
    [id, ...Object.values(columns)],
  )
  const terms = commissionIn(parts)
  if (terms)
    for (const clinic of clinics) await db.query('select set_commission($1, $2, $3, $4)', [id, clinic, ...terms])
  if (kept) await db.query('select doctor_identity_set($1, $2)', [id, kept])
  if (invite) await sendPasswordLink(ctx, id, 'invite')
  return answerOf(ctx, id)

  /** TRUST R06: made before and the answer was lost; the same content by the same person succeeds without writing. */
  async function isThere() {
    const found = await db.query('select from doctor_row where id = $1 and name = $2 and phone = $3 and mine', [
      id,
      name.trim(),
      phone,
    ])
    return found.rowCount === 1
  }
}

/** The card as the reply, and as the object of the audit. */
export async function answerOf(
  { db, record }: Pick<Ctx<'doctor.add'>, 'db' | 'record'>,
  id: string,
): Promise<Awaited<ReturnType<Handler<'doctor.add'>>>> {
  record({ object: { table: 'doctor', id } })
  const { rows } = await db.query('select * from doctor_row where id = $1', [id])
  return { status: true, doctor: rows[0] }
}
