import { shareOf, transferDeadline, whyNotTransfer } from '../../contract/appointment.rules.ts'
import { DEFAULT_ZONE } from '../../contract/constants.ts'
import type { Target } from '../../contract/effects.ts'
import type { Ctx, Handler } from '../http/handler.ts'
import { notify } from '../notification/notify.ts'
import { readSettings } from '../setting/read.ts'
import { giveMeeting } from './meeting.ts'
import { refuseTaken, takeSlot } from './slot.ts'
import { lockTime } from './store.ts'

/** One function for every booking that is paid by transfer or later (TRUST D11): locks, slot, overlap, visit, payment, notice. */
export const book: Handler<'appointment.book'> = async (input, ctx) => {
  const { db, who, now, refuse } = ctx
  if (who.type === 'patient' && input.patientId !== who.id) return refuse('patient_not_found')
  if (who.type === 'doctor' && input.doctorId !== who.id) return refuse('doctor_not_found')
  if (who.type === 'clinic' && input.clinicId !== who.clinicId) return refuse('doctor_not_found')
  const { doctor, patient, clinic } = await parties(input, ctx)
  if (!doctor.active) return refuse('doctor_passive')
  const wish = { ...input, zone: clinic?.zone ?? DEFAULT_ZONE, who, now }
  const open = await openBooking(input, ctx)
  if (open) return open
  await refuseTaken(db, wish)

  await lockTime(db, doctor.id, patient.id)
  const opened = await openBooking(input, ctx)
  if (opened) return opened
  const slot = await takeSlot(db, wish)
  await db.query('select drop_hold()')
  const house = await readSettings(db)
  if (input.payWith === 'bank_transfer') {
    if (whyNotTransfer(slot.start, now, house)) return refuse('transfer_too_late')
    if (!input.bankId) return refuse('bank_required')
    if (!(await db.query('select from bank where id = $1', [input.bankId])).rowCount) return refuse('bank_not_found')
  }
  if (who.type === 'patient' || !input.overlapSeen) {
    const { rows } = await db.query<{ busy: boolean }>('select patient_is_busy($1, $2, $3, null) as busy', [
      patient.id,
      slot.start,
      slot.end,
    ])
    if (rows[0]?.busy) return refuse('patient_overlap')
  }
  const { rows: terms } = await db.query<{ type: 'ratio' | 'amount' | null; value: number }>(
    'select * from commission_of($1)',
    [doctor.id],
  )
  const share = shareOf(slot.price, terms[0] ?? { type: null, value: 0 })
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
    input.patientNote?.trim() || null,
    new Date(now),
    who.name,
  ])
  if (input.type === 'online') await giveMeeting(db, input.id, clinic?.slug ?? null)
  const touched: [Target, ...Target[]] = [{ table: 'appointment', id: input.id }]
  if (input.payWith === 'bank_transfer') touched.push(await awaitTransfer(slot.start, slot.price, slot.currency))
  else await db.query(`update appointment set payment_status = 'waiting' where id = $1`, [input.id])
  await notify(
    ctx,
    {
      id: input.id,
      doctorId: doctor.id,
      patientId: patient.id,
      patientName: patient.name,
      start: slot.start,
      zone: slot.zone,
    },
    'appointment_booked',
  )
  return touched

  async function awaitTransfer(start: string, amount: number, currency: string): Promise<Target> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const { rowCount } = await db.query(PAY_LATER, [
        input.paymentId,
        input.id,
        patient.id,
        doctor.id,
        input.clinicId,
        amount,
        currency,
        input.bankId,
        `${clinic?.slug ?? 'bedside'}-${letters()}`.toUpperCase(),
        transferDeadline(start, now, house),
        new Date(now),
      ])
      if (rowCount) return { table: 'payment', id: input.paymentId }
    }
    throw new Error('no free transfer reference in five draws')
  }
}

type Input = Parameters<typeof book>[0]

async function parties(input: Input, { db, refuse }: Ctx<'appointment.book'>) {
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
  if (!doctor || clinic === undefined) return refuse('doctor_not_found')
  if (!patient) return refuse('patient_not_found')
  return { doctor, patient, clinic }
}

/** Rule 19: the same slot by the same patient again is the open booking, never a second one; with its own id again it is simply done (TRUST R06). */
async function openBooking(input: Input, { db }: Ctx<'appointment.book'>): Promise<[Target, ...Target[]] | null> {
  const { rows } = await db.query<{ id: string; payment: string | null }>(
    `select a.id, p.id as payment from appointment a left join payment p on p.appointment_id = a.id and p.status = 'waiting'
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
    price, currency, commission, earn, patient_note, created_at, created_by, updated_at, updated_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $16, $17)`

const PAY_LATER = `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, amount, currency, bank_id, reference, pay_by, added_at)
  values ($1, $2, $3, $4, $5, 'bank_transfer', $6, $7, $8, $9, $10, $11) on conflict (reference) do nothing`

/** Six letters without look-alikes (rule 18). */
const ALPHABET = 'ACDEFGHJKMNPQRTUVWXY'
const letters = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
