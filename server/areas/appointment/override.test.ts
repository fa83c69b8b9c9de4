import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAST_DAYS, type Override } from '../../../contract/appointment/appointment.overrides.ts'
import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let desk: Client
beforeAll(async () => {
  server = await startServer()
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  Object.assign(server.deps, { limits: { ...server.deps.limits, spend: async () => 0 } })
})
afterAll(() => server.stop())

const MINUTE = 60_000
let patients = 0
const somebody = async () => server.world.patient(`override.${patients++}`, server.world.clinics.kuzey)
type Extra = Partial<Input<'appointment.book'>>
const input = async (start: string, extra: Extra = {}): Promise<Input<'appointment.book'>> => ({
  id: newId(),
  paymentId: newId(),
  patientId: extra.patientId ?? (await somebody()).id,
  doctorId: server.world.people.doctorKuzey.id,
  clinicId: server.world.clinics.kuzey,
  start,
  duration: 20,
  type: 'face-to-face',
  payWith: 'later',
  ...extra,
})
const book = async (start: string, extra: Extra = {}, who = desk) =>
  who.call('appointment.book', await input(start, extra), { key: freshKey() })
const move = (id: string, extra: Omit<Input<'appointment.move'>, 'id'>, who = desk) =>
  who.call('appointment.move', { id, ...extra }, { key: freshKey() })
const answerOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  const visit = body['appointment'] as { overrides?: readonly Override[] } | undefined
  return visit ? (visit.overrides ?? []) : [status, body['refused'] ?? body['status']]
}
const idOf = ({ body }: { body: Record<string, unknown> }) => (body['appointment'] as { id: string }).id
const later = (start: string, minutes: number) => new Date(Date.parse(start) + minutes * MINUTE).toISOString()
/** A minute of a day long after the doctor's hours. */
const night = (day: number) => later(server.world.slot(day, 0), 13 * 60)

