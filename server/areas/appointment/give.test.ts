import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let desk: Client
beforeAll(async () => {
  server = await startServer()
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  const { people, clinics } = server.world
  // the other doctor has different terms: 20 of 100
  await server.pool.query(
    `update membership set commission_type = 'ratio', commission_value = 20 where doctor_id = $1 and clinic_id = $2`,
    [people.doctorBoth.id, clinics.kuzey],
  )
})
afterAll(() => server.stop())

type Visit = { readonly id: string; readonly version: number; readonly doctorId: string; readonly start: string }
let days = 3
/** A visit of the clinic's doctor with a new patient, on a day of its own. */
async function booked(extra: Partial<Input<'appointment.book'>> = {}) {
  days++
  const patient = await server.world.patient(`given.${days}`, server.world.clinics.kuzey)
  const answer = await desk.call(
    'appointment.book',
    {
      id: newId(),
      paymentId: newId(),
      patientId: patient.id,
      doctorId: server.world.people.doctorKuzey.id,
      clinicId: server.world.clinics.kuzey,
      start: server.world.slot(days, 0),
      duration: 20,
      type: 'face-to-face',
      payWith: 'later',
      ...extra,
    },
    { key: freshKey() },
  )
  expect(answer.body).toMatchObject({ status: true })
  return { patient, visit: answer.body['appointment'] as Visit }
}
const other = () => server.world.people.doctorBoth.id
const give = (visit: Visit, who = desk, extra: Partial<Input<'appointment.move'>> = {}, base?: number) =>
  who.call(
    'appointment.move',
    { id: visit.id, start: visit.start, duration: 20, doctorId: other(), ...extra },
    { key: freshKey(), ...(base !== undefined && { base }) },
  )
const one = async <R>(sql: string, values: unknown[]) => (await server.pool.query<R & object>(sql, values)).rows[0]

