import type { CallName, Input, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Answer, TestServer } from '../support/server.ts'
import type { Try } from './attempts.ts'
import { aLink, aPayment, PAID, tokenOf } from './attempts-money.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `${'paymentlink' | 'transaction'}.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/**
 * Provokes every refusal of payment links and of the steps to a card page. Takes functions, since the server starts
 * with the tests.
 */
export function linkRefusals(server: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const make = () => server.make()
  const admin = () => server.cast().clients.admin
  const desk = () => server.cast().clients.deskPublic
  const patient = () => server.cast().clients.patientPublic
  const here = () => server.cast().places.kuzey1
  const clock = () => server.server().clock
  const past = () => make().visit(here(), 'past')
  const visit = async (status: string) => {
    const id = await past()
    await server.server().pool.query('update appointment set status = $2 where id = $1', [id, status])
    return id
  }
  const link = (extra: Partial<Input<'paymentlink.add'>>) =>
    admin().call('paymentlink.add', {
      id: newId(),
      patientId: here().patient,
      clinicId: here().clinic,
      amount: 2500,
      currency: 'try',
      description: 'x',
      ...extra,
    })
  const generate = (input: Input<'transaction.generate'>) => patient().call('transaction.generate', input)
  const without = async (overrides: object, ask: () => Promise<Answer>) => {
    const { deps } = server.server()
    const kept = deps.pay
    Object.assign(deps, overrides)
    const answer = await ask()
    Object.assign(deps, { pay: kept })
    return answer
  }
  const closed = (call: 'paymentlink.update' | 'paymentlink.cancel') => ({
    link_not_found: () => desk().call(call, { id: newId() }),
    link_used: async () => desk().call(call, { id: await aLink(make(), here(), { status: 'paid' }) }),
    link_cancelled: async () => desk().call(call, { id: await aLink(make(), here(), { status: 'cancelled' }) }),
  })

  return {
    'paymentlink.list': {},
    'paymentlink.add': {
      id_taken: async () => link({ id: await aLink(make(), here()) }),
      patient_not_found: () => link({ patientId: newId() }),
      clinic_not_found: () => link({ clinicId: newId() }),
      appointment_not_found: () => link({ appointmentId: newId() }),
      already_cancelled: async () => link({ appointmentId: await visit('cancelled') }),
      already_paid: async () => {
        const appointmentId = await past()
        await desk().call('payment.add', { id: newId(), appointmentId })
        return link({ appointmentId, amount: 10_000 })
      },
      amount_differs: async () => link({ appointmentId: await past(), amount: 1 }),
      currency_differs: () => link({ currency: 'eur' }),
      link_date_past: () => link({ expiresAt: new Date(clock().now - 1000).toISOString() }),
    },
    'paymentlink.update': {
      ...closed('paymentlink.update'),
      amount_differs: async () =>
        desk().call('paymentlink.update', {
          id: await aLink(make(), here(), { appointment_id: await past() }),
          amount: 1,
        }),
      link_date_past: async () =>
        desk().call('paymentlink.update', {
          id: await aLink(make(), here()),
          expiresAt: new Date(clock().now - 1000).toISOString(),
        }),
    },
    'paymentlink.cancel': closed('paymentlink.cancel'),
    'paymentlink.send': {
      link_not_found: () => desk().call('paymentlink.send', { id: newId(), by: 'sms' }),
      link_used: async () =>
        desk().call('paymentlink.send', { id: await aLink(make(), here(), { status: 'paid' }), by: 'sms' }),
      link_cancelled: async () =>
        desk().call('paymentlink.send', { id: await aLink(make(), here(), { status: 'cancelled' }), by: 'sms' }),
      link_expired: async () =>
        desk().call('paymentlink.send', {
          id: await aLink(make(), here(), { expires_at: new Date(clock().now - 1000) }),
          by: 'sms',
        }),
      no_address: async () => {
        const id = await aLink(make(), server.cast().places.kuzey2)
        await server
          .server()
          .pool.query('update person set email = null where id = $1', [server.cast().places.kuzey2.patient])
        return desk().call('paymentlink.send', { id, by: 'mail' })
      },
    },
    'paymentlink.delete': {
      link_not_found: () => desk().call('paymentlink.delete', { id: newId() }),
      link_used: async () => desk().call('paymentlink.delete', { id: await aLink(make(), here(), { status: 'paid' }) }),
    },
    'paymentlink.url': { link_not_found: () => desk().call('paymentlink.url', { id: newId() }) },
    'paymentlink.open': {
      link_not_found: async () =>
        server
          .server()
          .nobody('linden.localhost')
          .call('paymentlink.open', { token: (await tokenOf(make(), here())).token }),
    },
    'transaction.generate': {
      payment_not_found: () => generate({ paymentId: newId() }),
      appointment_not_found: () => generate({ appointmentId: newId() }),
      link_not_found: () => generate({ link: 'x'.repeat(43) }),
      link_expired: async () =>
        generate({ linkId: await aLink(make(), here(), { expires_at: new Date(clock().now - 1000) }) }),
      link_cancelled: async () => generate({ linkId: await aLink(make(), here(), { status: 'cancelled' }) }),
      payment_cancelled: async () => generate({ paymentId: await aPayment(make(), here(), { status: 'cancelled' }) }),
      already_cancelled: async () => generate({ appointmentId: await visit('cancelled') }),
      already_paid: async () => generate({ paymentId: await aPayment(make(), here(), PAID) }),
      amount_changed: async () =>
        generate({ linkId: await aLink(make(), here(), {}), shown: { amount: 1, currency: 'try' } }),
      card_not_possible: async () => {
        const paymentId = await aPayment(make(), here())
        return without({ pay: null }, () => generate({ paymentId }))
      },
      unknown_error: async () => {
        const paymentId = await aPayment(make(), here())
        const { pay: provider } = server.server().deps
        return without({ pay: { ...provider!, generate: async () => null } }, () => generate({ paymentId }))
      },
    },
    'transaction.get': {
      transaction_not_found: () => server.server().nobody().call('transaction.get', { id: newId() }),
    },
  }
}