describe('decision 0138: booking over the rules', () => {
  test('a taken time is refused with the overrides it needs, and booked beside the other once they are confirmed', async () => {
    const start = server.world.slot(3, 0)
    expect(answerOf(await book(start))).toEqual([])
    const refused = await book(start)
    expect([refused.status, refused.body['refused'], refused.body['overrides']]).toEqual([
      409,
      'slot_taken',
      ['squeeze_in'],
    ])
    expect(refused.body['slots']).toHaveLength(5)
    expect(answerOf(await book(start, { overrides: ['squeeze_in'] }))).toEqual(['squeeze_in'])
    expect(answerOf(await book(start, { overrides: ['squeeze_in'] }))).toEqual(['squeeze_in'])
  })

  test('a confirmed override that was not needed is not recorded: the appointment is an ordinary one', async () => {
    const start = server.world.slot(3, 1)
    expect(answerOf(await book(start, { overrides: ['squeeze_in', 'off_hours', 'longer', 'past'] }))).toEqual([])
    expect(answerOf(await book(start))).toEqual([409, 'slot_taken'])
  })

  test('a rule without a confirmed override refuses with its own code', async () => {
    const start = server.world.slot(3, 2)
    expect(answerOf(await book(start))).toEqual([])
    expect(answerOf(await book(start, { overrides: ['off_hours'] }))).toEqual([409, 'slot_taken'])
    expect(answerOf(await book(night(3), { overrides: ['squeeze_in'] }))).toEqual([409, 'slot_outside'])
    expect(answerOf(await book(server.world.slot(-2, 0), { overrides: ['squeeze_in'] }))).toEqual([409, 'slot_past'])
    expect(answerOf(await book(server.world.slot(3, 4), { duration: 40, overrides: [] }))).toEqual([
      409,
      'slot_outside',
    ])
  })

  test('outside the hours, longer than the slot, in the past: each is recorded, at the price of the hours', async () => {
    const off = await book(night(3), { overrides: ['off_hours'] })
    expect(answerOf(off)).toEqual(['off_hours'])
    expect(off.body['appointment']).toMatchObject({ price: 10_000, duration: 20 })
    const long = await book(server.world.slot(3, 4), { duration: 60, overrides: ['longer'] })
    expect(long.body['appointment']).toMatchObject({ overrides: ['longer'], duration: 60 })
    // the slot that it overlaps is taken
    expect(answerOf(await book(server.world.slot(3, 5)))).toEqual([409, 'slot_taken'])
    expect(answerOf(await book(server.world.slot(-2, 0), { overrides: ['past'] }))).toEqual(['past'])
    expect(answerOf(await book(server.world.slot(-PAST_DAYS - 2, 0), { overrides: ['past', 'off_hours'] }))).toEqual([
      409,
      'slot_past',
    ])
  })

  test('a day off counts as outside the hours; the night after it belongs to hours that pass midnight', async () => {
    const doctor = await server.world.doctor('doctor.overrides', [server.world.clinics.kuzey])
    await server.pool.query(
      `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency, off)
       select gen_random_uuid(), $1, $2, day - 1, day + 6, '22:00', '06:00', 20, 'physical', '{1,2,3,4,5,6,7}', 10000, 'try', datemultirange(daterange(day + 2, day + 3))
         from (select ($3::timestamptz at time zone 'Europe/Istanbul')::date as day) d`,
      [doctor.id, server.world.clinics.kuzey, server.world.slot(10, 0)],
    )
    // 09:00 of the tenth day, plus so many hours
    const at = (hours: number) => later(server.world.slot(10, 0), hours * 60)
    const asked = async (hours: number) =>
      answerOf(await book(at(hours), { doctorId: doctor.id, overrides: ['off_hours'] }))
    // 23:00, 01:00 and 07:00 of its night; the evening of the day off, and the night that begins on it
    expect(await asked(14)).toEqual([])
    expect(await asked(16)).toEqual([])
    expect(await asked(22)).toEqual(['off_hours'])
    expect([await asked(48 + 14), await asked(48 + 16)]).toEqual([['off_hours'], ['off_hours']])
    expect(await asked(24 + 16)).toEqual([])
  })

  test('the audit log says which rules, at booking and at moving', async () => {
    const id = idOf(await book(night(2), { overrides: ['off_hours'] }))
    await move(id, { start: server.world.slot(2, 0), duration: 20 })
    const { rows } = await server.pool.query<{ action: string; overrides: unknown }>(
      `select action, changes -> 'overrides' as overrides from audit where object_id = $1 order by seq`,
      [id],
    )
    expect(rows).toEqual([
      { action: 'appointment.book', overrides: [[], ['off_hours']] },
      { action: 'appointment.move', overrides: [['off_hours'], []] },
    ])
  })

  test('no one is written to about a past appointment', async () => {
    const answer = await book(server.world.slot(-3, 0), { overrides: ['past'] })
    const { rowCount } = await server.pool.query('select from notification where appointment_id = $1', [idOf(answer)])
    expect(rowCount).toBe(0)
  })

  test('a patient who is present has arrived; for another time this is refused', async () => {
    const now = new Date(server.clock.now).toISOString()
    const all = ['walk_in', 'off_hours', 'squeeze_in', 'longer', 'past'] as const
    const answer = await book(now, { overrides: [...all] })
    expect(answerOf(answer)).toContain('walk_in')
    expect(answer.body['appointment']).toMatchObject({ arrivedAt: now })
    const other = await book(server.world.slot(4, 0), { overrides: [...all] })
    expect([answerOf(other), other.body['appointment']]).toMatchObject([[], { arrivedAt: null }])
  })

  test('a time that the doctor closed counts as outside the hours', async () => {
    const start = server.world.slot(4, 2)
    await server.pool.query(
      `insert into busy (id, doctor_id, starts_at, ends_at) values (gen_random_uuid(), $1, $2, $3)`,
      [server.world.people.doctorKuzey.id, start, later(start, 20)],
    )
    expect((await book(start)).body['overrides']).toEqual(['off_hours'])
    expect(answerOf(await book(start, { overrides: ['off_hours'] }))).toEqual(['off_hours'])
  })

  test('free times leave out those next to a double booking, also once it stands alone', async () => {
    const start = server.world.slot(4, 4)
    const first = await book(start)
    await book(start, { overrides: ['squeeze_in'] })
    await desk.call('appointment.cancel', { id: idOf(first), reason: 'ill' }, { key: freshKey() })
    const { body } = await desk.call('availability.get', {
      doctor: server.world.people.doctorKuzey.id,
      start: start.slice(0, 10).replaceAll('-', ''),
      end: start.slice(0, 10).replaceAll('-', ''),
      type: 'physical',
    })
    expect((body['availability'] as { start: string }[]).map((slot) => slot.start)).not.toContain(start)
    expect(answerOf(await book(start))).toEqual([409, 'slot_taken'])
  })
})

