import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { SENT_AT_HEADER, type BatchAnswer, type BatchCall } from '../../contract/sync/sync.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../tests/support/server.ts'

let server: TestServer
let desk: Client
let patientId: string
beforeAll(async () => {
  server = await startServer()
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  patientId = server.world.people.patientKuzey.id
})
afterAll(() => server.stop())

const HOUR = 3_600_000
const DAY = 24 * HOUR
const iso = (ms: number) => new Date(ms).toISOString()
const queued = (call: string, input: object, madeAt: number): BatchCall => ({
  call,
  key: freshKey(),
  base: null,
  madeAt: iso(madeAt),
  input,
})
/** `clock`: the device's own clock when it sends; the server's if it is right. */
const send = async (calls: readonly BatchCall[], clock: number | null = server.clock.now) => {
  const headers = clock === null ? {} : { [SENT_AT_HEADER]: iso(clock) }
  const { body } = await desk.request('POST', '/api/batch', { calls }, headers)
  const answers = body['answers'] as readonly BatchAnswer[]
  return answers.map((answer) => (answer.status === 200 ? answer.body : answer) as Record<string, never>)
}

/** A visit that began some minutes ago and was booked an hour before that. */
let n = 0
async function visit(minutesAgo = 60): Promise<string> {
  const id = newId()
  const start = server.clock.now - minutesAgo * 60_000 - n++
  await server.pool.query(
    `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, commission,
        earn, created_at, created_by, updated_at, updated_by)
      values ($1, $2, $3, $4, 'P', $5, $6, 'Europe/Istanbul', 'face-to-face', 0, 'try', 0, 0, $7, 'x', $7, 'x')`,
    [
      id,
      server.world.clinics.kuzey,
      (await server.world.doctor(`moment.${n}`, [server.world.clinics.kuzey])).id,
      patientId,
      iso(start),
      iso(start + 300_000),
      iso(start - 30 * DAY),
    ],
  )
  return id
}
const marksOf = async (id: string) =>
  (
    await server.pool.query<{ arrived: Date | null; done: Date | null; gone: Date | null; heard: Date | null }>(
      'select arrived_at as arrived, completed_at as done, no_show_at as gone, heard_at as heard from appointment where id = $1',
      [id],
    )
  ).rows[0]!

/** The session is more than an hour old, so that claims about the last hour are within it. */
async function later(ms = 2 * HOUR) {
  server.clock.now += ms
  return server.clock.now
}

