import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIGURE_GROUPS } from '../../../contract/figures/figures.lists.ts'
import type { FigureLine } from '../../../contract/figures/figures.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

/** Decision 0160: figures add up, and count exactly what a list shows the same person (rules 47, 50, 51). */
let server: TestServer
let from: number
let to: number
beforeAll(async () => {
  server = await startServer()
  Object.assign(server.deps, { limits: { ...server.deps.limits, spend: async () => 0 } })
  const today = todayIn('Europe/Istanbul', server.clock.now)
  ;[from, to] = [addDays(today, -25), addDays(today, 10)]
  await server.world.hours(server.world.people.doctorBoth, server.world.clinics.gizli, { from: '18:00', to: '23:30' })
  // an absence of a doctor, and closed times of which each counts in another place
  const { doctorKuzey, doctorBoth } = server.world.people
  for (const [doctor, clinic, publicOnly] of [
    [doctorKuzey.id, null, false],
    [doctorBoth.id, server.world.clinics.gizli, false],
    [doctorBoth.id, null, true],
  ] as const)
    await server.pool.query(
      'insert into busy (id, doctor_id, starts_at, ends_at, of_clinic, public_only) values ($1, $2, $3, $4, $5, $6)',
      [newId(), doctor, server.world.slot(-3, 0), server.world.slot(-3, 42), clinic, publicOnly],
    )
  for (let n = 0; n < 240; n++) await make(n)
}, 120_000)
afterAll(() => server.stop())

/** Of each kind something: places, days, hours, lengths, outcomes and times of booking run through the numbers at different paces. */
async function make(n: number) {
  const { people, clinics } = server.world
  const [doctor, patient, clinic] = (
    [
      [people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey],
      [people.doctorBoth.id, people.patientKuzey.id, clinics.kuzey],
      [people.doctorBoth.id, people.patientGizli.id, clinics.gizli],
      [people.doctorGizli.id, people.patientGizli.id, clinics.gizli],
      [people.doctorLinden.id, people.patientLinden.id, clinics.linden],
      [people.doctorLinden.id, people.patientLinden.id, null],
    ] as const
  )[n % 6]!
  const start = server.world.slot(-28 + (n % 41), (Math.floor(n / 6) * 7) % 44)
  const id = await server.world.visit(doctor, patient, clinic, start, { status: 'cancelled' })
  const minutes = [20, 10, 45, 400][n % 4]!
  const outcome = [
    `status = 'completed'`,
    `status = 'waiting'`,
    `status = 'waiting', no_show_at = starts_at + interval '20 min'`,
    `status = 'waiting', arrived_at = starts_at`,
    `status = 'cancelled'`,
    `status = 'cancelled', no_show_at = starts_at`,
    `status = 'completed', type = 'online'`,
  ][n % 7]!
  await server.pool
    .query(
      `update appointment set ends_at = starts_at + make_interval(mins => $2), created_at = starts_at - make_interval(hours => $3), overrides = '{off_hours,squeeze_in}', ${outcome} where id = $1`,
      [id, minutes, ((n * 13) % 900) - 20],
    )
    .catch((error: { code?: string }) => {
      // the same patient is with the same doctor at this time already: then it stays cancelled
      if (error.code !== '23P01') throw error
    })
}

const PEOPLE = [
  ['admin', 'localhost'],
  ['superadmin', 'localhost'],
  ['deskKuzey', 'kuzey.localhost'],
  ['deskGizli', 'gizli.localhost'],
  ['deskLinden', 'linden.localhost'],
  ['doctorKuzey', 'kuzey.localhost'],
  ['doctorBoth', 'gizli.localhost'],
  ['doctorLinden', 'localhost'],
] as const

const linesOf = async (who: Client, filter = {}) =>
  (await who.call('figures.summary', { from, to, ...filter })).body['lines'] as FigureLine[]
const whole = (lines: readonly FigureLine[]) => lines.find(({ by }) => by === 'all')!
const MINUTES = ['offeredMinutes', 'bookedMinutes', 'outsideMinutes'] as const
const COUNTS = ['visits', 'came', 'missed', 'open', 'ahead', 'cancelled', 'first', 'returning'] as const

