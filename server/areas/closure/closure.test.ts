import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let desk: Client
let own: Client
let other: Client
beforeAll(async () => {
  server = await startServer()
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  other = await server.as('deskLinden', 'linden.localhost')
  own = await server.as('patientKuzey', 'kuzey.localhost')
  Object.assign(server.deps, { limits: { ...server.deps.limits, spend: async () => 0 } })
})
afterAll(() => server.stop())

const HOUR = 3_600_000
const later = (start: string, ms: number) => new Date(Date.parse(start) + ms).toISOString()
const said = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['refused'] ?? body['status'],
]
let patients = 0
const somebody = async () => (await server.world.patient(`closure.${patients++}`, server.world.clinics.kuzey)).id
const booking = async (
  start: string,
  extra: Partial<Input<'appointment.book'>> = {},
): Promise<Input<'appointment.book'>> => ({
  id: newId(),
  paymentId: newId(),
  patientId: extra.patientId ?? (await somebody()),
  doctorId: server.world.people.doctorKuzey.id,
  clinicId: server.world.clinics.kuzey,
  start,
  duration: 20,
  type: 'face-to-face',
  payWith: 'later',
  ...extra,
})
const book = async (start: string, extra: Partial<Input<'appointment.book'>> = {}, who = desk) =>
  who.call('appointment.book', await booking(start, extra), { key: freshKey() })
const close = async (start: string, end: string, who = desk) => {
  const id = newId()
  const answer = await who.call('closure.add', { id, name: 'Bayram', start, end }, { key: freshKey() })
  return { id, answer }
}
const day = (start: string) => Number(start.slice(0, 10).replaceAll('-', ''))
const freeOn = async (start: string, doctor = server.world.people.doctorKuzey.id, who = desk) => {
  const { body } = await who.call('availability.get', {
    doctor,
    start: String(day(start)),
    end: String(day(start)),
    type: 'physical',
  })
  return (body['availability'] as { start: string }[]).map((slot) => slot.start)
}
const slot = (days: number, n: number) => server.world.slot(days, n)

