import type { CallName, Input, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Answer, TestServer } from '../support/server.ts'
import type { Try } from './attempts.ts'
import { tokenFor } from './attempts-link.ts'
import { aPayment, PAID } from './attempts-money.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `appointmentlink.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }
type Needs = {
  readonly server: () => TestServer
  readonly cast: () => Cast
  readonly make: () => Try
  /** An appointment of the desk's clinic, so many ms from now, with the given columns. */
  readonly visit: (ahead: number, columns?: Readonly<Record<string, unknown>>) => Promise<string>
  readonly taken: () => Promise<string>
  readonly busy: () => Promise<string>
}

/** Provokes every refusal of the link in a message. Takes functions, since the server starts with the tests. */
export function appointmentLinkRefusals({ server, cast, make, visit, taken, busy }: Needs): Provoked {
  const HOUR = 3_600_000
  const here = () => cast().places.kuzey1
  const at = (ahead: number) => new Date(server().clock.now + ahead).toISOString()
  const ask = async <N extends Calls>(call: N, id: string, more: object = {}) =>
    server()
      .nobody()
      .call(call, { token: await tokenFor(make(), here(), id), ...more } as Input<N>)
  const online = { type: 'online', meeting_link: 'https://meet.test.example/x' }

  const ofAll = (call: Calls, more: object = {}) => ({
    appointmentlink_not_found: () => ask(call, newId(), more),
    appointmentlink_over: async () => ask(call, await visit(-4 * HOUR), more),
  })
  const ofPatient = (call: Calls, more: () => object = () => ({})) => ({
    already_completed: async () => ask(call, await visit(-HOUR, { status: 'completed' }), more()),
    already_cancelled: async () => ask(call, await visit(72 * HOUR, { status: 'cancelled' }), more()),
    cancel_window: async () => ask(call, await visit(23 * HOUR), more()),
    arrived_already: async () => ask(call, await visit(72 * HOUR, { arrived_at: at(0) }), more()),
  })
  const times = { from: 20_270_101 }
  const to = () => ({ start: make().slot(here()), duration: 20 })
  const move = async (more: object, columns = {}) =>
    ask('appointmentlink.move', await visit(72 * HOUR, columns), { ...to(), ...more })
  const pay = (id: string, amount: number) => ask('appointmentlink.pay', id, { shown: { amount, currency: 'try' } })
  const PRICE = 10_000
  const withPay = async (overrides: object, act: () => Promise<Answer>) => {
    const { deps } = server()
    const kept = deps.pay
    Object.assign(deps, overrides)
    const answer = await act()
    Object.assign(deps, { pay: kept })
    return answer
  }

  return {
    'appointmentlink.open': ofAll('appointmentlink.open'),
    'appointmentlink.times': ofAll('appointmentlink.times', times),
    'appointmentlink.move': {
      ...ofAll('appointmentlink.move', { start: '2027-01-01T09:00:00.000Z', duration: 20 }),
      ...ofPatient('appointmentlink.move', to),
      slot_taken: async () => move({ start: await taken() }),
      slot_past: () => move({ start: server().world.slot(-2, 0) }),
      slot_closed: async () => move({ start: await make().closedSlot(here()) }),
      slot_outside: () => move({ start: new Date(Date.parse(make().slot(here())) + 5 * 60_000).toISOString() }),
      // between what other attempts have put into this hour
      slot_too_soon: () => move({ start: at(38 * 60_000) }),
      slot_too_far: () => move({ start: server().world.slot(100, 0) }),
      doctor_passive: async () => {
        const { world, pool } = server()
        await pool.query('update doctor set active = false where id = $1', [world.people.doctorPassive.id])
        const id = await world.visit(world.people.doctorPassive.id, here().patient, here().clinic, world.slot(41, 1))
        return ask('appointmentlink.move', id, { start: world.slot(41, 3), duration: 20 })
      },
      move_limit: () => move({}, { moves: 2 }),
      patient_overlap: async () => move({ start: await busy() }),
    },
    'appointmentlink.cancel': { ...ofAll('appointmentlink.cancel'), ...ofPatient('appointmentlink.cancel') },
    'appointmentlink.confirm': {
      ...ofAll('appointmentlink.confirm'),
      already_completed: async () =>
        ask('appointmentlink.confirm', await visit(72 * HOUR, { status: 'completed', completed_at: at(0) })),
      already_cancelled: async () => ask('appointmentlink.confirm', await visit(72 * HOUR, { status: 'cancelled' })),
    },
    'appointmentlink.join': {
      ...ofAll('appointmentlink.join'),
      already_cancelled: async () => ask('appointmentlink.join', await visit(0, { ...online, status: 'cancelled' })),
      meeting_none: async () => ask('appointmentlink.join', await visit(0, { type: 'online' })),
      meeting_early: async () => ask('appointmentlink.join', await visit(16 * 60_000, online)),
      meeting_over: async () => ask('appointmentlink.join', await visit(-70 * 60_000, online)),
    },
    'appointmentlink.pay': {
      ...ofAll('appointmentlink.pay', { shown: { amount: PRICE, currency: 'try' } }),
      already_cancelled: async () => pay(await visit(72 * HOUR, { status: 'cancelled' }), PRICE),
      already_paid: async () => {
        const { rows } = await server().pool.query<{ appointment_id: string }>(
          'select appointment_id from payment where id = $1',
          [await aPayment(make(), here(), PAID, 'completed')],
        )
        await server().pool.query(`update appointment set starts_at = $2, ends_at = $3 where id = $1`, [
          rows[0]!.appointment_id,
          at(90 * HOUR),
          at(90 * HOUR + 20 * 60_000),
        ])
        return pay(rows[0]!.appointment_id, PRICE)
      },
      amount_changed: async () => pay(await visit(72 * HOUR, { price: PRICE }), 1),
      card_not_possible: async () =>
        withPay({ pay: null }, async () => pay(await visit(72 * HOUR, { price: PRICE }), PRICE)),
      unknown_error: async () =>
        withPay({ pay: { ...server().deps.pay, generate: async () => null } }, async () =>
          pay(await visit(72 * HOUR, { price: PRICE }), PRICE),
        ),
    },
  }
}
