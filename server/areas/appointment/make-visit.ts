import { toColumn } from '../../db/sealed-columns.ts'
import { mayOverride } from '../../../contract/appointment/appointment.overrides.ts'
import type { Input } from '../../../contract/calls.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import { clockOf } from '../availability/store.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'
import { asChosen, chosenType } from '../availability/chosen-type.ts'
import { bookedTypeOf } from '../../../contract/visittype/visittype.rules.ts'
import { heardAt } from '../../http/moment.ts'
import { giveMeeting } from './meeting.ts'
import type { TakenSlot } from '../availability/own-time.ts'
import { refuseTaken, takeSlot } from '../availability/slot.ts'
import { shareWith } from './share.ts'
import { lockTime } from './store.ts'

type Wish = Omit<Input<'appointment.book'>, 'payWith'>
type Asking = Pick<Ctx<'appointment.book'>, 'db' | 'who' | 'now' | 'moment' | 'record'>

/** A visit that was just made, and its doctor. */
export type Made = {
  readonly slot: TakenSlot
  readonly doctor: { readonly id: string }
  readonly patient: { readonly id: string; readonly name: string }
  readonly clinic: { readonly zone: string; readonly slug: string } | null
}

/**
 * The one function for every booking (TRUST D11): parties, locks, slot, overlap, visit. `judge` may refuse the slot
 * before the visit is written. Returns the records of the open booking if the same patient already has this slot (rule
 * 19), otherwise what was made.
 */
export async function makeVisit(
  input: Wish,
  ctx: Asking,
  judge: (made: Made) => Promise<void>,
): Promise<{ readonly open: [Target, ...Target[]] } | { readonly made: Made }> {
  const { db, who, now, moment } = ctx
  if (who.type === 'patient' && input.patientId !== who.id) throw new Refused('patient_not_found')
  if (who.type === 'doctor' && input.doctorId !== who.id) throw new Refused('doctor_not_found')
  if (who.type === 'clinic' && input.clinicId !== who.clinicId) throw new Refused('doctor_not_found')
  if (input.overrides && !mayOverride(who)) throw new Refused('unauthorized', {}, 403)
  const { doctor, patient, clinic } = await parties(input, ctx)
  if (!doctor.active) throw new Refused('doctor_passive')
  const open = await openBooking(input, ctx)
  if (open) return { open }
  // after that: what is booked stays booked, also when its type is archived meanwhile
  const visitType = input.visitTypeId ? await chosenType(db, input.visitTypeId, input, who) : null
  if (visitType && visitType.clinicId !== input.clinicId) throw new Refused('visittype_not_found')
  const wish = {
    ...input,
    zone: clinic?.zone ?? (await clockOf(db, null, doctor.id)),
    who,
    now,
    moment,
    ...(visitType && { chosen: asChosen(visitType) }),
  }
  await refuseTaken(db, wish)

  await lockTime(db, doctor.id, patient.id)
  const opened = await openBooking(input, ctx)
  if (opened) return { open: opened }
  const slot = await takeSlot(db, wish)
  const made = { slot, doctor, patient, clinic }
  await db.query('select drop_hold()')
  await judge(made)
  if (who.type === 'patient' || !input.overlapSeen) {
    const { rows } = await db.query<{ busy: boolean }>('select patient_is_busy($1, $2, $3, null) as busy', [
      patient.id,
      slot.start,
      slot.end,
    ])
    if (rows[0]?.busy) throw new Refused('patient_overlap')
  }
  const share = await shareWith(db, doctor.id, input.clinicId, slot.price)
  await db.query(INSERT, [
    input.id,
    input.clinicId,
    doctor.id,
    patient.id,
    patient.name,
    slot.availabilityId,
    slot.start,
    slot.end,
    slot.zone,
    input.type,
    slot.price,
    slot.currency,
    share.commission,
    share.earn,
    toColumn(
      'appointment',
      'patient_note',
      { id: input.id, clinic: input.clinicId ?? null },
      input.patientNote?.trim() || null,
    ),
    new Date(moment),
    who.name,
    new Date(now),
    heardAt(moment, now),
    slot.overrides,
    // a walk-in has arrived
    slot.overrides.includes('walk_in') ? new Date(moment) : null,
    visitType && JSON.stringify(bookedTypeOf(visitType)),
    visitType?.bufferBefore ?? 0,
    visitType?.bufferAfter ?? 0,
  ])
  if (slot.overrides.length)
    ctx.record({ object: { table: 'appointment', id: input.id }, values: { overrides: [[], slot.overrides] } })
  if (input.type === 'online') await giveMeeting(db, input.id, clinic?.slug ?? null)
  return { made }
}

async function parties(input: Wish, { db }: Asking) {
  const doctor = (
    await db.query<{ id: string; active: boolean }>('select id, active from doctor where id = $1', [input.doctorId])
  ).rows[0]
  const patient = (
    await db.query<{ id: string; name: string }>('select id, name from patient_row where id = $1', [input.patientId])
  ).rows[0]
  const clinic = input.clinicId
    ? (await db.query<{ zone: string; slug: string }>('select zone, slug from clinic where id = $1', [input.clinicId]))
        .rows[0]
    : null
  if (!doctor || clinic === undefined) throw new Refused('doctor_not_found')
  if (!patient) throw new Refused('patient_not_found')
  return { doctor, patient, clinic }
}

/**
 * Rule 19: booking the same slot for the same patient again returns the open booking, never a second one; repeated with
 * its own id it simply succeeds (TRUST R06).
 */
async function openBooking(input: Wish, { db }: Asking): Promise<[Target, ...Target[]] | null> {
  const { rows } = await db.query<{ id: string; payment: string | null }>(
    `select a.id, p.id as payment from appointment a left join payment p on p.appointment_id = a.id and p.status <> 'cancelled'
      where a.patient_id = $1 and a.doctor_id = $2 and a.starts_at = $3 and a.status = 'waiting' limit 1`,
    [input.patientId, input.doctorId, input.start],
  )
  const found = rows[0]
  if (!found) return null
  return [
    { table: 'appointment', id: found.id },
    ...(found.payment ? [{ table: 'payment' as const, id: found.payment }] : []),
  ]
}

const INSERT = `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, availability_id, starts_at, ends_at, zone, type,
    price, currency, commission, earn, patient_note, created_at, created_by, updated_at, updated_by, heard_at, overrides, arrived_at,
    visit_type, buffer_before, buffer_after)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $17, $19, $20, $21, $22, $23, $24)`