describe('decision 0152: a clinic is closed', () => {
  test('none of its doctors is offered in it, the other clinics are, and the next free time comes after it', async () => {
    const { clinics, people } = server.world
    const [from, to] = [slot(5, 3), slot(5, 6)]
    await server.world.hours(people.doctorBoth, clinics.gizli, { from: '18:00', to: '20:00' })
    const gizli = await server.as('deskGizli', 'gizli.localhost')
    const before = await freeOn(from, people.doctorBoth.id, gizli)
    const { answer } = await close(from, to)
    expect(said(answer)).toEqual([200, true])
    expect(answer.body['closure']).toMatchObject({ clinicId: clinics.kuzey, name: 'Bayram', start: from, end: to })
    for (const doctor of [people.doctorKuzey.id, people.doctorBoth.id])
      expect((await freeOn(from, doctor)).filter((start) => start >= from && start < to)).toEqual([])
    expect(await freeOn(from)).toEqual(expect.arrayContaining([slot(5, 2), slot(5, 6)]))
    // the private clinic of the doctor who works in both goes on
    const elsewhere = (await freeOn(from, people.doctorBoth.id, gizli)).filter((start) => !before.includes(start))
    expect(elsewhere).toEqual([])
    expect(before.length).toBeGreaterThan(0)
    expect(await freeOn(from, people.doctorLinden.id, other)).not.toEqual([])
  })

  test('a slot that reaches into it is not offered; one that begins as it ends is', async () => {
    const half = later(slot(6, 3), HOUR / 6)
    await close(half, later(half, HOUR / 3))
    const free = await freeOn(half)
    expect(free).toEqual(expect.arrayContaining([slot(6, 2), slot(6, 5)]))
    expect(free.filter((start) => start >= slot(6, 3) && start < slot(6, 5))).toEqual([])
  })

  test('the public next free time of a doctor is after the closure', async () => {
    const doctor = await server.world.doctor('doctor.closed', [server.world.clinics.kuzey])
    await server.world.hours(doctor, server.world.clinics.kuzey)
    const next = async () =>
      ((await own.call('doctor.nextFree', { ids: [doctor.id] })).body['doctors'] as { next: string | null }[])[0]!
    const { id } = await close(slot(0, 0), slot(4, 0))
    expect(JSON.stringify(await next())).toContain(slot(4, 0))
    await desk.call('closure.remove', { id }, { key: freshKey() })
    expect(JSON.stringify(await next())).not.toContain(slot(4, 0))
  })

  test('booking, holding and moving into it are refused by name, with other times; a desk is offered to override', async () => {
    const start = slot(8, 3)
    const mine = await book(slot(8, 0), { patientId: server.world.people.patientKuzey.id })
    const { id } = mine.body['appointment'] as { id: string }
    await close(start, later(start, HOUR))
    const refused = await book(start)
    expect(said(refused)).toEqual([409, 'slot_closed'])
    expect(refused.body['overrides']).toEqual(['off_hours'])
    expect((refused.body['slots'] as { start: string }[])[0]!.start).toBe(later(start, HOUR))
    const byPatient = await book(start, { patientId: server.world.people.patientKuzey.id }, own)
    expect(said(byPatient)).toEqual([409, 'slot_closed'])
    expect(byPatient.body['overrides']).toBeUndefined()
    const hold = { doctorId: server.world.people.doctorKuzey.id, clinicId: server.world.clinics.kuzey }
    expect(said(await own.call('availability.hold', { ...hold, type: 'face-to-face', start, duration: 20 }))).toEqual([
      409,
      'slot_closed',
    ])
    expect(said(await own.call('appointment.move', { id, start, duration: 20 }, { key: freshKey() }))).toEqual([
      409,
      'slot_closed',
    ])
    // 0138: the mark is the desk's word that it knew
    expect(said(await book(start, { overrides: [] }))).toEqual([409, 'slot_closed'])
    const over = await book(start, { overrides: ['off_hours'] })
    expect(over.body['appointment']).toMatchObject({ overrides: ['off_hours'], price: 10_000 })
  })

  test('what was booked before stays, changes in all but its time, and leaves; it does not come back unmarked', async () => {
    const start = slot(9, 3)
    const { id } = (await book(start)).body['appointment'] as { id: string }
    await close(start, later(start, HOUR))
    expect(said(await desk.call('appointment.update', { id, note: 'Ruft an' }, { key: freshKey() }))).toEqual([
      200,
      true,
    ])
    const move = (to: string) => desk.call('appointment.move', { id, start: to, duration: 20 }, { key: freshKey() })
    expect(said(await move(later(start, HOUR / 3)))).toEqual([409, 'slot_closed'])
    expect(said(await move(slot(9, 8)))).toEqual([200, true])
    expect(said(await move(start))).toEqual([409, 'slot_closed'])
  })

  test('the database refuses whatever comes another way, and lets a marked one in', async () => {
    const start = slot(10, 3)
    const { people, clinics } = server.world
    const before = await server.world.visit(people.doctorKuzey.id, await somebody(), clinics.kuzey, slot(10, 12))
    await close(start, later(start, HOUR))
    const straight = server.world.visit(people.doctorKuzey.id, await somebody(), clinics.kuzey, start)
    await expect(straight).rejects.toMatchObject({ constraint: 'appointment_in_closure' })
    const shift = (overrides: string) =>
      server.pool.query(
        `update appointment set starts_at = $2, ends_at = $2::timestamptz + interval '20 min', overrides = $3 where id = $1`,
        [before, start, overrides],
      )
    await expect(shift('{}')).rejects.toMatchObject({ constraint: 'appointment_in_closure' })
    await shift('{off_hours}')
    // to take the mark away is to be there unmarked
    await expect(shift('{}')).rejects.toMatchObject({ constraint: 'appointment_in_closure' })
  })

  test('only the clinic’s own desk closes and opens it; others do not learn that a closure exists', async () => {
    const start = slot(11, 0)
    const { id } = await close(start, later(start, HOUR))
    const remove = async (who: Client) => said(await who.call('closure.remove', { id }, { key: freshKey() }))
    expect(await remove(other)).toEqual([404, 'closure_not_found'])
    expect(await remove(own)).toEqual([403, 'unauthorized'])
    for (const who of ['doctorKuzey', 'admin'] as const) {
      const client = await server.as(who)
      expect((await remove(client))[0]).toBe(403)
      expect((await close(start, later(start, HOUR), client)).answer.status).toBe(403)
    }
    const listed = async (who: Client) =>
      JSON.stringify((await who.call('closure.list', { limit: 1000 })).body).includes(id)
    expect([await listed(desk), await listed(other), await listed(await server.as('admin'))]).toEqual([
      true,
      false,
      true,
    ])
    // a desk closes its own clinic, whichever that is
    const theirs = await close(start, later(start, HOUR), other)
    expect(theirs.answer.body['closure']).toMatchObject({ clinicId: server.world.clinics.linden })
    expect(await remove(desk)).toEqual([200, true])
    expect(await freeOn(start)).toContain(start)
  })

  test('a closure ends after it begins, within 366 days; the list keeps to those that have not ended', async () => {
    const start = slot(12, 0)
    expect(said((await close(start, start)).answer)).toEqual([409, 'end_time_invalid'])
    expect(said((await close(start, later(start, 367 * 24 * HOUR))).answer)).toEqual([409, 'end_time_invalid'])
    const { id } = await close(start, later(start, HOUR))
    const from = async (at: string) =>
      JSON.stringify((await desk.call('closure.list', { limit: 1000, from: at })).body).includes(id)
    expect([await from(start), await from(later(start, HOUR))]).toEqual([true, false])
  })
})

