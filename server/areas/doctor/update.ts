import { isProposed, whyNotContact, whyNotSet } from '../../../contract/doctor/doctor.rules.ts'
import { readIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import { toIdentity } from '../../db/sealed-columns.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx, Handler } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { changingContact } from '../session/contact-changed.ts'
import { propose } from './propose.ts'
import { tellDoctor } from './tell.ts'
import { allowStamping, leave } from './leave.ts'
import { writeCard } from './write-card.ts'
import { checkClinics, checkWords, commissionIn, lockDoctor, phoneOf, refuseTaken, type Card } from './store.ts'

/**
 * An edit of a card, in parts: each fact is judged alone, so that two people who change different things both succeed
 * (rule 83).
 */
export const updateDoctor: Handler<'doctor.update'> = async (input, ctx) => {
  const { db, who, base, refuse } = ctx
  const { id, name, phone: typed, email, identity, clinicIds, commissionClinicId, ...parts } = input
  const card = await lockDoctor(db, id)
  if (!card) return refuse('doctor_not_found')
  const changed = Object.entries(input).flatMap(([field, value]) =>
    field === 'id' || value === undefined ? [] : [field],
  )
  const closed = whyNotSet(who.type, changed)
  if (closed && who.type === 'doctor') throw new Refused('unauthorized', {}, 403)
  if (closed) throw new Refused('bad_input', { fields: { [closed]: 'admins' } }, 400)
  const waits = card.proposes ? changed.filter(isProposed) : []
  const direct = changed.filter((field) => !waits.includes(field))
  judge({ table: 'doctor', id }, card.field_versions, base, direct)
  if (parts.branchIds?.length === 0) return refuse('branch_required')
  await checkWords(db, { ...parts, branchIds: added(parts.branchIds, card.branchIds) })
  await (typed === undefined && email === undefined ? changePerson() : changingContact(ctx, id, changePerson))
  if (card.proposes) {
    const wished = Object.fromEntries(
      waits.flatMap((field) => (CONTACT.includes(field) ? [] : [[field, input[field as keyof typeof input]]])),
    )
    if (Object.keys(wished).length) await propose(ctx, id, wished)
  } else {
    if (clinicIds) await moveBetweenClinics(ctx, card, [...new Set(clinicIds)])
    await writeCard(db, id, parts)
    if (who.type === 'admin' && direct.some(isProposed)) await tellDoctor(ctx, id, 'doctor_edited')
  }
  const terms = commissionIn(parts)
  if (terms) await setCommission(ctx, card, terms, commissionClinicId)
  return [{ table: 'doctor', id }]

  async function changePerson() {
    const number = identity?.trim() ? readIdentityNumber(identity) : null
    if (identity?.trim() && !number) return refuse('identity_invalid')
    const next = {
      name: name?.trim() ?? card!.name,
      phone: typed === undefined ? (card!.phone ?? null) : await phoneOf(db, typed, card!.clinicIds[0] ?? who.clinicId),
      email: email === undefined ? (card!.email ?? null) : email?.trim() || null,
    }
    const contact = next.phone !== card!.phone || next.email !== card!.email
    if (contact) {
      const why = whyNotContact(card!, who.type)
      if (why === 'contact_is_theirs') return refuse(why)
    }
    if (card!.proposes) return
    const realm = contact || identity !== undefined ? await realmOfDoctor() : null
    const kept = toIdentity(realm, number)
    if (contact || kept) await refuseTaken(db, realm, { ...next, identity: kept }, id)
    // a contact that the caller may not see may not be changed either
    if (contact) await db.query('update person set phone = $2, email = $3 where id = $1', [id, next.phone, next.email])
    if (next.name !== card!.name) await db.query('update person set name = $2 where id = $1', [id, next.name])
    if (identity !== undefined) await db.query('select doctor_identity_set($1, $2)', [id, kept])
  }

  async function realmOfDoctor() {
    const { rows } = await db.query<{ realm: string | null }>('select realm from person where id = $1', [id])
    return rows[0]?.realm ?? null
  }
}

/** A clinic proposes neither: `contact_is_theirs` was thrown earlier. */
const CONTACT: readonly string[] = ['phone', 'email']

/** Words that the card already has need not be in the list any more. */
const added = (wanted: readonly string[] | undefined, had: readonly string[]) =>
  wanted?.filter((each) => !had.includes(each))

/**
 * An admin moves a doctor between public clinics; private ones, which they do not see, stay (rule 47). Visibility
 * follows at once (R39).
 */
async function moveBetweenClinics({ db, refuse }: Ctx<'doctor.update'>, card: Card, wanted: readonly string[]) {
  await checkClinics(db, added(wanted, card.clinicIds) ?? [])
  for (const clinic of card.clinicIds.filter((each) => !wanted.includes(each))) {
    const open = await leave(db, card.id, clinic)
    if (open) return refuse('doctor_has_appointments', { open })
  }
  const fresh = added(wanted, card.clinicIds)
  if (fresh?.length) await allowStamping(db)
  if (fresh?.length)
    await db.query('update doctor set clinic_ids = clinic_ids || $2::uuid[] where id = $1', [card.id, fresh])
}

/**
 * Sets one clinic's share of a visit: a clinic's own; for an admin that of the named public clinic, or of all; the
 * platform's own if the doctor is in none. Tells the doctor.
 */
async function setCommission(
  ctx: Ctx<'doctor.update'>,
  { id, memberships = [] }: Card,
  terms: NonNullable<ReturnType<typeof commissionIn>>,
  named: string | undefined,
) {
  const { db, who, record, refuse } = ctx
  if (named && !memberships.some(({ clinicId }) => clinicId === named)) return refuse('clinic_not_found')
  const before = memberships.filter(({ clinicId }) => !named || clinicId === named)
  const clinics =
    who.type === 'clinic' ? [who.clinicId] : before.length ? before.map(({ clinicId }) => clinicId) : [null]
  for (const clinic of clinics) await db.query('select set_commission($1, $2, $3, $4)', [id, clinic, ...terms])
  record({
    values: {
      commission: [
        before.map((each) => [each.clinicId, each.commissionType, each.commissionRatio ?? each.commissionAmount]),
        clinics.map((clinic) => [clinic, ...terms]),
      ],
    },
  })
  await tellDoctor(ctx, id, 'doctor_terms')
}