describe('decision 0131: an appointment is handed to another doctor', () => {
  test('the price stays; the share follows the new doctor’s terms, and so do the open payment, its link and its totals', async () => {
    const { visit } = await booked({ payWith: 'bank_transfer', bankId: server.world.bank })
    const answer = await give(visit, desk, { start: server.world.slot(days, 4) })
    expect(answer.body['appointment']).toMatchObject({
      doctorId: other(),
      start: server.world.slot(days, 4),
      price: 10000,
      commission: 2000,
      earn: 8000,
      moves: 0,
    })
    expect(
      await one(`select doctor_id, amount, commission, earn from payment where appointment_id = $1`, [visit.id]),
    ).toEqual({ doctor_id: other(), amount: 10000, commission: 2000, earn: 8000 })
    const hours = await one<{ doctor_id: string }>(
      'select h.doctor_id from appointment a join availability h on h.id = a.availability_id where a.id = $1',
      [visit.id],
    )
    expect(hours?.doctor_id).toBe(other())
    const log = await one<{ changes: unknown }>(
      `select changes from audit where object_id = $1 and action = 'appointment.move'`,
      [visit.id],
    )
    expect(log?.changes).toEqual({ commission: [1500, 2000] })
  })

  test('the previous doctor no longer sees the appointment and the patient, the new one sees both (rule 50)', async () => {
    const { visit, patient } = await booked()
    await give(visit)
    const before = await server.as('doctorKuzey')
    const now = await server.as('doctorBoth')
    const seen = async (who: Client) => [
      (await who.call('appointment.list', { id: visit.id })).body['appointments'],
      (await who.call('patient.list', { id: patient.id })).body['patients'],
    ]
    expect(await seen(before)).toEqual([[], []])
    expect(await seen(now)).toMatchObject([[{ id: visit.id }], [{ id: patient.id }]])
  })

  test('a doctor who knows the patient from another appointment keeps seeing them', async () => {
    const { visit, patient } = await booked()
    await server.world.visit(
      server.world.people.doctorKuzey.id,
      patient.id,
      server.world.clinics.kuzey,
      server.world.slot(days, 8),
      { status: 'completed' },
    )
    await give(visit)
    const { body } = await (await server.as('doctorKuzey')).call('patient.list', { id: patient.id })
    expect(body['patients']).toMatchObject([{ id: patient.id }])
  })

  test('all three are told, and the patient’s letter names the new doctor', async () => {
    const { visit, patient } = await booked()
    await server.pool.query('delete from notification')
    await server.pool.query('delete from message')
    await give(visit)
    const { rows } = await server.pool.query<{ user_id: string; kind: string; args: string[]; appointment_id: string }>(
      'select user_id, kind, args, appointment_id from notification',
    )
    const of = (id: string) => rows.filter(({ user_id }) => user_id === id)
    expect(of(server.world.people.doctorKuzey.id)).toMatchObject([
      {
        kind: 'appointment_moved',
        args: [patient.name, expect.stringContaining('Dr. Name doctor.both')],
        appointment_id: null,
      },
    ])
    expect(of(other())).toMatchObject([{ kind: 'appointment_booked', appointment_id: visit.id }])
    expect(of(patient.id)).toMatchObject([
      {
        kind: 'appointment_moved',
        args: [expect.any(String), expect.stringContaining('Dr. Name doctor.both')],
        appointment_id: visit.id,
      },
    ])
    const letter = await one<{ args: Record<string, string> }>(
      `select args from message where appointment_id = $1 and template = 'visit_moved'`,
      [visit.id],
    )
    expect(letter?.args['terms']).toContain('başka bir doktor')
    expect(letter?.args['doctor']).toContain('doctor.both')
  })

  test('an online appointment gets a new room, because the previous doctor knows the address', async () => {
    await server.world.hours(server.world.people.doctorKuzey, server.world.clinics.kuzey, { type: 'online' })
    await server.world.hours(server.world.people.doctorBoth, server.world.clinics.kuzey, { type: 'online' })
    const { visit } = await booked({ type: 'online' })
    const link = async () =>
      (await one<{ meeting_link: string }>('select meeting_link from appointment where id = $1', [visit.id]))
        ?.meeting_link
    await server.pool.query(`update appointment set meeting_link = 'https://own.example/kuzey' where id = $1`, [
      visit.id,
    ])
    await server.pool.query(
      `insert into meeting_presence (appointment_id, side, joined_at) values ($1, 'staff', now())`,
      [visit.id],
    )
    await give(visit)
    expect(await link()).not.toBe('https://own.example/kuzey')
    expect(await one('select from meeting_presence where appointment_id = $1', [visit.id])).toBeUndefined()
  })

  test('refused: by a doctor, by a patient, to another clinic’s doctor, and from a doctor’s own practice', async () => {
    const { visit, patient } = await booked()
    const refused = async (answer: ReturnType<typeof give>) => [(await answer).status, (await answer).body['refused']]
    expect(await refused(give(visit, await server.as('doctorKuzey')))).toEqual([404, 'doctor_not_found'])
    expect(await refused(give(visit, await server.enter(patient)))).toEqual([403, 'unauthorized'])
    const { doctorLinden, doctorGizli, doctorPassive } = server.world.people
    for (const doctorId of [doctorLinden.id, doctorGizli.id, newId()])
      expect(await refused(give(visit, desk, { doctorId }))).toEqual([404, 'doctor_not_found'])
    expect(await refused(give(visit, desk, { doctorId: doctorPassive.id }))).toEqual([409, 'doctor_passive'])
    const own = await server.world.visit(
      server.world.people.doctorKuzey.id,
      patient.id,
      null,
      server.world.slot(days, 9),
    )
    expect(await refused(give({ ...visit, id: own }, await server.as('admin')))).toEqual([404, 'doctor_not_found'])
    expect(await one('select doctor_id from appointment where id = $1', [visit.id])).toEqual({
      doctor_id: server.world.people.doctorKuzey.id,
    })
    // the platform's admins and the desk may
    expect((await give(visit, await server.as('admin'))).body).toMatchObject({ status: true })
  })

  test('a time at which the other doctor is booked is refused, with that doctor’s next five', async () => {
    const { visit } = await booked()
    await booked({ doctorId: other(), start: visit.start })
    const { status, body } = await give(visit)
    expect([status, body['refused'], (body['slots'] as unknown[]).length]).toEqual([409, 'slot_taken', 5])
  })

  test('doctor and time are one fact: one editor hands it over, another moves it, and the later one conflicts (rule 83)', async () => {
    const { visit } = await booked()
    await give(visit, desk, {}, visit.version)
    const late = await desk.call(
      'appointment.move',
      { id: visit.id, start: server.world.slot(days, 6), duration: 20 },
      { base: visit.version, key: freshKey() },
    )
    expect([late.status, late.body['refused']]).toEqual([412, 'changed_since'])
    expect(late.body['current']).toMatchObject({ doctorId: other() })
  })
})
