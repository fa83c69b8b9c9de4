import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { linkToken } from '../../server/areas/appointment/link-token.ts'
import { refreshLimits } from '../api/cast.ts'
import { freshKey, startServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let patient: Client
let began = 0
beforeAll(async () => {
  server = await startServer()
  began = server.clock.now
})
beforeEach(async () => {
  server.clock.now = began
  refreshLimits(server)
  patient = await server.signIn('patientKuzey')
  await server.pool.query('delete from message')
})
afterAll(() => server.stop())

let slots = 0
const people = () => server.world.people
async function book(who: Client = patient): Promise<Input<'appointment.book'>> {
  const wish = {
    id: newId(),
    paymentId: newId(),
    patientId: people().patientKuzey.id,
    doctorId: people().doctorKuzey.id,
    clinicId: server.world.clinics.kuzey,
    start: server.world.slot(5 + Math.floor(slots / 20), slots++ % 20),
    duration: 20,
    type: 'face-to-face' as const,
    payWith: 'later' as const,
  }
  expect((await who.call('appointment.book', wish, { key: freshKey() })).body).toMatchObject({ status: true })
  return wish
}
/** The token of the link in the newest message about an appointment. */
async function mailed(visitId: string): Promise<string> {
  const { rows } = await server.pool.query<{ args: { link: string } }>(
    `select args from message where appointment_id = $1 and template in ('visit_booked', 'visit_moved') order by id desc limit 1`,
    [visitId],
  )
  return /\/a#([\w-]{43})$/.exec(rows[0]!.args.link)![1]!
}
const open = (token: string, host = 'localhost') => server.nobody(host).call('appointmentlink.open', { token })
const stateOf = async (id: string) =>
  (
    await server.pool.query<{ status: string; starts_at: Date; version: number; arrived_at: Date | null }>(
      'select status, starts_at, version, arrived_at from appointment where id = $1',
      [id],
    )
  ).rows[0]!

test('35.4: the holder of the address sees what the message said, and not the patient’s name', async () => {
  const wish = await book()
  const { status, body } = await open(await mailed(wish.id))
  expect(status).toBe(200)
  expect(body['appointment']).toMatchObject({
    id: wish.id,
    isOwn: false,
    status: 'waiting',
    start: wish.start,
    whyNotMove: null,
  })
  for (const secret of [people().patientKuzey.id, people().patientKuzey.name, people().patientKuzey.username])
    expect(JSON.stringify(body)).not.toContain(secret)
})

test('looking changes nothing, however often a mail scanner looks', async () => {
  const wish = await book()
  const token = await mailed(wish.id)
  const before = await stateOf(wish.id)
  for (let time = 0; time < 5; time++) expect((await open(token)).status).toBe(200)
  await server
    .nobody()
    .call('appointmentlink.times', { token, from: Number(wish.start.slice(0, 10).replaceAll('-', '')) })
  expect(await stateOf(wish.id)).toEqual(before)
})

test('offered times can be taken, and a move and a cancellation are logged as the patient’s', async () => {
  const wish = await book()
  const token = await mailed(wish.id)
  const from = Number(server.world.slot(12, 1).slice(0, 10).replaceAll('-', ''))
  const { body } = await server.nobody().call('appointmentlink.times', { token, from })
  const [first] = body['times'] as { start: string }[]
  const moved = await server.nobody().call('appointmentlink.move', { token, start: first!.start, duration: 20 })
  expect(moved.body).toMatchObject({ status: true, appointment: { start: first!.start } })
  // the link stays valid, and the new message has the same one
  expect(await mailed(wish.id)).toBe(token)
  const cancelled = await server.nobody().call('appointmentlink.cancel', { token })
  expect(cancelled.body).toMatchObject({
    status: true,
    appointment: { status: 'cancelled', whyNotMove: 'already_cancelled' },
  })
  const { rows } = await server.pool.query<{ call: string; actor_id: string }>(
    `select action as call, actor as actor_id from audit where object_id = $1 and action in ('appointment.move', 'appointment.cancel') order by seq`,
    [wish.id],
  )
  expect(rows).toEqual([
    { call: 'appointment.move', actor_id: people().patientKuzey.id },
    { call: 'appointment.cancel', actor_id: people().patientKuzey.id },
  ])
})

test('decision 0149: a press confirms, as the patient; looking does not, and a new time asks again', async () => {
  const wish = await book()
  const token = await mailed(wish.id)
  const kept = async () =>
    (
      await server.pool.query<{ at: Date | null; by: string | null }>(
        'select confirmed_at as at, confirmed_by as by from appointment where id = $1',
        [wish.id],
      )
    ).rows[0]!
  expect((await open(token)).body).toMatchObject({ appointment: { confirmedAt: null } })
  expect(await kept()).toEqual({ at: null, by: null })
  const confirmed = await server.nobody().call('appointmentlink.confirm', { token })
  expect(confirmed.body).toMatchObject({ status: true, appointment: { confirmedAt: expect.any(String) } })
  const first = await kept()
  expect(first).toEqual({ at: expect.any(Date), by: people().patientKuzey.name })
  // pressing twice, as from two phones, changes nothing
  expect((await server.nobody().call('appointmentlink.confirm', { token })).status).toBe(200)
  expect(await kept()).toEqual(first)
  const from = Number(server.world.slot(12, 1).slice(0, 10).replaceAll('-', ''))
  const { body } = await server.nobody().call('appointmentlink.times', { token, from })
  const [time] = body['times'] as { start: string }[]
  const moved = await server.nobody().call('appointmentlink.move', { token, start: time!.start, duration: 20 })
  expect(moved.body).toMatchObject({ status: true, appointment: { confirmedAt: null } })
  expect(await kept()).toEqual({ at: null, by: null })
})

test('a token of one appointment opens no other; neither does an altered one, nor one made from known ids', async () => {
  const [mine, other] = [await book(), await book()]
  const token = await mailed(mine.id)
  const bytes = Buffer.from(token, 'base64url')
  const swapped = Buffer.concat([Buffer.from(other.id.replaceAll('-', ''), 'hex'), bytes.subarray(16)]).toString(
    'base64url',
  )
  const changed = Buffer.from(bytes.map((byte, at) => (at === 31 ? byte ^ 1 : byte))).toString('base64url')
  const guessed = linkToken(
    { keyed: () => Buffer.alloc(32).toString('base64url') },
    mine.id,
    people().patientKuzey.username,
  )
  for (const wrong of [swapped, changed, guessed])
    expect((await open(wrong)).body).toEqual({ status: false, refused: 'appointmentlink_not_found' })
})

test('it works on the platform and its clinic, and on no other clinic’s host', async () => {
  const token = await mailed((await book()).id)
  expect((await open(token, 'kuzey.localhost')).status).toBe(200)
  expect((await open(token, 'linden.localhost')).status).toBe(404)
  expect((await open(token, 'gizli.localhost')).status).toBe(404)
})

test('a private clinic’s works on its own host only', async () => {
  const { patientGizli, doctorGizli } = people()
  const id = await server.world.visit(
    doctorGizli.id,
    patientGizli.id,
    server.world.clinics.gizli,
    server.world.slot(6, 2),
  )
  const { rows } = await server.pool.query<{ recipient: string }>('select recipient from person_to_reach($1)', [
    patientGizli.id,
  ])
  const token = linkToken(server.deps.vault, id, rows[0]!.recipient)
  expect((await open(token, 'gizli.localhost')).status).toBe(200)
  expect((await open(token)).status).toBe(404)
})

test('an address sent to a contact that is no longer the patient’s opens nothing', async () => {
  const token = await mailed((await book()).id)
  const { id } = people().patientKuzey
  const { rows } = await server.pool.query<{ email: string }>('select email from person where id = $1', [id])
  await server.pool.query(`update person set email = 'another@test.example' where id = $1`, [id])
  expect((await open(token)).status).toBe(404)
  await server.pool.query('update person set email = $2 where id = $1', [id, rows[0]!.email])
  expect((await open(token)).status).toBe(200)
})

test('it ends with the appointment', async () => {
  const wish = await book()
  const token = await mailed(wish.id)
  server.clock.now = Date.parse(wish.start) + 3 * 3_600_000
  refreshLimits(server)
  expect((await open(token)).body).toMatchObject({ refused: 'appointmentlink_over' })
  expect((await server.nobody().call('appointmentlink.cancel', { token })).status).toBe(409)
})

test('the signed-in patient learns that it is theirs; another patient does not', async () => {
  const token = await mailed((await book()).id)
  expect((await patient.call('appointmentlink.open', { token })).body).toMatchObject({ appointment: { isOwn: true } })
  const linden = await server.signIn('patientLinden', 'localhost')
  expect((await linden.call('appointmentlink.open', { token })).body).toMatchObject({ appointment: { isOwn: false } })
})

test('forty attempts at once to move it move it once', async () => {
  const wish = await book()
  const token = await mailed(wish.id)
  const start = server.world.slot(13, 5)
  await Promise.all(
    Array.from({ length: 40 }, () => server.nobody().call('appointmentlink.move', { token, start, duration: 20 })),
  )
  const { rows } = await server.pool.query<{ moves: number }>('select moves from appointment where id = $1', [wish.id])
  expect(rows[0]!.moves).toBe(1)
})

test('the messages’ address appears in no log line and in no calendar', async () => {
  const wish = await book()
  const { rows } = await server.pool.query<{ args: { link: string } }>(
    `select args from message where appointment_id = $1 and template = 'visit_booked'`,
    [wish.id],
  )
  expect(new URL(rows[0]!.args.link).pathname).toBe('/a')
})
