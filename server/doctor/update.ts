import { whyNotContact, whyNotSet } from '../../contract/doctor.rules.ts'
import { readIdentityNumber } from '../../contract/identity.rules.ts'
import { Refused, type Ctx, type Handler } from '../http/handler.ts'
import { judge } from '../http/judge.ts'
import { changingContact } from '../session/contact-changed.ts'
import { checkClinics, checkWords, columnsOf, lockDoctor, phoneOf, refuseTaken, type Card } from './store.ts'

/** An edit of a card, in parts: each fact is judged on its own, so that two who change different things both have their way (rule 83). */
export const updateDoctor: Handler<'doctor.update'> = async (input, ctx) => {
  const { db, who, base, refuse, record } = ctx
  const { id, name, phone: typed, email, identity, clinicIds, ...parts } = input
  const card = await lockDoctor(db, id)
  if (!card) return refuse('doctor_not_found')
  const given = Object.entries(input).flatMap(([field, value]) =>
    field === 'id' || value === undefined ? [] : [field],
  )
  const closed = whyNotSet(who.type, given)
  if (closed && who.type === 'doctor') throw new Refused('unauthorized', {}, 403)
  if (closed) throw new Refused('bad_input', { fields: { [closed]: 'admins' } }, 400)
  judge({ table: 'doctor', id }, card.field_versions, base, given)
  if (parts.branchIds?.length === 0) return refuse('branch_required')
  await checkWords(db, { ...parts, branchIds: added(parts.branchIds, card.branchIds) })
  await (typed === undefined && email === undefined ? changePerson() : changingContact(ctx, id, changePerson))
  if (clinicIds) await moveBetweenClinics(ctx, card, [...new Set(clinicIds)])
  const columns = columnsOf(parts)
  if (Object.keys(columns).length)
    await db.query(
      `update doctor set ${Object.keys(columns)
        .map((column, i) => `${column} = $${i + 2}`)
        .join(', ')} where id = $1`,
      [id, ...Object.values(columns)],
    )
  if (parts.commissionType !== undefined)
    record({
      values: {
        commission: [
          [card.commissionType, card.commissionRatio ?? card.commissionAmount],
          [parts.commissionType, columns['commission_value']],
        ],
      },
    })
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
    if (contact || number) await refuseTaken(db, await realmOfDoctor(), { ...next, identity: number }, id)
    if (contact || next.name !== card!.name)
      await db.query('update person set name = $2, phone = $3, email = $4 where id = $1', [
        id,
        next.name,
        next.phone,
        next.email,
      ])
    if (identity !== undefined) await db.query('select doctor_identity_set($1, $2)', [id, number])
  }

  async function realmOfDoctor() {
    const { rows } = await db.query<{ realm: string | null }>('select realm from person where id = $1', [id])
    return rows[0]?.realm ?? null
  }
}

/** Words that were on the card already need not be in the list any more. */
const added = (wanted: readonly string[] | undefined, had: readonly string[]) =>
  wanted?.filter((each) => !had.includes(each))

/** An admin moves a doctor between public clinics; private ones, which they do not see, stay (rule 47). Sight follows at once (R39). */
async function moveBetweenClinics({ db, refuse }: Ctx<'doctor.update'>, card: Card, wanted: readonly string[]) {
  await checkClinics(db, added(wanted, card.clinicIds) ?? [])
  for (const clinic of card.clinicIds.filter((each) => !wanted.includes(each))) {
    const { rows } = await db.query<{ done: boolean }>('select doctor_leave($1, $2) as done', [card.id, clinic])
    if (!rows[0]?.done) return refuse('doctor_has_appointments')
  }
  const fresh = added(wanted, card.clinicIds)
  if (fresh?.length)
    await db.query('update doctor set clinic_ids = clinic_ids || $2::uuid[] where id = $1', [card.id, fresh])
}
