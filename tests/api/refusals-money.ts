import { MOVE_OVERRIDES } from '../../contract/appointment/appointment.overrides.ts'
import type { CallName, Input, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { freshKey, type Answer, type TestServer } from '../support/server.ts'
import { attempts, type Try } from './attempts.ts'
import { aBank, anApproval, aPayment, newBank, PAID } from './attempts-money.ts'
import type { Cast } from './cast.ts'

type Calls =
  | Extract<CallName, `${'payment' | 'balance' | 'approval' | 'moneycheck'}.${string}`>
  | Exclude<Extract<CallName, `bank.${string}`>, 'bank.list'>
  | 'appointment.bookPaid'
  | 'appointment.reprice'
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of money. Takes functions, since the server starts with the tests. */
export function moneyRefusals(server: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const make = () => server.make()
  const admin = () => server.cast().clients.admin
  const desk = () => server.cast().clients.deskPublic
  const patient = () => server.cast().clients.patientPublic
  const here = () => server.cast().places.kuzey1
  const clock = () => server.server().clock
  const booking = async () => (await attempts['appointment.bookPaid'](make(), 'patientPublic', here())).input
  const book = async (extra: Partial<Input<'appointment.bookPaid'>> = {}, who = desk()) =>
    who.call('appointment.bookPaid', { ...(await booking()), ...extra }, { key: freshKey() })
  const past = () => make().visit(here(), 'past')
  const visit = async (status: string) => {
    const id = await past()
    await server.server().pool.query('update appointment set status = $2 where id = $1', [id, status])
    return id
  }
  const pay = async (extra: Partial<Input<'payment.add'>>) =>
    desk().call('payment.add', { id: newId(), appointmentId: await past(), ...extra })
  const on = async (
    call:
      | 'payment.approve'
      | 'payment.cancel'
      | 'payment.delete'
      | 'payment.refundStart'
      | 'payment.refundApprove'
      | 'payment.refundDone'
      | 'payment.toBalance'
      | 'payment.earn',
    columns: object = {},
    status: 'waiting' | 'completed' | 'cancelled' = 'waiting',
  ) => admin().call(call, { id: await aPayment(make(), here(), { ...columns }, status) })
  const nowhere = (call: Parameters<typeof on>[0]) => () => admin().call(call, { id: newId() })
  const give = (extra: Partial<Input<'balance.add'>>, who = admin()) =>
    who.call('balance.add', {
      id: newId(),
      patientId: here().patient,
      type: 'receivable',
      amount: 100,
      currency: 'try',
      reason: 'x',
      ...extra,
    })
  const reprice = (id: string) => admin().call('appointment.reprice', { id, price: 5000, reason: 'x' })
  const asks = async (columns: object, status: 'waiting' | 'cancelled' = 'cancelled') =>
    patient().call('payment.refundAsk', { id: await aPayment(make(), here(), { ...columns }, status) })
  const without = async (overrides: object, ask: () => Promise<Answer>) => {
    const { deps } = server.server()
    const kept = deps.pay
    Object.assign(deps, overrides)
    const answer = await ask()
    Object.assign(deps, { pay: kept })
    return answer
  }
  const paid = { ...PAID }

  return {
    'bank.add': {
      id_taken: async () => admin().call('bank.add', { ...newBank(), id: await aBank(make()) }),
      bank_exists: () => admin().call('bank.add', { ...newBank(), iban: 'tr33 0006 1005 1978 6457 8413 26' }),
    },
    'bank.update': {
      bank_not_found: () => admin().call('bank.update', { id: newId(), name: 'x' }),
      bank_exists: async () =>
        admin().call('bank.update', { id: await aBank(make()), iban: 'TR330006100519786457841326' }),
      in_use: async () => {
        await aPayment(make(), here())
        return admin().call('bank.update', { id: server.server().world.bank, iban: newBank().iban })
      },
    },
    'bank.delete': {
      bank_not_found: () => admin().call('bank.delete', { id: newId() }),
      in_use: async () => {
        await aPayment(make(), here())
        return admin().call('bank.delete', { id: server.server().world.bank })
      },
    },
    'appointment.bookPaid': {
      id_taken: async () => {
        const first = await booking()
        await book(first)
        return book({ ...(await booking()), id: first.id })
      },
      slot_taken: async () => {
        const { start } = await booking()
        await book({ start })
        return book({ start, patientId: server.cast().places.kuzey2.patient })
      },
      slot_past: () => book({ start: server.server().world.slot(-2, 0) }),
      slot_closed: async () => book({ start: await make().closedSlot(here()) }),
      visittype_not_found: async () => book({ visitTypeId: await make().visitType(server.cast().places.linden1) }),
      visittype_staff_only: async () =>
        book({ visitTypeId: await make().visitType(here(), { forPatients: false }) }, patient()),
      visittype_archived: async () => book({ visitTypeId: await make().visitType(here(), { archived: true }) }),
      slot_outside: async () =>
        book({ start: new Date(Date.parse((await booking()).start) + 5 * 60_000).toISOString() }),
      slot_too_soon: () => book({ start: new Date(clock().now + 30 * 60_000).toISOString() }, patient()),
      slot_too_far: () => book({ start: server.server().world.slot(100, 0) }, patient()),
      doctor_passive: () => book({ doctorId: server.server().world.people.doctorPassive.id }),
      doctor_not_found: () => book({ doctorId: newId() }),
      patient_not_found: () => book({ patientId: newId() }),
      patient_overlap: async () => {
        const { start } = await booking()
        await server.server().world.visit(server.cast().places.kuzey2.doctor, here().patient, here().clinic, start)
        return book({ start }, patient())
      },
      patient_twice: async () => {
        const { start } = await booking()
        await book({ start, overlapSeen: true })
        const inside = new Date(Date.parse(start) + 10 * 60_000).toISOString()
        return book({ start: inside, overlapSeen: true, overrides: [...MOVE_OVERRIDES] })
      },
      transfer_too_late: async () => {
        const { start } = await booking()
        const { now } = clock()
        // three hours before it, for this one request
        Object.assign(clock(), { now: Date.parse(start) - 3 * 3_600_000 })
        const who = await server.server().signIn('deskKuzey', 'kuzey.localhost')
        const answer = await book({ start, payWith: 'bank_transfer', bankId: server.server().world.bank }, who)
        Object.assign(clock(), { now })
        return answer
      },
      bank_required: () => book({ payWith: 'bank_transfer' }),
      bank_not_found: () => book({ payWith: 'bank_transfer', bankId: newId() }),
      balance_too_low: () => book({ payWith: 'wallet', patientId: server.cast().places.kuzey2.patient }),
      card_not_possible: () => without({ pay: null }, () => book()),
    },
    'appointment.reprice': {
      appointment_not_found: () => reprice(newId()),
      already_cancelled: async () => reprice(await visit('cancelled')),
      already_paid: async () => {
        const appointmentId = await past()
        await pay({ appointmentId })
        return reprice(appointmentId)
      },
      price_below_wallet: async () => {
        await give({ amount: 6000 })
        const { id } = (await book({ useWallet: true })).body['appointment'] as { id: string }
        return reprice(id)
      },
    },
    'payment.list': {},
    'payment.summary': {},
    'payment.add': {
      id_taken: async () => pay({ id: await aPayment(make(), here()) }),
      appointment_not_found: () => pay({ appointmentId: newId() }),
      already_cancelled: async () => pay({ appointmentId: await visit('cancelled') }),
      already_paid: async () => {
        const appointmentId = await past()
        await pay({ appointmentId })
        return pay({ appointmentId })
      },
      no_show_marked: async () => {
        const appointmentId = await past()
        await desk().call('appointment.noShow', { id: appointmentId })
        return pay({ appointmentId })
      },
      too_early: async () => pay({ appointmentId: await make().visit(here(), 'future') }),
      bank_required: () => pay({ type: 'bank_transfer' }),
      bank_not_found: () => pay({ type: 'bank_transfer', bankId: newId() }),
    },
    'payment.approve': {
      payment_not_found: nowhere('payment.approve'),
      already_paid: () => on('payment.approve', paid),
      payment_cancelled: () => on('payment.approve', { status: 'cancelled' }),
      transfer_only: () => on('payment.approve', { type: 'credit_card' }),
    },
    'payment.cancel': {
      payment_not_found: nowhere('payment.cancel'),
      already_paid: () => on('payment.cancel', paid),
      payment_cancelled: () => on('payment.cancel', { status: 'cancelled' }),
    },
    'payment.delete': {
      payment_not_found: nowhere('payment.delete'),
      already_paid: () => on('payment.delete', paid),
      transfer_only: () => on('payment.delete', { type: 'credit_card' }),
    },
    'payment.refundStart': {
      payment_not_found: nowhere('payment.refundStart'),
      refund_not_possible: () => on('payment.refundStart'),
      refund_begun: () => on('payment.refundStart', { ...paid, refund_status: 'pending' }),
    },
    'payment.refundAsk': {
      payment_not_found: () => patient().call('payment.refundAsk', { id: newId() }),
      refund_not_possible: () => asks({}),
      appointment_open: () => asks(paid, 'waiting'),
      refund_approved: () => asks({ ...paid, refund_status: 'approved', refund_to: 'source' }),
      already_refunded: () => asks({ ...paid, refund_status: 'refunded' }),
    },
    'payment.refundApprove': {
      payment_not_found: nowhere('payment.refundApprove'),
      refund_not_begun: () => on('payment.refundApprove', paid),
      refund_approved: () => on('payment.refundApprove', { ...paid, refund_status: 'approved' }),
    },
    'payment.refundDone': {
      payment_not_found: nowhere('payment.refundDone'),
      refund_not_approved: () => on('payment.refundDone', { ...paid, refund_status: 'pending' }),
      already_refunded: () => on('payment.refundDone', { ...paid, refund_status: 'refunded' }),
    },
    'payment.toBalance': {
      payment_not_found: nowhere('payment.toBalance'),
      refund_not_possible: () => on('payment.toBalance'),
      appointment_open: () => on('payment.toBalance', paid),
      refund_approved: () => on('payment.toBalance', { ...paid, refund_status: 'approved' }, 'cancelled'),
      already_refunded: () => on('payment.toBalance', { ...paid, refund_status: 'refunded' }, 'cancelled'),
    },
    'payment.earn': {
      payment_not_found: nowhere('payment.earn'),
      earn_too_early: () => on('payment.earn', paid),
      earn_done: async () => {
        const id = await aPayment(make(), here(), paid, 'completed')
        await admin().call('payment.earn', { id })
        return admin().call('payment.earn', { id })
      },
    },
    'payment.earnMany': {},
    'balance.get': { patient_not_found: () => admin().call('balance.get', { id: newId() }) },
    'balance.add': {
      id_taken: async () => {
        const id = newId()
        await give({ id })
        return give({ id, amount: 200 })
      },
      patient_not_found: () => give({ patientId: newId() }),
      balance_too_low: () => give({ type: 'debt', amount: 500_000 }),
      currency_differs: () => give({ currency: 'eur' }, desk()),
    },
    'approval.list': {},
    'approval.approve': {
      approval_not_found: async () =>
        desk().call('approval.approve', { id: await anApproval(make(), server.cast().places.linden1) }),
      approval_own: async () => {
        const id = newId()
        await give({ id, amount: 2_000_000 })
        return admin().call('approval.approve', { id })
      },
      approval_closed: async () => {
        const id = await anApproval(make(), here())
        await desk().call('approval.decline', { id, words: 'x' })
        return desk().call('approval.approve', { id })
      },
      balance_too_low: async () => {
        const id = newId()
        await give({ id, type: 'debt', amount: 99_999_999 })
        return server.cast().clients.superadmin.call('approval.approve', { id })
      },
      refund_approved: async () => {
        const payment = await aPayment(make(), here(), { ...PAID, refund_status: 'pending' }, 'cancelled')
        const id = await anApproval(make(), here())
        await server
          .server()
          .pool.query(`update approval set kind = 'refund', payment_id = $2, clinic_id = null where id = $1`, [
            id,
            payment,
          ])
        await server.server().pool.query(`update payment set refund_status = 'approved' where id = $1`, [payment])
        return admin().call('approval.approve', { id })
      },
    },
    'approval.decline': {
      approval_not_found: () => desk().call('approval.decline', { id: newId(), words: 'x' }),
      approval_closed: async () => {
        const id = await anApproval(make(), here())
        await desk().call('approval.decline', { id, words: 'x' })
        return desk().call('approval.decline', { id, words: 'x' })
      },
    },
    'moneycheck.list': {},
    'moneycheck.run': {},
    'moneycheck.dismiss': {
      record_not_found: () => server.cast().clients.superadmin.call('moneycheck.dismiss', { id: newId() }),
    },
  }
}
