import { randomBytes } from 'node:crypto'
import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { hashOf } from '../../server/identity/secret.ts'
import type { Try } from './attempts.ts'
import { PEOPLE, type Actor, type Place } from './cast.ts'

type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Calls =
  | Extract<CallName, `${'payment' | 'balance' | 'approval' | 'paymentlink' | 'transaction' | 'moneycheck'}.${string}`>
  | Exclude<Extract<CallName, `bank.${string}`>, 'bank.list'>
  | 'appointment.bookPaid'
  | 'appointment.reprice'

/** Attempts for money, each with its own payment, link or bank. */
export const moneyAttempts: { readonly [C in Calls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> } =
  {
    'bank.add': async () => ({ input: newBank() }),
    'bank.update': async (make) => ({ input: { id: await aBank(make), name: 'Başka Banka' } }),
    'bank.delete': async (make) => ({ input: { id: await aBank(make) } }),
    'appointment.bookPaid': async (make, _actor, place) => ({
      input: {
        id: newId(),
        paymentId: newId(),
        patientId: place.patient,
        doctorId: place.doctor,
        clinicId: place.clinic,
        start: make.slot(place),
        duration: 20,
        type: 'face-to-face',
      },
    }),
    'appointment.reprice': async (make, _actor, place) => ({
      input: { id: await make.visit(place, 'future'), price: 8000, reason: 'Yanlış fiyat' },
    }),
    'payment.list': async (make, _actor, place) => {
      const id = await aPayment(make, place)
      return { input: { id, limit: 1000 }, about: [id] }
    },
    'payment.summary': async () => ({ input: { by: 'day' } }),
    'payment.add': async (make, _actor, place) => ({
      input: { id: newId(), appointmentId: await make.visit(place, 'past') },
    }),
    'payment.approve': async (make, _actor, place) => ({ input: { id: await aPayment(make, place) } }),
    'payment.cancel': async (make, _actor, place) => ({ input: { id: await aPayment(make, place) } }),
    'payment.delete': async (make, _actor, place) => ({ input: { id: await aPayment(make, place) } }),
    'payment.refundStart': async (make, _actor, place) => ({ input: { id: await aPayment(make, place, PAID) } }),
    'payment.refundAsk': async (make, _actor, place) => ({
      input: { id: await aPayment(make, place, PAID, 'cancelled'), to: 'source' },
    }),
    'payment.refundApprove': async (make, _actor, place) => ({
      input: { id: await aPayment(make, place, { ...PAID, refund_status: 'pending' }) },
    }),
    'payment.refundDone': async (make, _actor, place) => ({ input: { id: await onItsWayBack(make, place) } }),
    'payment.toBalance': async (make, _actor, place) => ({
      input: { id: await aPayment(make, place, PAID, 'cancelled') },
    }),
    'payment.earn': async (make, _actor, place) => ({ input: { id: await aPayment(make, place, PAID, 'completed') } }),
    'payment.earnMany': async (make, _actor, place) => {
      const id = await aPayment(make, place, PAID, 'completed')
      return { input: { ids: [id] }, about: [id] }
    },
    'balance.get': async (_, _actor, place) => ({ input: { id: place.patient } }),
    'balance.add': async (make, _actor, place) => ({
      input: {
        id: newId(),
        patientId: place.patient,
        type: 'receivable',
        amount: 500,
        currency: place.clinic === make.server.world.clinics.linden ? 'eur' : 'try',
        reason: 'Nezaket',
      },
    }),
    'approval.list': async (make, _actor, place) => {
      const id = await anApproval(make, place)
      return { input: { limit: 1000 }, about: [id] }
    },
    'approval.approve': async (make, _actor, place) => ({ input: { id: await anApproval(make, place) } }),
    'approval.decline': async (make, _actor, place) => ({
      input: { id: await anApproval(make, place), words: 'Hayır' },
    }),
    'paymentlink.list': async (make, _actor, place) => {
      const id = await aLink(make, place)
      return { input: { id, limit: 1000 }, about: [id] }
    },
    'paymentlink.add': async (make, _actor, place) => ({
      input: {
        id: newId(),
        patientId: place.patient,
        clinicId: place.clinic,
        amount: 2500,
        currency: place.clinic === make.server.world.clinics.linden ? 'eur' : 'try',
        description: 'Kontrol',
      },
    }),
    'paymentlink.update': async (make, _actor, place) => ({
      input: { id: await aLink(make, place), description: 'Kontrol, ikinci' },
    }),
    'paymentlink.cancel': async (make, _actor, place) => ({ input: { id: await aLink(make, place) } }),
    'paymentlink.send': async (make, _actor, place) => ({ input: { id: await aLink(make, place), by: 'mail' } }),
    'paymentlink.delete': async (make, _actor, place) => ({ input: { id: await aLink(make, place) } }),
    'paymentlink.url': async (make, _actor, place) => ({ input: { id: await aLink(make, place) } }),
    'paymentlink.open': async (make, actor) => ({ input: { token: await aToken(make, actor) } }),
    'transaction.generate': async (make, actor) => ({ input: { link: await aToken(make, actor) } }),
    'transaction.get': async (make, actor) => {
      const { id } = await tokenOf(make, placeOfHost(make, actor))
      const transaction = newId()
      await make.server.pool.query(
        `insert into payment_transaction (id, provider, link_id, patient_id, amount, currency, made_at, expires_at)
       select $1, 'test', id, patient_id, amount, currency, now(), now() from payment_link where id = $2`,
        [transaction, id],
      )
      return { input: { id: transaction } }
    },
    'moneycheck.list': async () => ({ input: {} }),
    'moneycheck.run': async () => ({ input: {} }),
    'moneycheck.dismiss': async (make) => {
      const id = newId()
      await make.server.pool.query(
        `insert into payment_notice (id, provider, event_id, outcome, reason, received_at) values ($1, 'test', $2, 'parked', 'amount', now())`,
        [id, id],
      )
      return { input: { id } }
    },
  }

export const PAID = { status: 'completed', paid_at: '2026-01-02T10:00:00Z' }

/** An IBAN that no one else has, with a computed checksum. */
export function newBank(): Input<'bank.add'> {
  const account = `00061${String(BigInt(`0x${newId().slice(-12)}`) % 10n ** 16n).padStart(17, '0')}`
  const digits = [...`${account}TR00`].map((sign) => Number.parseInt(sign, 36)).join('')
  const iban = `TR${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
  return { id: newId(), name: 'Deneme Bank', branch: 'Merkez', iban, currency: 'try' }
}

export async function aBank({ server }: Try): Promise<string> {
  const { id, name, branch, iban, currency } = newBank()
  await server.pool.query('insert into bank (id, name, branch, iban, currency) values ($1, $2, $3, $4, $5)', [
    id,
    name,
    branch,
    iban,
    currency,
  ])
  return id
}

/** A transfer for a visit of the place, with the given columns; for the absent place an id that does not exist. */
export async function aPayment(
  make: Try,
  place: Place,
  columns: Readonly<Record<string, unknown>> = {},
  visit: 'waiting' | 'completed' | 'cancelled' = 'waiting',
): Promise<string> {
  const { pool, world } = make.server
  const appointment = await make.visit(place, 'past')
  const id = newId()
  await pool.query('update appointment set status = $2, commission = 1500, earn = 8500 where id = $1', [
    appointment,
    visit,
  ])
  const set = {
    status: 'waiting',
    refund_status: 'none',
    type: 'bank_transfer',
    paid_at: null,
    refund_to: null,
    ...columns,
  }
  await pool.query(
    `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, status, refund_status, refund_to, paid_at, amount, currency, bank_id)
     select $1, a.id, a.patient_id, a.doctor_id, a.clinic_id, $3, $4, $5, $6, $7, a.price, a.currency, $8 from appointment a where a.id = $2`,
    [id, appointment, set.type, set.status, set.refund_status, set.refund_to, set.paid_at, world.bank],
  )
  return id
}

/** Approved and booked in the ledger, so that the amount can be refunded. */
async function onItsWayBack(make: Try, place: Place): Promise<string> {
  const id = await aPayment(make, place, { ...PAID, refund_status: 'approved', refund_to: 'source' })
  const { pool } = make.server
  await pool.query(
    `select ledger_post('refund:' || p.id, 'refund', p.id, p.appointment_id, p.clinic_id, null, 'Test', now(), 'refund', jsonb_build_array(
        jsonb_build_object('kind', 'fees', 'clinic', p.clinic_id, 'currency', p.currency, 'amount', -p.amount),
        jsonb_build_object('kind', 'refund_due', 'patient', p.patient_id, 'clinic', house_of(p.clinic_id), 'currency', p.currency, 'amount', p.amount)))
       from payment p where p.id = $1`,
    [id],
  )
  return id
}

export async function tokenOf(
  { server }: Try,
  place: Place,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; token: string }> {
  const id = newId()
  const token = randomBytes(32).toString('base64url')
  const set = {
    status: 'waiting',
    expires_at: new Date(server.clock.now + 86_400_000),
    appointment_id: null,
    ...columns,
  }
  const { rowCount } = await server.pool.query(
    `insert into payment_link (id, patient_id, patient_name, clinic_id, appointment_id, amount, currency, description, status, expires_at, created_at, created_by)
     select $1, p.id, p.name, $3, $4, 2500, 'try', 'Kontrol', $5, $6, $7, 'Test' from person p where p.id = $2`,
    [id, place.patient, place.clinic, set.appointment_id, set.status, set.expires_at, new Date(server.clock.now)],
  )
  if (rowCount)
    await server.pool.query('select keep_link_secret($1, $2, $3)', [
      id,
      hashOf(token),
      server.deps.vault.seal('payment link', token),
    ])
  return { id, token }
}

export const aLink = async (make: Try, place: Place, columns = {}) => (await tokenOf(make, place, columns)).id

/** The token of a link that belongs to the actor's host. */
const aToken = async (make: Try, actor: Actor) => (await tokenOf(make, placeOfHost(make, actor))).token

export function placeOfHost({ server }: Try, actor: Actor): Place {
  const [, , host = 'localhost'] = PEOPLE.find(([each]) => each === actor) ?? []
  const { clinics, people } = server.world
  const of = (clinic: string, doctor: { id: string }, patient: { id: string }) => ({
    clinic,
    doctor: doctor.id,
    patient: patient.id,
  })
  if (host.startsWith('linden')) return of(clinics.linden, people.doctorLinden, people.patientLinden)
  if (host.startsWith('gizli')) return of(clinics.gizli, people.doctorGizli, people.patientGizli)
  return of(clinics.kuzey, people.doctorKuzey, people.patientKuzey)
}

/** A request of the place's desk for a second person's approval, made by someone who is not an actor. */
export async function anApproval({ server, isThere }: Try, place: Place) {
  const id = newId()
  if (isThere(place))
    await server.pool.query(
      `insert into approval (id, kind, patient_id, clinic_id, amount, currency, reason, asked_by, asked_name, asked_at, expires_at)
       select $1, 'receivable', $2, c.id, 2000000, c.currency, 'Nezaket', $4, 'x', $5::timestamptz, $5::timestamptz + interval '7 days'
         from clinic c where c.id = $3`,
      [id, place.patient, place.clinic, place.doctor, new Date(server.clock.now)],
    )
  return id
}
