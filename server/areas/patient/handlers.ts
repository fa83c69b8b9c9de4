import type { Refusal } from '../../../contract/calls.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { readRows, roomsOf } from '../../db/rows.ts'
import { toIdentity } from '../../db/sealed-columns.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { note } from '../notification/note.ts'
import { mayRecover, recoveryCode } from '../session/recovery-code.ts'
import { addPatient } from './add.ts'
import { erasureHandlers } from './erase.ts'
import { listBalances, listContacts } from './contacts.ts'
import { listPatients } from './list.ts'
import { mergePatients } from './merge.ts'
import { patientFileHandlers } from './files.ts'
import { noteHandlers } from './notes.ts'
import { clinicOf, identityTyped, lockCard, phoneIn, realmHere } from './store.ts'
import { updatePatient } from './update.ts'

export const patientHandlers: Area<'patient'> = {
  'patient.list': listPatients,
  'patient.add': addPatient,
  'patient.update': updatePatient,

  'patient.delete': async ({ id }, { db, deps, after, refuse }) => {
    await lockCard(db, id)
    const met = await db.query('select from appointment where patient_id = $1 limit 1', [id])
    if (met.rowCount) return refuse('patient_has_appointments')
    const rooms = await roomsOf(db, [{ table: 'patient', id }])
    await db.query('select patient_hide($1)', [id])
    after(async () => deps.poke(rooms))
    return { status: true }
  },

  'patient.identity': async ({ id }, { db }) => {
    await lockCard(db, id)
    const { rows } = await db.query<{ identity: string | null }>('select * from patient_identity($1)', [id])
    return { status: true, identity: rows[0]?.identity ?? null }
  },

  'patient.recover': async ({ id, password }, ctx) => {
    await mayRecover(ctx, password)
    await lockCard(ctx.db, id)
    return recoveryCode(ctx, id)
  },

  'patient.link': async ({ phone: typed, identity: number, birthDate, name, seen }, ctx) => {
    const { db, deps, who, refuse, record, after } = ctx
    const phone = typed ? await phoneIn(ctx, typed) : null
    const identity = number?.trim() || null
    if (!phone && !identity) throw new Refused('bad_input', { fields: { phone: 'required' } }, 400)
    const tries = await takeTry(ctx, phone ?? identityTyped(identity, true) ?? '')
    const { rows } = await db.query<{ id: string | null; why: Refusal<'patient.link'> | null }>(
      'select * from patient_link($1, $2, $3, $4, $5, $6)',
      [clinicOf(who), phone, toIdentity(await realmHere(db, who), identity), birthDate, name.trim(), seen ?? false],
    )
    const id = rows[0]?.id
    if (rows[0]?.why === 'patient_unproved') {
      await tries.giveBack()
      return refuse('patient_unproved')
    }
    const card = id && (await readRows(db, 'patient', [id]))[0]
    if (!card) return refuse('patient_not_found')
    await tries.giveBack()
    record({ object: { table: 'patient', id } })
    await tellLinked(ctx, id)
    const rooms = await roomsOf(db, [{ table: 'patient', id }])
    after(async () => deps.poke(rooms))
    return { status: true, patient: card }
  },

  'patient.merge': mergePatients,

  'patient.prove': async ({ id }, { db, deps, after, refuse }) => {
    await lockCard(db, id)
    const { rows } = await db.query<{ why: Refusal<'patient.prove'> | null }>('select patient_prove($1) as why', [id])
    if (rows[0]?.why) return refuse(rows[0].why)
    const [card] = await readRows(db, 'patient', [id])
    if (!card) return refuse('patient_not_found')
    const rooms = await roomsOf(db, [{ table: 'patient', id }])
    after(async () => deps.poke(rooms))
    return { status: true, patient: card }
  },

  'patient.twins': async ({ id }, { db }) => {
    await lockCard(db, id)
    const { rows } = await db.query<{ id: string }>('select id from patient_twins($1)', [id])
    const cards: Patient[] = await readRows(
      db,
      'patient',
      rows.map((row) => row.id),
    )
    return { status: true, patients: cards }
  },

  'patient.contacts': listContacts,
  'patient.balances': listBalances,

  ...erasureHandlers,
  ...noteHandlers,
  ...patientFileHandlers,
}

/** TRUST D4: limits guesses at birth dates, both by one desk over many patients and by many desks over one. */
const takeTry = ({ deps, who }: Pick<Ctx<'patient.link'>, 'deps' | 'who'>, contact: string) =>
  deps.limits.take(['proof', who.id], ['proof', contact.toUpperCase()])

/** Tells the patient which clinic or doctor now has their card. */
async function tellLinked({ db, who, now }: Pick<Ctx<'patient.link'>, 'db' | 'who' | 'now'>, patient: string) {
  const clinic = await db.query<{ name: string }>('select name from clinic where id = $1', [clinicOf(who)])
  const by = who.type === 'doctor' ? who.name : (clinic.rows[0]?.name ?? who.name)
  await note(db, { userId: patient, kind: 'patient_linked', args: [by] }, now)
}