describe('the moment of a change (decision 0086)', () => {
  test('a check-in made offline is dated by its touch, with the time of arrival beside it; the audit log has both', async () => {
    const now = await later()
    const id = await visit()
    const touched = now - 50 * 60_000
    const [answer] = await send([queued('appointment.arrive', { id }, touched)])
    expect(answer!['appointment']).toMatchObject({ arrivedAt: iso(touched), heardAt: iso(now), updatedAt: iso(now) })
    const { rows } = await server.pool.query<{ made: Date }>(
      `select made_at as made from audit where object_id = $1 and action = 'appointment.arrive' and at > made_at`,
      [id],
    )
    expect(rows).toEqual([{ made: new Date(touched) }])
  })

  test.each([
    ['eight days ahead', 8 * DAY],
    ['eight days behind', -8 * DAY],
  ])('a device clock %s is corrected by what it says when sending', async (_, off) => {
    const now = await later()
    const id = await visit()
    const touched = now - 50 * 60_000
    await send([queued('appointment.arrive', { id }, touched + off)], now + off)
    expect(await marksOf(id)).toMatchObject({ arrived: new Date(touched), heard: new Date(now) })
  })

  test('time spent in transit is not a clock error, and an immediate change has one time', async () => {
    const now = await later()
    const id = await visit()
    await send([queued('appointment.arrive', { id }, now - 20_000)], now - 15_000)
    expect(await marksOf(id)).toMatchObject({ arrived: new Date(now - 20_000), heard: null })
  })

  test.each([
    ['lies in the future, its clock put right since', (now: number) => now + 8 * DAY],
    ['is a day before its visit', (now: number) => now - 26 * HOUR],
    ['is from before this person was ever signed in', (now: number) => now - 40 * DAY],
    ['is older than keys are kept', (now: number) => now - 400 * DAY],
  ])('a moment that %s is replaced by the time of arrival', async (_, madeAt) => {
    const now = await later()
    const id = await visit()
    await send([queued('appointment.arrive', { id }, madeAt(now))])
    expect(await marksOf(id)).toMatchObject({ arrived: new Date(now), heard: null })
  })

  test('so is a moment before the visit was created', async () => {
    const now = await later()
    const id = await visit()
    await server.pool.query('update appointment set created_at = $2 where id = $1', [id, iso(now - 30 * 60_000)])
    await send([queued('appointment.arrive', { id }, now - 50 * 60_000)])
    expect(await marksOf(id)).toMatchObject({ arrived: new Date(now) })
  })

  test('a previous session counts: after a new sign-in, what was done in the expired one is sent', async () => {
    const before = server.clock.now
    const now = await later(13 * HOUR)
    desk = await server.signIn('deskKuzey', 'kuzey.localhost')
    const id = await visit(12 * 60)
    await send([queued('appointment.arrive', { id }, before + HOUR)])
    expect(await marksOf(id)).toMatchObject({ arrived: new Date(before + HOUR), heard: new Date(now) })
  })

  test('a no-show and a completion are dated by their moments; neither before it is allowed', async () => {
    const now = await later()
    const [gone, done, early] = [await visit(), await visit(), await visit()]
    await send([
      queued('appointment.noShow', { id: gone }, now - 30 * 60_000),
      queued('appointment.complete', { id: done }, now - 40 * 60_000),
      queued('appointment.noShow', { id: early }, now - 55 * 60_000),
    ])
    expect(await marksOf(gone)).toMatchObject({ gone: new Date(now - 30 * 60_000), heard: new Date(now) })
    expect(await marksOf(done)).toMatchObject({ done: new Date(now - 40 * 60_000), heard: new Date(now) })
    expect(await marksOf(early)).toMatchObject({ gone: new Date(now), heard: null })
  })

  test('no one is completed before they arrived', async () => {
    const now = await later()
    const id = await visit()
    await send([queued('appointment.arrive', { id }, now - 20 * 60_000)])
    await send([queued('appointment.complete', { id }, now - 30 * 60_000)])
    expect(await marksOf(id)).toMatchObject({ arrived: new Date(now - 20 * 60_000), done: new Date(now) })
  })

  test('an old completion that arrived now can be undone for an hour from now', async () => {
    const now = await later(3 * HOUR)
    const id = await visit(170)
    await send([queued('appointment.complete', { id }, now - 2.5 * HOUR)])
    const [answer] = await send([queued('appointment.reopen', { id }, now - 2 * HOUR)])
    expect(answer!['appointment']).toMatchObject({ status: 'waiting', completedAt: null, heardAt: null })
  })

  test('a booking and its check-in, both made offline, keep their order', async () => {
    const { people, clinics, slot } = server.world
    const start = Date.parse(slot(4, 5))
    server.clock.now = start - 10 * HOUR
    desk = await server.signIn('deskKuzey', 'kuzey.localhost')
    const now = server.clock.now
    const id = newId()
    const booking = {
      id,
      paymentId: newId(),
      patientId,
      doctorId: people.doctorKuzey.id,
      clinicId: clinics.kuzey,
      start: iso(start),
      duration: 20,
      type: 'face-to-face',
      payWith: 'later',
      overlapSeen: true,
    }
    const [made] = await send([queued('appointment.book', booking, now - 40 * 60_000)])
    expect(made!['appointment']).toMatchObject({ createdAt: iso(now - 40 * 60_000), heardAt: iso(now) })
    const [came] = await send([queued('appointment.arrive', { id }, now - 30 * 60_000)])
    expect(came!['appointment']).toMatchObject({ arrivedAt: iso(now - 30 * 60_000), heardAt: iso(now) })
  })

  test('a note is dated by when it was written, and by when it was edited', async () => {
    const now = await later()
    const id = newId()
    const [added] = await send([queued('patient.addNote', { id, patientId, text: 'at night' }, now - 50 * 60_000)])
    expect(added!['patient_note']).toMatchObject({
      createdAt: iso(now - 50 * 60_000),
      heardAt: iso(now),
      editedAt: null,
    })
    const [edited] = await send([queued('patient.editNote', { id, text: 'later' }, now - 40 * 60_000)])
    expect(edited!['patient_note']).toMatchObject({ editedAt: iso(now - 40 * 60_000), heardAt: iso(now) })
    const [lied] = await send([queued('patient.editNote', { id, text: 'before' }, now - 55 * 60_000)])
    expect(lied!['patient_note']).toMatchObject({ editedAt: iso(now), heardAt: null })
  })

  test('the same key with another moment is the same change: the record keeps the first', async () => {
    const now = await later()
    const id = await visit()
    const once = queued('appointment.arrive', { id }, now - 50 * 60_000)
    await send([once])
    server.clock.now += 5 * 60_000
    const [again] = await send([{ ...once, madeAt: iso(now - 10 * 60_000) }])
    expect(again!['appointment']).toMatchObject({ arrivedAt: iso(now - 50 * 60_000), heardAt: iso(now) })
  })

  test('a device that reports no clock is trusted, within the limits', async () => {
    const now = await later()
    const id = await visit()
    await send([queued('appointment.arrive', { id }, now - 50 * 60_000)], null)
    expect(await marksOf(id)).toMatchObject({ arrived: new Date(now - 50 * 60_000) })
  })
})