test.each(PEOPLE)('%s: each group adds up to the whole, and the whole to what a list shows', async (name, host) => {
  const who = await server.as(name, host)
  const lines = await linesOf(who)
  const all = whole(lines)
  expect(all.visits).toBeGreaterThan(10)
  for (const group of FIGURE_GROUPS) {
    const parts = lines.filter(({ by }) => by === group)
    const sum = (field: (typeof COUNTS | typeof MINUTES)[number]) =>
      parts.reduce((total, part) => total + part[field], 0)
    // hours of two types are offered in both
    for (const field of group === 'type' ? COUNTS : [...COUNTS, ...MINUTES])
      expect([name, group, field, sum(field)]).toEqual([name, group, field, all[field]])
    expect(all.leads.map((_, n) => parts.reduce((total, { leads }) => total + leads[n]!, 0))).toEqual(all.leads)
  }
  expect(all.came + all.missed + all.open + all.ahead).toBe(all.visits)
  expect(all.first + all.returning).toBe(all.visits - all.missed)
  const listed = async (filter = {}) =>
    Number((await who.call('appointment.list', { from, to, limit: 1, exact: true, ...filter })).body['total'])
  expect(all.visits + all.cancelled).toBe(await listed())
  expect(all.cancelled).toBe(await listed({ status: 'cancelled' }))
  for (const { key, visits, cancelled } of lines.filter(({ by }) => by === 'doctor'))
    expect(visits + cancelled).toBe(await listed({ doctorId: key! }))
})

test('offered time is what can be booked: the free times of an empty week, and those that appointments take', async () => {
  const { people, clinics } = server.world
  const today = todayIn('Europe/Istanbul', server.clock.now)
  const [first, last] = [addDays(today, 15), addDays(today, 21)]
  for (const [name, host, doctor, clinic] of [
    ['deskKuzey', 'kuzey.localhost', people.doctorBoth.id, clinics.kuzey],
    ['deskGizli', 'gizli.localhost', people.doctorBoth.id, clinics.gizli],
  ] as const) {
    const who = await server.as(name, host)
    const { body } = await who.call('availability.get', {
      doctor,
      start: String(first),
      end: String(last),
      type: 'physical',
    })
    const free = (body['availability'] as { start: string; end: string; clinicId: string }[]).filter(
      ({ clinicId }) => clinicId === clinic,
    )
    const minutes = free.reduce((sum, { start, end }) => sum + (Date.parse(end) - Date.parse(start)) / 60_000, 0)
    expect(minutes).toBeGreaterThan(100)
    expect(whole(await linesOf(who, { from: first, to: last, doctorId: doctor })).offeredMinutes).toBe(minutes)
  }
})

test('rules 47, 51: a filter opens nothing that is not the caller’s', async () => {
  const { people, clinics } = server.world
  const nothing = { offeredMinutes: 0, bookedMinutes: 0, outsideMinutes: 0, visits: 0, cancelled: 0 }
  const asks = [
    ['admin', 'localhost', { clinicId: clinics.gizli }],
    ['admin', 'localhost', { doctorId: people.doctorGizli.id }],
    ['superadmin', 'localhost', { clinicId: clinics.gizli }],
    ['deskKuzey', 'kuzey.localhost', { clinicId: clinics.gizli }],
    ['deskKuzey', 'kuzey.localhost', { doctorId: people.doctorLinden.id }],
    ['doctorKuzey', 'kuzey.localhost', { doctorId: people.doctorBoth.id }],
    ['doctorLinden', 'localhost', { clinicId: clinics.kuzey }],
  ] as const
  for (const [name, host, filter] of asks) {
    const lines = await linesOf(await server.as(name, host), filter)
    expect([name, lines.length, whole(lines)]).toEqual([name, 1, expect.objectContaining(nothing)])
  }
  const gizli = await server.as('deskGizli', 'gizli.localhost')
  expect(whole(await linesOf(gizli, { doctorId: people.doctorBoth.id })).visits).toBeGreaterThan(0)
})

test('an erased patient’s appointments count as they are listed, and name no one', async () => {
  const desk = await server.as('deskLinden', 'linden.localhost')
  const { people, clinics } = server.world
  const patient = await server.world.patient('figures.erased', clinics.linden)
  await server.world.visit(people.doctorLinden.id, patient.id, clinics.linden, server.world.slot(-2, 40), {
    status: 'completed',
  })
  const before = await linesOf(desk)
  expect(
    (await desk.call('patient.erase', { id: patient.id, name: patient.name, reason: 'asked' }, { key: freshKey() }))
      .status,
  ).toBe(200)
  expect(await linesOf(desk)).toEqual(before)
})

test('a patient and a stranger have no figures', async () => {
  expect(
    (await (await server.as('patientKuzey', 'kuzey.localhost')).call('figures.summary', { from, to })).status,
  ).toBe(403)
  expect((await server.nobody().call('figures.summary', { from, to })).status).toBe(401)
})
