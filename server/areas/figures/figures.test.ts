import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FigureLine } from '../../../contract/figures/figures.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { addDays, instantOf, todayIn } from '../../../contract/kernel/time.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

/** Issue 32, 14 (decision 0160): figures of a small clinic, counted by hand. */
let server: TestServer
let desk: Client
let other: { id: string; username: string; type: string }
const ZONE = 'Europe/Berlin'

beforeAll(async () => {
  server = await startServer()
  Object.assign(server.deps, { limits: { ...server.deps.limits, spend: async () => 0 } })
  desk = await server.as('deskLinden', 'linden.localhost')
  other = await server.world.doctor('doctor.linden2', [server.world.clinics.linden])
  await week()
})
afterAll(() => server.stop())

const at = (date: number, time: number) => new Date(instantOf({ date, time }, ZONE)!).toISOString()
const linesOf = async (who: Client, from: number, to: number, filter = {}) => {
  const { status, body } = await who.call('figures.summary', { from, to, ...filter })
  expect([status, body['refused']]).toEqual([200, undefined])
  return body['lines'] as FigureLine[]
}
const line = (lines: readonly FigureLine[], by: FigureLine['by'], key: string | null = null) =>
  lines.find((each) => each.by === by && each.key === key)

type Hours = {
  readonly from: number
  readonly to: number
  readonly days: string
  readonly start: string
  readonly end: string
  readonly period: number
  readonly type?: string
}
const hours = async (doctor: string, { from, to, days, start, end, period, type }: Hours) => {
  const id = newId()
  await server.pool.query(
    `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency)
     values ($1, $2, $3, to_date($4, 'YYYYMMDD'), to_date($5, 'YYYYMMDD'), $6, $7, $8, $9, $10, 5000, 'eur')`,
    [id, doctor, server.world.clinics.linden, from, to, start, end, period, type ?? 'physical', days],
  )
  return id
}
type Visit = {
  readonly on: readonly [date: number, time: number]
  readonly minutes?: number
  readonly booked: readonly [date: number, time: number]
  readonly fields?: Readonly<Record<string, unknown>>
}
async function visit(doctor: string, patient: string, { on, minutes = 20, booked, fields = {} }: Visit) {
  const all = { type: 'face-to-face', status: 'completed', ...fields }
  await server.pool.query(
    `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, price, currency, created_at, created_by, updated_by, ${Object.keys(all).join(', ')})
     values ($1, $2, $3, $4, 'Name', $5, $5::timestamptz + make_interval(mins => $6), '${ZONE}', 5000, 'eur', $7, 'Test', 'Test', ${Object.keys(
       all,
     )
       .map((_, n) => `$${n + 8}`)
       .join(', ')})`,
    [newId(), server.world.clinics.linden, doctor, patient, at(...on), minutes, at(...booked), ...Object.values(all)],
  )
}

const MONDAY = 20250324
const [TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY] = [1, 2, 3, 4, 5, 6].map((n) => addDays(MONDAY, n)) as [
  number,
  number,
  number,
  number,
  number,
  number,
]

