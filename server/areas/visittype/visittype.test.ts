import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { VisitType } from '../../../contract/visittype/visittype.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let desk: Client
let own: Client
let other: Client
let doctor: Client
beforeAll(async () => {
  server = await startServer()
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  other = await server.as('deskLinden', 'linden.localhost')
  own = await server.as('patientKuzey', 'kuzey.localhost')
  doctor = await server.as('doctorKuzey', 'kuzey.localhost')
  Object.assign(server.deps, { limits: { ...server.deps.limits, spend: async () => 0 } })
})
afterAll(() => server.stop())

type Answer = { status: number; body: Record<string, unknown> }
const said = ({ status, body }: Answer) => [status, body['refused'] ?? body['status']]
const at = (start: string, minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString()
const slot = (days: number, n: number) => server.world.slot(days, n)
const fields = (extra: Partial<Input<'visittype.add'>> = {}): Input<'visittype.add'> => ({
  id: newId(),
  clinicId: server.world.clinics.kuzey,
  doctorId: null,
  name: [
    { lang: 'tr', value: ' İlk muayene ' },
    { lang: 'en', value: 'First visit' },
  ],
  instructions: [{ lang: 'tr', value: 'Aç karnına gelin.' }],
  duration: 40,
  price: 25_000,
  bufferBefore: 0,
  bufferAfter: 20,
  type: 'face-to-face',
  forPatients: true,
  colour: 'green',
  place: 0,
  ...extra,
})
const add = async (extra: Partial<Input<'visittype.add'>> = {}, who = desk) => {
  const input = fields(extra)
  return { id: input.id, answer: await who.call('visittype.add', input, { key: freshKey() }) }
}
let patients = 0
const somebody = async () => (await server.world.patient(`types.${patients++}`, server.world.clinics.kuzey)).id
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
const visitOf = ({ body }: Answer) => body['appointment'] as Record<string, unknown> & { id: string }
const day = (start: string) => start.slice(0, 10).replaceAll('-', '')
type Offered = { start: string; end: string; price: number }
const freeOn = async (start: string, extra: Partial<Input<'availability.get'>> = {}, who = desk) => {
  const { body } = await who.call('availability.get', {
    doctor: server.world.people.doctorKuzey.id,
    start: day(start),
    end: day(start),
    type: 'physical',
    ...extra,
  })
  return body['availability'] as Offered[]
}
const starts = (free: readonly Offered[]) => free.map(({ start }) => start)

describe('decision 0159: types of visits', () => {
  test('a desk adds, orders and archives its clinic’s; texts come without spaces, in the clinic’s currency', async () => {
    const { id, answer } = await add()
    expect(answer.body['visit_type']).toMatchObject({
      id,
      currency: 'try',
      archived: false,
      name: [
        { lang: 'tr', value: 'İlk muayene' },
        { lang: 'en', value: 'First visit' },
      ],
    })
    expect(said(await desk.call('visittype.update', { id, place: 3, price: 26_000 }))).toEqual([200, true])
    const listed = async (archived?: boolean) =>
      (
        (await desk.call('visittype.list', archived === undefined ? {} : { archived })).body[
          'visitTypes'
        ] as VisitType[]
      )
        .filter((each) => each.id === id)
        .map(({ place, price }) => [place, price])
    expect([await listed(), await listed(true)]).toEqual([[[3, 26_000]], []])
    for (const _ of ['once', 'and again'])
      expect(said(await desk.call('visittype.archive', { id }))).toEqual([200, true])
    expect([await listed(), await listed(true)]).toEqual([[], [[3, 26_000]]])
    expect(said(await desk.call('visittype.update', { id, price: 1 }))).toEqual([409, 'visittype_archived'])
  })

  test('a doctor has their own, and changes no one else’s; other clinics see none of it', async () => {
    const mine = await add({ doctorId: server.world.people.doctorKuzey.id }, doctor)
    expect(said(mine.answer)).toEqual([200, true])
    const clinics = await add()
    expect(said(await doctor.call('visittype.update', { id: clinics.id, price: 1 }))).toEqual([
      404,
      'visittype_not_found',
    ])
    expect(said(await doctor.call('visittype.archive', { id: clinics.id }))).toEqual([404, 'visittype_not_found'])
    expect(said((await add({}, doctor)).answer)).toEqual([404, 'doctor_not_found'])
    expect(said((await add({ doctorId: server.world.people.doctorBoth.id }, doctor)).answer)).toEqual([
      404,
      'doctor_not_found',
    ])
    const { clinics: places } = server.world
    expect(
      said((await add({ clinicId: places.linden, doctorId: server.world.people.doctorKuzey.id }, doctor)).answer),
    ).toEqual([404, 'clinic_not_found'])
    const seen = ((await other.call('visittype.list', {})).body['visitTypes'] as VisitType[]).map(({ id }) => id)
    expect(seen).not.toContain(mine.id)
    expect(seen).not.toContain(clinics.id)
    expect(said(await other.call('visittype.update', { id: clinics.id, price: 1 }))).toEqual([
      404,
      'visittype_not_found',
    ])
  })

  test('a patient sees what patients may book; an archived one is gone from their list', async () => {
    const [open, closed, gone] = [await add(), await add({ forPatients: false }), await add()]
    await desk.call('visittype.archive', { id: gone.id })
    const list = async (input: Input<'visittype.list'>) =>
      ((await own.call('visittype.list', input)).body['visitTypes'] as VisitType[]).map(({ id }) => id)
    const seen = await list({ doctorId: server.world.people.doctorKuzey.id, limit: 200 })
    expect(seen).toContain(open.id)
    expect(seen).not.toContain(closed.id)
    expect([...seen, ...(await list({ archived: true }))]).not.toContain(gone.id)
  })
})

describe('slots by a type', () => {
  test('have its length and price and keep its buffers free of other visits', async () => {
    const { id } = await add()
    const taken = await book(slot(5, 3))
    expect(said(taken)).toEqual([200, true])
    const free = await freeOn(slot(5, 0), { visitTypeId: id })
    expect(free.every(({ start, end, price }) => at(start, 40) === end && price === 25_000)).toBe(true)
    // at 10:00 someone else comes: 40 minutes and 20 after fit from 09:00, not from 09:20 on
    expect(starts(free).slice(0, 2)).toEqual([slot(5, 0), slot(5, 4)])
    // the last ends with the hours, and what is kept free may lie after them
    expect(free.at(-1)!.end).toBe(slot(5, 24))
  })

  test('its own buffers protect a visit from later bookings, also after the type has changed', async () => {
    const { id } = await add({ bufferBefore: 10 })
    const made = await book(slot(6, 6), { visitTypeId: id, duration: 40 })
    expect(visitOf(made)).toMatchObject({ duration: 40, price: 25_000, end: slot(6, 8) })
    expect(visitOf(made)['visitType']).toMatchObject({ id, colour: 'green', bufferBefore: 10, bufferAfter: 20 })
    const standing = [slot(6, 5), slot(6, 6), slot(6, 7), slot(6, 8)]
    const after = starts(await freeOn(slot(6, 0)))
    expect(after.filter((start) => standing.includes(start))).toEqual([])
    expect(after).toEqual(expect.arrayContaining([slot(6, 4), slot(6, 9)]))
    await desk.call('visittype.update', { id, bufferAfter: 0, bufferBefore: 0, duration: 20, price: 1 })
    await desk.call('visittype.archive', { id })
    expect(starts(await freeOn(slot(6, 0)))).toEqual(after)
    const { body } = await own.call('appointment.list', { id: visitOf(made).id })
    expect(body['appointments']).toEqual([])
    const kept = (await desk.call('appointment.list', { id: visitOf(made).id })).body['appointments'] as object[]
    expect(kept).toMatchObject([{ id: visitOf(made).id, price: 25_000, duration: 40 }])
    expect(kept[0]).toMatchObject({ visitType: { name: [{ value: 'İlk muayene' }, { value: 'First visit' }] } })
  })

  test('a booking into a buffer is refused to patients; a desk squeezes it in, and the mark says so', async () => {
    const { id } = await add()
    await book(slot(7, 0), { visitTypeId: id })
    const patientId = server.world.people.patientKuzey.id
    expect(said(await book(slot(7, 2), { patientId }, own))).toEqual([409, 'slot_taken'])
    const refused = await book(slot(7, 2))
    expect([...said(refused), refused.body['overrides']]).toEqual([409, 'slot_taken', ['squeeze_in']])
    const squeezed = await book(slot(7, 2), { overrides: ['squeeze_in'] })
    expect(visitOf(squeezed)).toMatchObject({ overrides: ['squeeze_in'] })
    // and a type whose own buffer would reach into another visit
    await book(slot(7, 10))
    expect(said(await book(slot(7, 8), { visitTypeId: id, patientId }, own))).toEqual([409, 'slot_taken'])
    expect(said(await book(slot(7, 7), { visitTypeId: id, patientId }, own))).toEqual([200, true])
  })

  test('two who book at once where only a buffer is shared: one gets it', async () => {
    const { id } = await add()
    const both = await Promise.all([book(slot(8, 3), { visitTypeId: id }), book(slot(8, 5))])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('a time that is held by a type keeps its buffers too', async () => {
    const { id } = await add()
    const hold: Input<'availability.hold'> = {
      doctorId: server.world.people.doctorKuzey.id,
      clinicId: server.world.clinics.kuzey,
      type: 'face-to-face',
      start: slot(9, 3),
      duration: 40,
      visitTypeId: id,
    }
    expect(said(await own.call('availability.hold', hold))).toEqual([200, true])
    const free = starts(await freeOn(slot(9, 0)))
    expect(free.filter((start) => start >= slot(9, 3) && start < slot(9, 7))).toEqual([slot(9, 6)])
    expect(starts(await freeOn(slot(9, 0), {}, own))).toContain(slot(9, 3))
    await own.call('availability.release', {})
    expect(starts(await freeOn(slot(9, 0)))).toContain(slot(9, 5))
  })

  test('the next free time of any doctor is one by the type', async () => {
    const { id } = await add({ duration: 60 })
    const { body } = await desk.call('availability.next', { visitTypeId: id, most: 50 })
    const found = body['free'] as { doctorId: string; slot: Offered & { clinicId: string } }[]
    expect(found.map(({ doctorId }) => doctorId)).toContain(server.world.people.doctorKuzey.id)
    for (const { slot: next } of found)
      expect([at(next.start, 60) === next.end, next.price, next.clinicId]).toEqual([
        true,
        25_000,
        server.world.clinics.kuzey,
      ])
  })
})

describe('booked by a type', () => {
  test('a move keeps type, length and buffers, and only times of its length are offered', async () => {
    const { id } = await add()
    const made = visitOf(await book(slot(10, 0), { visitTypeId: id }))
    await book(slot(10, 8))
    await desk.call('visittype.update', { id, duration: 20 })
    const free = await freeOn(slot(10, 0), { moves: made.id })
    expect(free.every(({ start, end }) => at(start, 40) === end)).toBe(true)
    // it is not in its own way, and its buffer keeps clear of who comes at slot 8
    expect(starts(free)).toContain(slot(10, 1))
    expect(starts(free)).not.toContain(slot(10, 6))
    const into = await desk.call('appointment.move', { id: made.id, start: slot(10, 6), duration: 40 })
    expect(said(into)).toEqual([409, 'slot_taken'])
    const moved = await desk.call('appointment.move', { id: made.id, start: slot(10, 3), duration: 40 })
    expect(visitOf(moved)).toMatchObject({ start: slot(10, 3), end: slot(10, 5), price: 25_000, duration: 40 })
    expect(visitOf(moved)['visitType']).toMatchObject({ id, bufferAfter: 20 })
  })

  test('another clinic’s, another doctor’s, the desk’s alone and an archived one are refused by name', async () => {
    const patientId = server.world.people.patientKuzey.id
    const theirs = await add({ clinicId: server.world.clinics.linden }, other)
    const colleague = await add({ doctorId: server.world.people.doctorBoth.id })
    const [staff, online, old] = [await add({ forPatients: false }), await add({ type: 'online' }), await add()]
    await desk.call('visittype.archive', { id: old.id })
    const tries = async (visitTypeId: string, who: Client) =>
      said(await book(slot(11, 3), { visitTypeId, ...(who === own && { patientId }) }, who))
    for (const who of [desk, own])
      for (const { id } of [theirs, colleague, online])
        expect(await tries(id, who)).toEqual([404, 'visittype_not_found'])
    expect(await tries(staff.id, own)).toEqual([409, 'visittype_staff_only'])
    for (const who of [desk, own]) expect(await tries(old.id, who)).toEqual([409, 'visittype_archived'])
    expect(await tries(staff.id, desk)).toEqual([200, true])
  })

  test('a length that does not fit before the end of the hours, or before the next visit, is refused', async () => {
    const { id } = await add({ duration: 60, bufferAfter: 0 })
    expect(said(await book(slot(12, 22), { visitTypeId: id }))).toEqual([409, 'slot_outside'])
    await book(slot(12, 5))
    expect(said(await book(slot(12, 3), { visitTypeId: id }))).toEqual([409, 'slot_taken'])
    expect(said(await book(slot(12, 2), { visitTypeId: id }))).toEqual([200, true])
  })

  test('a desk’s own time by a type has its price, and is longer only beyond its length', async () => {
    const { id } = await add({ bufferAfter: 0 })
    const own_ = (start: string, duration: number, overrides: Input<'appointment.book'>['overrides']) =>
      book(start, { visitTypeId: id, duration, overrides })
    const off = await own_(at(slot(13, 0), 5), 40, [])
    expect(visitOf(off)).toMatchObject({ price: 25_000, overrides: [], duration: 40 })
    const longer = await own_(at(slot(13, 6), 5), 50, ['longer'])
    expect(visitOf(longer)).toMatchObject({ overrides: ['longer'], duration: 50 })
  })

  test('the price goes through payment and shares, and the letter has the instructions in the patient’s language', async () => {
    const { id } = await add()
    const patient = await server.world.patient('types.letter', server.world.clinics.kuzey)
    await server.pool.query(`update person set email = 'tur@test.example', lang = 'tr' where id = $1`, [patient.id])
    const made = await book(slot(14, 0), {
      visitTypeId: id,
      patientId: patient.id,
      payWith: 'bank_transfer',
      bankId: server.world.bank,
    })
    expect(made.body['payment']).toMatchObject({ amount: 25_000, currency: 'try' })
    const visit = visitOf(made)
    expect(Number(visit['commission']) + Number(visit['earn'])).toBe(25_000)
    const { rows } = await server.pool.query<{ terms: string }>(
      `select args->>'terms' as terms from message where appointment_id = $1 and template = 'visit_booked'`,
      [visit.id],
    )
    expect(rows[0]?.terms).toContain('Aç karnına gelin.')
  })
})