describe('moving', () => {
  test('beside another, outside the hours, back to a free time, and longer in the same place', async () => {
    const [at, elsewhere] = [server.world.slot(5, 0), server.world.slot(5, 3)]
    await book(at)
    const id = idOf(await book(elsewhere))
    const refused = await move(id, { start: at, duration: 20 })
    expect([answerOf(refused), refused.body['overrides']]).toEqual([[409, 'slot_taken'], ['squeeze_in']])
    expect(answerOf(await move(id, { start: at, duration: 20, overrides: ['squeeze_in'] }))).toEqual(['squeeze_in'])
    expect(answerOf(await move(id, { start: night(5), duration: 30, overrides: ['off_hours'] }))).toEqual(['off_hours'])
    expect(answerOf(await move(id, { start: elsewhere, duration: 20 }))).toEqual([])
    const longer = await move(id, { start: elsewhere, duration: 40, overrides: ['longer'] })
    expect(longer.body['appointment']).toMatchObject({ overrides: ['longer'], duration: 40, start: elsewhere })
  })

  test('an arrived patient stays arrived on the same day, and not on another', async () => {
    const id = idOf(await book(server.world.slot(5, 6)))
    await desk.call('appointment.arrive', { id }, { key: freshKey() })
    const arrivedAt = new Date(server.clock.now).toISOString()
    const sameDay = await move(id, { start: server.world.slot(5, 8), duration: 20 })
    expect(sameDay.body['appointment']).toMatchObject({ start: server.world.slot(5, 8), arrivedAt })
    const nextDay = await move(id, { start: server.world.slot(6, 8), duration: 20 })
    expect(nextDay.body['appointment']).toMatchObject({ start: server.world.slot(6, 8), arrivedAt: null })
  })
})

describe('who is refused', () => {
  test('a patient or an admin who sends the field, even empty, is refused; another clinic’s desk gets 404', async () => {
    const { people, clinics } = server.world
    const patient = await server.as('patientKuzey')
    const start = server.world.slot(7, 0)
    const own = { patientId: people.patientKuzey.id }
    for (const overrides of [[], ['squeeze_in']] as const) {
      expect(answerOf(await book(start, { ...own, overrides: [...overrides] }, patient))).toEqual([403, 'unauthorized'])
      expect(answerOf(await book(start, { overrides: [...overrides] }, await server.as('admin')))).toEqual([
        403,
        'unauthorized',
      ])
    }
    const id = idOf(await book(start, own))
    expect(answerOf(await move(id, { start: server.world.slot(7, 1), duration: 20, overrides: [] }, patient))).toEqual([
      403,
      'unauthorized',
    ])
    const foreign = await server.as('deskLinden')
    expect(answerOf(await book(start, { overrides: ['squeeze_in'] }, foreign))).toEqual([404, 'doctor_not_found'])
    // in their own clinic, where the doctor has no hours, no confirmation helps
    const theirs = { clinicId: clinics.linden, patientId: people.patientLinden.id }
    const refused = await book(start, { ...theirs, overrides: ['off_hours', 'squeeze_in'] }, foreign)
    expect([answerOf(refused), refused.body['overrides']]).toEqual([[409, 'slot_outside'], []])
    expect(answerOf(await move(id, { start, duration: 60, overrides: ['longer'] }, foreign))).toEqual([
      404,
      'appointment_not_found',
    ])
  })

  test('a patient learns neither what was overridden nor what could be', async () => {
    const patient = await server.as('patientKuzey')
    const start = server.world.slot(8, 0)
    await book(start)
    const refused = await book(start, { patientId: server.world.people.patientKuzey.id }, patient)
    expect([refused.body['refused'], 'overrides' in refused.body]).toEqual(['slot_taken', false])
    const id = idOf(await book(start, { patientId: server.world.people.patientKuzey.id, overrides: ['squeeze_in'] }))
    const { body } = await patient.call('appointment.list', { id })
    expect((body['appointments'] as object[]).map((visit) => 'overrides' in visit)).toEqual([false])
  })
})