/** A week in which the clocks of Berlin go on, from Saturday to Sunday. */
async function week() {
  const { people, clinics } = server.world
  const [p1, p2, p3, p4, p5] = (await Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => (await server.world.patient(`figures.${n}`, clinics.linden)).id),
  )) as [string, string, string, string, string]
  const doctor = people.doctorLinden.id
  // nine times of 20 minutes and ten minutes that are no time; on Monday an hour of them also online
  await hours(doctor, { from: MONDAY, to: SUNDAY, days: '{1,2,3,4,5}', start: '09:00', end: '12:10', period: 20 })
  await hours(doctor, {
    from: MONDAY,
    to: SUNDAY,
    days: '{1}',
    start: '11:00',
    end: '12:00',
    period: 20,
    type: 'online',
  })
  // a night of twelve times, of which the clocks skip two
  await hours(other.id, { from: MONDAY, to: SUNDAY, days: '{6}', start: '22:00', end: '04:00', period: 30 })
  await server.pool.query(
    `insert into closure (id, clinic_id, name, starts_at, ends_at) values ($1, $2, 'Umzug', $3, $4)`,
    [newId(), clinics.linden, at(WEDNESDAY, 900), at(WEDNESDAY, 1030)],
  )
  await server.pool.query('insert into busy (id, doctor_id, starts_at, ends_at) values ($1, $2, $3, $4)', [
    newId(),
    doctor,
    at(THURSDAY, 0),
    at(FRIDAY, 0),
  ])
  await visit(doctor, p1, { on: [MONDAY, 900], booked: [addDays(MONDAY, -3), 2359] })
  await visit(doctor, p2, { on: [MONDAY, 1100], booked: [MONDAY, 800], fields: { type: 'online' } })
  await visit(doctor, p3, {
    on: [TUESDAY, 900],
    booked: [addDays(TUESDAY, -10), 1000],
    fields: { status: 'waiting', no_show_at: at(TUESDAY, 930) },
  })
  await visit(doctor, p1, {
    on: [TUESDAY, 920],
    booked: [addDays(TUESDAY, -2), 1000],
    fields: { status: 'cancelled', cancelled_at: at(MONDAY, 900) },
  })
  // moved here from another day
  await visit(doctor, p1, { on: [TUESDAY, 1000], booked: [addDays(TUESDAY, -8), 1000], fields: { moves: 1 } })
  await visit(doctor, p5, {
    on: [20250203, 900],
    booked: [20250201, 900],
    fields: { status: 'waiting', no_show_at: at(20250203, 930) },
  })
  await visit(doctor, p5, { on: [WEDNESDAY, 1100], booked: [addDays(WEDNESDAY, -2), 1000] })
  await visit(doctor, p2, {
    on: [FRIDAY, 1200],
    minutes: 30,
    booked: [addDays(FRIDAY, -1), 1000],
    fields: { status: 'waiting', overrides: '{off_hours}' },
  })
  await visit(other.id, p4, { on: [SATURDAY, 2330], minutes: 60, booked: [addDays(SATURDAY, -40), 1000] })
  await visit(other.id, p4, {
    on: [SUNDAY, 300],
    minutes: 30,
    booked: [SATURDAY, 1000],
    fields: { status: 'waiting', arrived_at: at(SUNDAY, 300) },
  })
}

describe('issue 32.14: a week counted by hand', () => {
  test('all of it: offered and booked time, outcomes, first visits, lead time', async () => {
    const lines = await linesOf(desk, MONDAY, SUNDAY)
    expect(line(lines, 'all')).toEqual({
      by: 'all',
      key: null,
      // 180 on Monday, Tuesday and Friday, 80 on Wednesday, none on Thursday; 300 in the night
      offeredMinutes: 620 + 300,
      bookedMinutes: 190,
      outsideMinutes: 30,
      visits: 8,
      came: 6,
      missed: 1,
      open: 1,
      ahead: 0,
      cancelled: 1,
      first: 4,
      returning: 3,
      leadDays: 2.5,
      leads: [1, 2, 2, 0, 2, 0, 1],
    })
  })

  test('by doctor, type and weekday', async () => {
    const lines = await linesOf(desk, MONDAY, SUNDAY)
    const { doctorLinden } = server.world.people
    expect(line(lines, 'doctor', doctorLinden.id)).toMatchObject({
      offeredMinutes: 620,
      bookedMinutes: 100,
      outsideMinutes: 30,
      visits: 6,
      missed: 1,
      cancelled: 1,
      first: 3,
      returning: 2,
    })
    expect(line(lines, 'doctor', other.id)).toMatchObject({
      offeredMinutes: 300,
      bookedMinutes: 90,
      visits: 2,
      first: 1,
      returning: 1,
      leadDays: 20.5,
    })
    // the hour that is offered online too counts in both
    expect(line(lines, 'type', 'online')).toMatchObject({
      offeredMinutes: 60,
      bookedMinutes: 20,
      visits: 1,
      leadDays: 0,
    })
    expect(line(lines, 'type', 'face-to-face')).toMatchObject({ offeredMinutes: 920, bookedMinutes: 170, visits: 7 })
    expect([1, 2, 3, 4, 5, 6, 7].map((day) => line(lines, 'weekday', String(day))?.offeredMinutes ?? null)).toEqual([
      180,
      180,
      80,
      null,
      180,
      120,
      180,
    ])
    expect([1, 2, 3, 4, 5, 6, 7].map((day) => line(lines, 'weekday', String(day))?.bookedMinutes ?? null)).toEqual([
      40,
      40,
      20,
      null,
      0,
      30,
      60,
    ])
    expect([1, 2, 3, 4, 5, 6, 7].map((day) => line(lines, 'weekday', String(day))?.visits ?? null)).toEqual([
      2,
      2,
      1,
      null,
      1,
      1,
      1,
    ])
  })

  test('an appointment over midnight is one appointment of its first day, and each day has its minutes of it', async () => {
    expect(line(await linesOf(desk, SATURDAY, SATURDAY), 'all')).toMatchObject({
      offeredMinutes: 120,
      bookedMinutes: 30,
      visits: 1,
    })
    expect(line(await linesOf(desk, SUNDAY, SUNDAY), 'all')).toMatchObject({
      offeredMinutes: 180,
      bookedMinutes: 60,
      visits: 1,
    })
  })

  test('rule 5: of an hour that the clocks repeat, the first is offered', async () => {
    await hours(other.id, { from: 20251026, to: 20251026, days: '{7}', start: '01:00', end: '05:00', period: 60 })
    expect(line(await linesOf(desk, 20251026, 20251026), 'all')).toMatchObject({ offeredMinutes: 240 })
  })

  test('a patient is new once, also with two doctors at one time', async () => {
    const { id } = await server.world.patient('figures.twice', server.world.clinics.linden)
    for (const doctor of [server.world.people.doctorLinden.id, other.id])
      await visit(doctor, id, { on: [20240110, 900], booked: [20240109, 900] })
    expect(line(await linesOf(desk, 20240110, 20240110), 'all')).toMatchObject({ visits: 2, first: 1, returning: 1 })
  })

  test('a period without appointments and hours is one line of nothing', async () => {
    const lines = await linesOf(desk, 20231201, 20231231)
    expect(lines).toEqual([
      expect.objectContaining({ by: 'all', offeredMinutes: 0, visits: 0, cancelled: 0, leadDays: null }),
    ])
  })

  test('a leap year is the longest period', async () => {
    await linesOf(desk, 20240101, 20241231)
    expect((await desk.call('figures.summary', { from: 20250101, to: 20260102 })).body['refused']).toBe(
      'end_date_invalid',
    )
    expect((await desk.call('figures.summary', { from: 20250102, to: 20250101 })).body['refused']).toBe(
      'end_date_invalid',
    )
  })
})

