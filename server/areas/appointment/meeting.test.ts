import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { freshKey, startServer, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  server.clock.now = Date.parse(server.world.slot(0, 9))
  await server.world.hours(server.world.people.doctorKuzey, server.world.clinics.kuzey, { type: 'online' })
})
afterAll(() => server.stop())

const MINUTE = 60_000
let booked = 0

/** An online visit, booked by the desk. */
async function bookOnline() {
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const { people, clinics, slot } = server.world
  const { body } = await desk.call(
    'appointment.book',
    {
      id: newId(),
      paymentId: newId(),
      patientId: people.patientKuzey.id,
      doctorId: people.doctorKuzey.id,
      clinicId: clinics.kuzey,
      // the same day: a session outlives it
      start: slot(0, 12 + booked++),
      duration: 20,
      type: 'online',
      payWith: 'later',
      overlapSeen: true,
    },
    { key: freshKey() },
  )
  expect(body).toMatchObject({ status: true })
  return body['appointment'] as Appointment
}

/** The room as a caller finds it at an instant. */
async function roomAt(at: number, who: 'patientKuzey' | 'doctorKuzey' | 'deskKuzey', id: string) {
  const client = await server.as(who)
  server.clock.now = at
  return (await client.call('appointment.meeting', { id })).body['meeting'] as {
    state: string
    link: string | null
    patientSince: string | null
    staffSince: string | null
  }
}

const setPattern = (pattern: string | null) =>
  server.pool.query(
    `update setting set data = data || jsonb_build_object('meetingPattern', $1::text) where id = 'setting'`,
    [pattern],
  )

describe('the room of an online visit (rule 31)', () => {
  test('each gets its own address by the server’s pattern; without a pattern the link is typed', async () => {
    await setPattern('https://video.example/{clinic}/{code}')
    const [a, b] = [await bookOnline(), await bookOnline()]
    expect(a.meetingLink).toMatch(/^https:\/\/video\.example\/kuzey\/[a-z2-9]{20}$/)
    expect(b.meetingLink).not.toBe(a.meetingLink)
    await setPattern(null)
    const typed = await bookOnline()
    expect(typed.meetingLink).toBeNull()
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    expect((await desk.call('appointment.meeting', { id: typed.id })).body['refused']).toBe('meeting_none')
    await desk.call('appointment.update', { id: typed.id, meetingLink: 'javascript:alert(1)' })
    expect((await desk.call('appointment.meeting', { id: typed.id })).body['refused']).toBe('meeting_none')
    await desk.call('appointment.update', { id: typed.id, meetingLink: 'https://meet.example/typed' })
    expect(await roomAt(server.clock.now, 'doctorKuzey', typed.id)).toMatchObject({
      link: 'https://meet.example/typed',
    })
    await setPattern('https://video.example/{clinic}/{code}')
  })

  test('the patient gets the address from 15 minutes before the start until 30 after the end, and by no other way', async () => {
    const clock = server.clock.now
    const visit = await bookOnline()
    const start = Date.parse(visit.start)
    const end = Date.parse(visit.end)
    for (const [at, state] of [
      [start - 15 * MINUTE - 1, 'early'],
      [start - 15 * MINUTE, 'open'],
      [end + 30 * MINUTE, 'open'],
      [end + 30 * MINUTE + 1, 'over'],
    ] as const) {
      expect(await roomAt(at, 'patientKuzey', visit.id)).toMatchObject({
        state,
        link: state === 'open' ? visit.meetingLink : null,
      })
      expect(await roomAt(at, 'doctorKuzey', visit.id)).toMatchObject({ state: 'open', link: visit.meetingLink })
    }
    const patient = await server.as('patientKuzey')
    const { body } = await patient.call('appointment.list', { id: visit.id })
    const pulled = await patient.request('GET', '/api/sync')
    expect(JSON.stringify([body, pulled.body])).not.toContain('video.example')
    server.clock.now = clock
  })

  test('the other side is told once that someone has joined; the patient has arrived; joining again opens the same room', async () => {
    const clock = server.clock.now
    const visit = await bookOnline()
    const [patient, doctor] = [await server.as('patientKuzey'), await server.as('doctorKuzey')]
    server.clock.now = Date.parse(visit.start) - 5 * MINUTE
    const notices = async () =>
      (
        await server.pool.query<{ kind: string; user_id: string }>(
          `select kind, user_id from notification where appointment_id = $1 and kind like '%waiting' order by created_at`,
          [visit.id],
        )
      ).rows
    const came = await patient.call('appointment.join', { id: visit.id })
    expect(came.body['appointment']).toMatchObject({ arrivedAt: new Date(server.clock.now).toISOString() })
    expect(came.body['appointment']).not.toHaveProperty('meetingLink')
    await patient.call('appointment.join', { id: visit.id })
    expect(await notices()).toEqual([{ kind: 'patient_waiting', user_id: visit.doctorId }])

    const room = await roomAt(server.clock.now + 2 * MINUTE, 'doctorKuzey', visit.id)
    expect(room).toMatchObject({ patientSince: expect.any(String), staffSince: null })
    await doctor.call('appointment.join', { id: visit.id })
    await doctor.call('appointment.join', { id: visit.id })
    expect((await notices()).map(({ kind }) => kind)).toEqual(['patient_waiting', 'doctor_waiting'])
    expect(await roomAt(server.clock.now, 'patientKuzey', visit.id)).toMatchObject({
      link: visit.meetingLink,
      staffSince: new Date(server.clock.now).toISOString(),
    })

    // completed while they still talk: a participant who drops out can return; after a cancellation no one can
    server.clock.now = Date.parse(visit.start) + MINUTE
    await doctor.call('appointment.complete', { id: visit.id })
    expect((await patient.call('appointment.join', { id: visit.id })).status).toBe(200)
    server.clock.now = clock
  })

  test('a moved visit keeps its address, and its room is empty again', async () => {
    const clock = server.clock.now
    const visit = await bookOnline()
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    await (await server.as('doctorKuzey')).call('appointment.join', { id: visit.id })
    const moved = await desk.call('appointment.move', {
      id: visit.id,
      start: server.world.slot(4, booked++),
      duration: 20,
    })
    expect(moved.body['appointment']).toMatchObject({ meetingLink: visit.meetingLink })
    expect(await roomAt(clock, 'doctorKuzey', visit.id)).toMatchObject({ staffSince: null, link: visit.meetingLink })
  })
})
