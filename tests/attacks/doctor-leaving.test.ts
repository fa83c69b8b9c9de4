// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { openDevice } from '../support/device.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/** A doctor of two clinics leaves one: server, feed and devices stop showing each the other's data (I9, R39). */
let server: TestServer
let kuzey: Client
let linden: Client
beforeAll(async () => {
  server = await startServer()
  kuzey = await server.as('deskKuzey', 'kuzey.localhost')
  linden = await server.as('deskLinden', 'linden.localhost')
})
afterAll(() => server.stop())

async function working() {
  const { clinics, people, slot } = server.world
  const doctor = await server.world.doctor(`leaves.${newId()}`, [clinics.linden, clinics.kuzey])
  await server.world.hours(doctor, clinics.kuzey)
  const days = -3
  const here = await server.world.visit(doctor.id, people.patientKuzey.id, clinics.kuzey, slot(days, 0), {
    status: 'completed',
  })
  const there = await server.world.visit(doctor.id, people.patientLinden.id, clinics.linden, slot(days, 4), {
    status: 'completed',
  })
  const client = await server.enter(doctor)
  return { ...doctor, client, here, there }
}
const visitsOf = async (who: Client) =>
  ((await who.call('appointment.list', { limit: 1000 })).body['appointments'] as { id: string }[]).map(({ id }) => id)
const patientsOf = async (who: Client) =>
  ((await who.call('patient.list', { limit: 1000 })).body['patients'] as { id: string }[]).map(({ id }) => id)

describe('leaving a clinic', () => {
  test('the doctor: visits, patients, shared calendar and device hold nothing of it; the other clinic’s data stays', async () => {
    const { clinics, people } = server.world
    const doctor = await working()
    const device = openDevice(server, doctor.client, { id: doctor.id, name: doctor.name })
    await device.pull()
    expect(await device.row('appointment', doctor.here)).toBeDefined()
    const url = String((await doctor.client.call('calendar.share', { level: 'full' })).body['url'])
    const feed = async () => String((await doctor.client.request('GET', new URL(url).pathname)).body['text'])
    expect(await feed()).toContain('patient.kuzey')
    expect(await patientsOf(doctor.client)).toEqual(
      expect.arrayContaining([people.patientKuzey.id, people.patientLinden.id]),
    )

    expect((await doctor.client.call('membership.leave', { clinicId: clinics.kuzey })).status).toBe(200)
    expect(await visitsOf(doctor.client)).toEqual([doctor.there])
    expect(await patientsOf(doctor.client)).toEqual([people.patientLinden.id])
    expect(await feed()).not.toContain('patient.kuzey')
    expect(await feed()).toContain('patient.linden')
    await device.pull()
    expect(await device.row('appointment', doctor.here)).toBeUndefined()
    expect(await device.row('patient', people.patientKuzey.id)).toBeUndefined()
    expect(await device.row('appointment', doctor.there)).toBeDefined()
    await device.close()
    // the clinic keeps its records, and gets a notification
    expect(await visitsOf(kuzey)).toContain(doctor.here)
    const { rows } = await server.pool.query(
      `select args from notification where user_id = $1 and kind = 'membership_ended'`,
      [people.deskKuzey.id],
    )
    expect(rows).toContainEqual({ args: [doctor.name] })
  })

  test('the clinic: no contact, no times, no hours that can be offered again', async () => {
    const { clinics } = server.world
    const doctor = await working()
    await doctor.client.call('membership.leave', { clinicId: clinics.kuzey })
    const cards = (await kuzey.call('doctor.list', { limit: 1000 })).body['doctors'] as { id: string }[]
    expect(cards.find(({ id }) => id === doctor.id)).toBeUndefined()
    const { rows } = await server.pool.query<{ id: string }>(
      'select id from availability where doctor_id = $1 and clinic_id = $2',
      [doctor.id, clinics.kuzey],
    )
    await kuzey.call('availability.activate', { id: rows[0]!.id })
    const { rows: free } = await server.pool.query(
      `select from free_slots($1, current_date + 1, current_date + 10, null, now()) where clinic_id = $2`,
      [doctor.id, clinics.kuzey],
    )
    expect(free).toEqual([])
    expect(
      (await kuzey.call('doctor.update', { id: doctor.id, commissionType: 'ratio', commissionRatio: 100 })).status,
    ).toBe(404)
  })

  test('open visits block leaving from both sides, with their number', async () => {
    const { clinics, people, slot } = server.world
    const doctor = await working()
    await server.world.visit(doctor.id, people.patientKuzey.id, clinics.kuzey, slot(9, 0))
    const answer = await doctor.client.call('membership.leave', { clinicId: clinics.kuzey })
    expect([answer.status, answer.body['refused'], answer.body['open']]).toEqual([409, 'doctor_has_appointments', 1])
    expect((await kuzey.call('doctor.leave', { id: doctor.id })).body['refused']).toBe('doctor_has_appointments')
    await server.pool.query(`update appointment set status = 'cancelled' where doctor_id = $1 and status = 'waiting'`, [
      doctor.id,
    ])
    expect((await kuzey.call('doctor.leave', { id: doctor.id })).status).toBe(200)
    expect(await visitsOf(doctor.client)).toEqual([doctor.there])
  })

  test('once the doctor has an account and has left, the clinic that created the card can neither see, edit nor delete it', async () => {
    const { clinics } = server.world
    const doctor = await server.world.doctor(`made.here.${newId()}`, [clinics.linden])
    await server.pool.query('update doctor set home_clinic = $2 where id = $1', [doctor.id, clinics.linden])
    const client = await server.enter(doctor)
    expect((await client.call('membership.leave', { clinicId: clinics.linden })).status).toBe(200)
    expect((await linden.call('doctor.delete', { id: doctor.id })).status).toBe(404)
    expect((await linden.call('doctor.passivate', { id: doctor.id })).status).toBe(404)
    expect((await client.call('session.user', {})).status).toBe(200)
  })

  test('a doctor who returns sees their records again', async () => {
    const { clinics, people } = server.world
    const doctor = await working()
    await doctor.client.call('membership.leave', { clinicId: clinics.kuzey })
    await kuzey.call('doctor.join', { email: doctor.username })
    const [one] = (await doctor.client.call('invitation.mine', {})).body['invitations'] as { id: string }[]
    await doctor.client.call('invitation.accept', { id: one!.id })
    expect(await visitsOf(doctor.client)).toEqual(expect.arrayContaining([doctor.here, doctor.there]))
    expect(await patientsOf(doctor.client)).toContain(people.patientKuzey.id)
  })
})