describe('decision 0160: hours count as offered while they are active', () => {
  test('switched off, they keep the days before; switched on again, they do not count the days between', async () => {
    // the database's clock, which a test does not move
    const today = todayIn(ZONE, Date.now())
    const doctor = await server.world.doctor('doctor.linden3', [server.world.clinics.linden])
    const id = await hours(doctor.id, {
      from: addDays(today, -10),
      to: addDays(today, 10),
      days: '{1,2,3,4,5,6,7}',
      start: '00:00',
      end: '01:00',
      period: 60,
    })
    const offered = async (from: number, to: number) =>
      line(await linesOf(desk, addDays(today, from), addDays(today, to), { doctorId: doctor.id }), 'all')
        ?.offeredMinutes
    expect([await offered(-10, -1), await offered(2, 10)]).toEqual([600, 540])
    expect((await desk.call('availability.passivate', { id }, { key: freshKey() })).status).toBe(200)
    expect([await offered(-10, -2), await offered(2, 10)]).toEqual([540, 0])
    // as if it had been four days ago
    await server.pool.query(`update availability set paused = tstzmultirange(tstzrange($2, null)) where id = $1`, [
      id,
      at(addDays(today, -4), 0),
    ])
    expect((await desk.call('availability.activate', { id }, { key: freshKey() })).status).toBe(200)
    expect([await offered(-10, -2), await offered(2, 10)]).toEqual([360, 540])
  })

  test('hours that were passive before anyone wrote down since when are not counted', async () => {
    const id = await hours(other.id, {
      from: 20240205,
      to: 20240205,
      days: '{1}',
      start: '10:00',
      end: '11:00',
      period: 20,
    })
    expect(line(await linesOf(desk, 20240205, 20240205), 'all')).toMatchObject({ offeredMinutes: 60 })
    await server.pool.query('alter table availability disable trigger paused')
    await server.pool.query(`update availability set status = 'passive' where id = $1`, [id])
    await server.pool.query('alter table availability enable trigger paused')
    expect(line(await linesOf(desk, 20240205, 20240205), 'all')).toMatchObject({ offeredMinutes: 0 })
  })
})