describe('the database’s own rules', () => {
  const insert = (who: string, overrides: string, patientId: string, start: string) =>
    server.pool.query(
      `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, created_by, updated_by, overrides)
       values (gen_random_uuid(), $1, $2, $3, 'Name', $4, $5, 'Europe/Istanbul', 'face-to-face', 1, 'try', $6, $6, $7)`,
      [
        server.world.clinics.kuzey,
        server.world.people.doctorKuzey.id,
        patientId,
        start,
        later(start, 20),
        who,
        overrides,
      ],
    )

  test('two ordinary ones never overlap; one override may; none overlaps a squeezed-in one; a patient is never in two places', async () => {
    const start = server.world.slot(9, 0)
    const [a, b, c, d] = [await somebody(), await somebody(), await somebody(), await somebody()]
    await insert('a', '{}', a.id, start)
    await expect(insert('b', '{}', b.id, start)).rejects.toMatchObject({ constraint: 'appointment_no_overlap' })
    await expect(insert('b', '{off_hours,longer,past,walk_in}', b.id, start)).rejects.toMatchObject({
      constraint: 'appointment_no_overlap',
    })
    await insert('b', '{squeeze_in}', b.id, start)
    await insert('c', '{squeeze_in}', c.id, start)
    await expect(insert('a', '{squeeze_in}', a.id, later(start, 10))).rejects.toMatchObject({
      constraint: 'appointment_patient_once',
    })
    const alone = later(start, 40)
    await insert('b', '{squeeze_in}', b.id, alone)
    await expect(insert('d', '{}', d.id, alone)).rejects.toMatchObject({ constraint: 'appointment_no_overlap' })
    await expect(insert('d', '{gift}', d.id, later(start, 80))).rejects.toMatchObject({
      constraint: 'appointment_overrides',
    })
    // removing the mark is refused too
    await expect(
      server.pool.query(`update appointment set overrides = '{}' where patient_id = $1 and starts_at = $2`, [
        c.id,
        start,
      ]),
    ).rejects.toMatchObject({ constraint: 'appointment_no_overlap' })
  })

  test.each([
    ['patient', 'patientKuzey', false],
    ['admin', 'admin', false],
    ['clinic', 'deskLinden', false],
    ['doctor', 'doctorBoth', false],
    ['clinic', 'deskKuzey', true],
    ['doctor', 'doctorKuzey', true],
  ] as const)('a %s (%s) who sets the mark without the server: %s', async (type, who, may) => {
    const { clinics, people } = server.world
    const start = server.world.slot(10, 0)
    const db = await server.pool.connect()
    try {
      await db.query('begin')
      const clinic = who === 'deskLinden' ? clinics.linden : clinics.kuzey
      const keys = [`clinic:${clinic}`, `doctor:${people.doctorKuzey.id}`, `patient:${people.patientKuzey.id}`]
      await db.query(
        `select set_config('role', 'bedside_app', true), set_config('app.type', $1, true), set_config('app.person', $2, true), set_config('app.keys', $3, true)`,
        [type, people[who].id, `{${keys.join(',')}}`],
      )
      const insertion = db.query(
        `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, created_by, updated_by, overrides)
         values (gen_random_uuid(), $1, $2, $3, 'Name', $4, $5, 'Europe/Istanbul', 'face-to-face', 1, 'try', 'x', 'x', '{squeeze_in}')`,
        [clinics.kuzey, people.doctorKuzey.id, people.patientKuzey.id, start, later(start, 20)],
      )
      const outcome = await insertion.then(
        () => 'done',
        ({ code, message }: Error & { code: string }) => `${code} ${message}`,
      )
      expect(outcome).toBe(may ? 'done' : '42501 only the clinic’s staff and the doctor override a time')
    } finally {
      await db.query('rollback')
      db.release()
    }
  })
})

describe('40 at once', () => {
  test('ordinary: one wins; overridden: all do; one patient 40 times: one', async () => {
    const start = server.world.slot(11, 0)
    const forty = Array.from({ length: 40 })
    const all = async (asks: (n: number) => Promise<Extra>) => {
      const inputs = await Promise.all(forty.map(async (_, n) => input(start, await asks(n))))
      const answers = await Promise.all(inputs.map((each) => untilHeard(each)))
      return Object.fromEntries(
        Map.groupBy(answers.map(outcome), (each) => each)
          .entries()
          .map(([k, v]) => [k, v.length]),
      )
    }
    expect(await all(async () => ({}))).toEqual({ '200': 1, slot_taken: 39 })
    expect(await all(async () => ({ overrides: ['squeeze_in'] }))).toEqual({ '200': 40 })
    const one = await somebody()
    // minutes apart, so that none counts as a repeat of another (rule 19)
    const twice = await Promise.all(
      forty.map(async (_, n) =>
        outcome(
          await untilHeard(
            await input(later(server.world.slot(12, 0), n / 10), {
              patientId: one.id,
              overlapSeen: true,
              overrides: ['squeeze_in', 'longer', 'off_hours'],
            }),
          ),
        ),
      ),
    )
    expect(twice.toSorted()).toEqual(['200', ...Array.from({ length: 39 }, () => 'patient_twice')])
    const { rows } = await server.pool.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    expect(Number(rows[0]!.deadlocks)).toBe(0)
  }, 120_000)

  /** Repeats while the server is at its limit, with the same key, as a device does. */
  async function untilHeard(booking: Input<'appointment.book'>) {
    const key = freshKey()
    let answer = await desk.call('appointment.book', booking, { key })
    for (let again = 0; answer.status === 503 && again < 20; again++)
      answer = await desk.call('appointment.book', booking, { key })
    return answer
  }
  const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
    String(body['refused'] ?? status)
})