describe('who holds it', () => {
  const heldBy = async (who: Client) => {
    const found = new Set<string>()
    for (let cursor = '', more = true; more;) {
      const { body } = await who.request('GET', `/api/sync${cursor && `?cursor=${cursor}`}`)
      const rows = (body['rows'] as Record<string, { id: string }[]>)['closure'] ?? []
      for (const row of rows) found.add(row.id)
      more = body['more'] === true
      cursor = String(body['cursor'])
    }
    return found
  }

  test('the clinic’s desk and doctors, also one who joins later, and no one who has left; no patient, no other clinic', async () => {
    const { clinics } = server.world
    const { id } = await close(slot(20, 0), slot(20, 3))
    const doctor = await server.world.doctor('doctor.joins', [clinics.linden])
    const client = await server.enter(doctor)
    const holds = async (who: Client) => (await heldBy(who)).has(id)
    expect([await holds(desk), await holds(await server.as('doctorKuzey'))]).toEqual([true, true])
    expect([await holds(client), await holds(other), await holds(own)]).toEqual([false, false, false])
    await server.pool.query('update doctor set clinic_ids = $2 where id = $1', [
      doctor.id,
      [clinics.linden, clinics.kuzey],
    ])
    expect(await holds(client)).toBe(true)
    await server.pool.query('update doctor set clinic_ids = $2 where id = $1', [doctor.id, [clinics.linden]])
    expect(await holds(client)).toBe(false)
  })
})

test('40 bookings beside a closure that is being saved: whatever stands in it unmarked began before it was, and is on the list', async () => {
  const start = slot(25, 0)
  const end = slot(25, 20)
  const wanted = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      booking(slot(25, Math.floor(n / 2)), n % 2 ? { doctorId: server.world.people.doctorBoth.id } : {}),
    ),
  )
  let saved = Infinity
  const closing = close(start, end).then(({ answer }) => {
    saved = performance.now()
    return answer
  })
  const all = await Promise.all(
    wanted.map(async (input, n) => {
      // half of them set out while it is saved, the others after the answer
      if (n >= 20) await closing
      const began = performance.now()
      return { began, id: input.id, answer: await desk.call('appointment.book', input, { key: freshKey() }) }
    }),
  )
  expect((await closing).status).toBe(200)
  const stands = all.filter(({ answer }) => answer.status === 200)
  for (const { began } of stands) expect(began).toBeLessThan(saved)
  for (const { answer } of all.filter(({ answer: { status } }) => status !== 200))
    expect(said(answer)).toEqual([409, 'slot_closed'])
  expect(all.slice(20).every(({ answer }) => answer.body['refused'] === 'slot_closed')).toBe(true)
  // the work list is what overlaps, whoever was first
  const { rows } = await server.pool.query<{ id: string }>(
    `select a.id from appointment a join closure c on c.clinic_id = a.clinic_id and c.during && a.during
      where a.status = 'waiting' and a.overrides = '{}' and c.starts_at = $1`,
    [start],
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual(stands.map(({ id }) => id).toSorted())
})
