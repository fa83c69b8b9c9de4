import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slotsOn, type Hours } from '../../../contract/availability/availability.rules.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { addDays, todayIn, wallOf } from '../../../contract/kernel/time.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const every = [1, 2, 3, 4, 5, 6, 7]
const day = (ahead: number) => addDays(todayIn('Europe/Istanbul', server.clock.now), ahead)
const input = (doctorId: string, clinicId: string, more: object = {}) => ({
  id: newId(),
  doctorId,
  clinicId,
  startDate: day(1),
  endDate: day(30),
  startTime: 900,
  endTime: 1200,
  period: 20,
  type: 'physical' as const,
  days: every,
  price: 10_000,
  ...more,
})
const sqlTime = (time: number) => `${Math.floor(time / 100)}:${String(time % 100).padStart(2, '0')}`
const free = async (doctor: string, on: number, type: 'physical' | 'online' = 'physical') => {
  const client = await server.signIn('admin')
  const { body } = await client.call('availability.get', { doctor, start: String(on), end: String(on), type })
  return (body['availability'] as { start: string; end: string }[]).map(({ start, end }) => ({ start, end }))
}

/** A patient's appointment of twenty minutes at the clinic. */
const bookIn = (desk: Client, doctorId: string, start: string, id = newId()) =>
  desk.call('appointment.book', {
    id,
    paymentId: newId(),
    patientId: server.world.people.patientKuzey.id,
    doctorId,
    clinicId: server.world.clinics.kuzey,
    start,
    duration: 20,
    type: 'face-to-face',
    payWith: 'later',
  })

describe('hours (SPEC §4, rules 6–12, 100)', () => {
  test('the database offers the slots that the device shows, in every zone and over both clock changes (rules 5, 6)', async () => {
    const { kuzey } = server.world.clinics
    const doctor = await server.world.doctor('doctor.law', [kuzey])
    const id = newId()
    await server.pool.query(
      `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency)
       values ($1, $2, $3, '2027-01-01', '2027-12-31', '09:00', '10:00', 20, 'physical', '{1}', 1, 'try')`,
      [id, doctor.id, kuzey],
    )
    const clock = server.clock.now
    server.clock.now = Date.parse('2027-01-01T00:00:00Z')
    const zones = ['Europe/Istanbul', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.constantFrom(20270314, 20270328, 20270404, 20271003, 20271031, 20271107, 20270615),
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 5, max: 90 }),
        // into the evening, to the end of the day, and past midnight
        fc.constantFrom(2300, 2400, 130, 430),
        async (zone, on, from, period, endTime) => {
          const startTime = Math.floor(from / 60) * 100 + (from % 60)
          const hours: Hours = {
            startDate: 20270101,
            endDate: 20271231,
            startTime,
            endTime,
            period,
            type: 'physical',
            days: every,
            off: [{ from: addDays(on, -1), to: addDays(on, -1) }].slice(0, period % 2),
          }
          await server.pool.query('update clinic set zone = $2 where id = $1', [kuzey, zone])
          await server.pool.query(
            `update availability set start_time = $2, end_time = $3, period = $4, days = '{1,2,3,4,5,6,7}', off = off_read($5) where id = $1`,
            [id, sqlTime(startTime), sqlTime(endTime), period, JSON.stringify(hours.off)],
          )
          const shown = slotsOn(hours, on, zone).map(({ start, end, since }) => ({
            start: new Date(start).toISOString(),
            end: new Date(end).toISOString(),
            since: since === on ? null : since,
          }))
          const { rows } = await server.pool.query<{ start: string; end: string; since: number | null }>(
            `select iso(starts_at) as start, iso(ends_at) as "end", to_char(since, 'YYYYMMDD')::int as since from free_slots($1, to_date($2::text, 'YYYYMMDD'), to_date($2::text, 'YYYYMMDD'), null, '2026-12-01')`,
            [doctor.id, on],
          )
          expect(rows).toEqual(shown)
        },
      ),
      { numRuns: 120 },
    )
    server.clock.now = clock
    await server.pool.query(`update clinic set zone = 'Europe/Istanbul' where id = $1`, [kuzey])
  })

  test('added hours are offered at once; passive ones are not, and keep their visits; unused ones can be deleted (rule 11)', async () => {
    const { kuzey } = server.world.clinics
    const doctor = await server.world.doctor('doctor.rounds', [kuzey])
    const desk = await server.signIn('deskKuzey')
    const hours = input(doctor.id, kuzey)
    const added = await desk.call('availability.add', hours)
    expect(added.body['availability']).toMatchObject({
      currency: 'try',
      status: 'active',
      startTime: 900,
      endTime: 1200,
    })
    expect(await free(doctor.id, day(3))).toHaveLength(9)
    expect((await desk.call('availability.passivate', { id: hours.id })).status).toBe(200)
    expect(await free(doctor.id, day(3))).toEqual([])
    expect((await desk.call('availability.activate', { id: hours.id })).status).toBe(200)
    expect(await free(doctor.id, day(3))).toHaveLength(9)
    expect((await desk.call('availability.delete', { id: hours.id })).status).toBe(200)
    expect(await free(doctor.id, day(3))).toEqual([])
  })

  test('a doctor in two clinics is never offered twice: the other clinic’s hours block, without being visible (rule 8)', async () => {
    const { kuzey, linden } = server.world.clinics
    const doctor = await server.world.doctor('doctor.two', [kuzey, linden])
    const ids = [newId(), newId()]
    const here = await (
      await server.signIn('deskKuzey')
    ).call('availability.add', input(doctor.id, kuzey, { id: ids[0] }))
    expect(here.status).toBe(200)
    const there = await (
      await server.signIn('deskLinden')
    ).call('availability.add', input(doctor.id, linden, { id: ids[1], type: 'online' }))
    expect([there.status, there.body['refused'], there.body['availabilities']]).toEqual([409, 'hours_overlap', []])
  })

  test('two clinics in two zones: overlaps are judged by instants, not by wall time (rules 1, 8)', async () => {
    const { kuzey, linden } = server.world.clinics
    const doctor = await server.world.doctor('doctor.clocks', [kuzey, linden])
    const admin = await server.signIn('admin')
    const winter = { startDate: 20270104, endDate: 20270204 }
    // 09:00–12:00 in Istanbul is 07:00–10:00 in Berlin
    expect((await admin.call('availability.add', input(doctor.id, kuzey, winter))).status).toBe(200)
    const sameWall = await admin.call('availability.add', input(doctor.id, linden, { ...winter, startTime: 1000 }))
    expect(sameWall.status).toBe(200)
    const sameInstant = { startTime: 700, endTime: 900 }
    const refused = await admin.call('availability.add', input(doctor.id, linden, { ...winter, ...sameInstant }))
    expect(refused.body['refused']).toBe('hours_overlap')
    const { id } = (sameWall.body as { availability: { id: string } }).availability
    const moved = await admin.call('availability.update', { id, ...sameInstant })
    expect(moved.body['refused']).toBe('hours_overlap')
  })

  test('a doctor without a clinic uses their own zone, and their hours follow when it changes (rule 1)', async () => {
    const doctor = await server.world.doctor('doctor.alone', [])
    await server.pool.query(`update person set zone = 'America/New_York' where id = $1`, [doctor.id])
    const client = await server.signIn('admin')
    const { body } = await client.call('availability.add', { ...input(doctor.id, ''), clinicId: null })
    expect(body['availability']).toMatchObject({ clinicId: null, zone: 'America/New_York' })
    const first = async () => (await free(doctor.id, 20261215))[0]
    expect(await first()).toMatchObject({ start: '2026-12-15T14:00:00.000Z' })
    await server.pool.query(`update person set zone = 'Europe/Berlin' where id = $1`, [doctor.id])
    expect(await first()).toMatchObject({ start: '2026-12-15T08:00:00.000Z' })
  })

  test('hours that end at their start, more than a night before it, or at an invalid time are refused, new or changed', async () => {
    const { kuzey } = server.world.clinics
    const doctor = await server.world.doctor('doctor.midnight', [kuzey])
    const desk = await server.signIn('deskKuzey')
    const added = await desk.call('availability.add', input(doctor.id, kuzey))
    const { id } = (added.body as { availability: { id: string } }).availability
    for (const bad of [
      { startTime: 2200, endTime: 1100 },
      { startTime: 1200, endTime: 900 },
      { startTime: 900, endTime: 900 },
      { startTime: 2350, endTime: 2400 },
      { startTime: 2350, endTime: 0 },
    ]) {
      const news = await desk.call('availability.add', input(doctor.id, kuzey, bad))
      const changed = await desk.call('availability.update', { id, ...bad })
      expect([news.body['refused'], changed.body['refused']]).toEqual(['end_time_invalid', 'end_time_invalid'])
    }
    for (const bad of [{ endTime: 2401 }, { endTime: 1260 }, { startTime: -100 }, { startTime: 2400 }])
      expect((await desk.call('availability.add', input(doctor.id, kuzey, bad))).status).toBe(400)
    expect(await free(doctor.id, day(3))).toHaveLength(9)
  })

  test('hours until 24:00 and past midnight are stored as given, offered on the day each slot begins, bookable, and found as the next free time', async () => {
    const { kuzey } = server.world.clinics
    const doctor = await server.world.doctor('doctor.night', [kuzey])
    const desk = await server.signIn('deskKuzey')
    const night = input(doctor.id, kuzey, {
      startTime: 2200,
      endTime: 600,
      period: 60,
      startDate: day(3),
      endDate: day(3),
    })
    const late = input(doctor.id, kuzey, {
      startTime: 2100,
      endTime: 2400,
      period: 60,
      startDate: day(8),
      endDate: day(8),
    })
    const [one, two] = [await desk.call('availability.add', night), await desk.call('availability.add', late)]
    expect([one.body['availability'], two.body['availability']]).toMatchObject([
      { startTime: 2200, endTime: 600 },
      { endTime: 2400 },
    ])
    const offered = async (on: number) =>
      (await free(doctor.id, on)).map(({ start }) => wallOf(Date.parse(start), 'Europe/Istanbul').time)
    expect([await offered(day(3)), await offered(day(4)), await offered(day(5))]).toEqual([
      [2200, 2300],
      [0, 100, 200, 300, 400, 500],
      [],
    ])
    expect([await offered(day(8)), await offered(day(9))]).toEqual([[2100, 2200, 2300], []])
    const meets = await desk.call(
      'availability.add',
      input(doctor.id, kuzey, { startTime: 530, startDate: day(4), endDate: day(4) }),
    )
    expect(meets.body['refused']).toBe('hours_overlap')

    const [, fourth] = await free(doctor.id, day(4))
    const visit = newId()
    const book = (start: string) =>
      desk.call('appointment.book', {
        id: visit,
        paymentId: newId(),
        patientId: server.world.people.patientKuzey.id,
        doctorId: doctor.id,
        clinicId: kuzey,
        start,
        duration: 60,
        type: 'face-to-face',
        payWith: 'later',
      })
    expect((await book(fourth!.start)).status).toBe(200)
    expect(await offered(day(4))).toEqual([0, 200, 300, 400, 500])
    // hours with an earlier end no longer cover it (rule 10)
    const cut = await desk.call('availability.update', { id: night.id, endTime: 100 })
    expect([cut.body['refused'], cut.body['total']]).toEqual(['availability_dates', 1])
    expect((await desk.call('availability.update', { id: night.id, endTime: 300 })).status).toBe(200)

    // after midnight, the night that is still running comes first among the free ones
    const clock = server.clock.now
    server.clock.now = Date.parse(fourth!.start) + 30 * 60_000
    const atNight = await server.signIn('deskKuzey')
    const { body } = await atNight.call('availability.next', { clinicId: kuzey, most: 50 })
    const first = (body['free'] as { doctorId: string; slot: { start: string } }[]).find(
      ({ doctorId }) => doctorId === doctor.id,
    )
    server.clock.now = clock
    expect(Date.parse(first!.slot.start)).toBe(Date.parse(fourth!.start) + 3_600_000)
  })

  test('days off: nothing is offered on them, overlapping hours are free for others, and visits on them conflict', async () => {
    const { kuzey } = server.world.clinics
    const doctor = await server.world.doctor('doctor.fortnight', [kuzey])
    const desk = await server.signIn('deskKuzey')
    const off = [{ from: day(10), to: day(14) }]
    const hours = input(doctor.id, kuzey, { off: [...off, { from: day(13), to: day(15) }] })
    const { body } = await desk.call('availability.add', hours)
    expect((body['availability'] as { off: unknown }).off).toEqual([{ from: day(10), to: day(15) }])
    const counts = await Promise.all([9, 10, 15, 16].map(async (ahead) => (await free(doctor.id, day(ahead))).length))
    expect(counts).toEqual([9, 0, 0, 9])
    const instead = await desk.call(
      'availability.add',
      input(doctor.id, kuzey, { startDate: day(10), endDate: day(15) }),
    )
    expect(instead.status).toBe(200)
    const beyond = await desk.call(
      'availability.add',
      input(doctor.id, kuzey, { startDate: day(10), endDate: day(16) }),
    )
    expect(beyond.body['refused']).toBe('hours_overlap')
    expect((await desk.call('availability.update', { id: hours.id, off: [] })).body['refused']).toBe('hours_overlap')

    const [slot] = await free(doctor.id, day(20))
    expect((await bookIn(desk, doctor.id, slot!.start)).status).toBe(200)
    const away = await desk.call('availability.update', { id: hours.id, off: [{ from: day(10), to: day(20) }] })
    expect([away.body['refused'], away.body['total']]).toEqual(['availability_dates', 1])
    const backwards = await desk.call('availability.update', { id: hours.id, off: [{ from: day(20), to: day(19) }] })
    expect(backwards.body['refused']).toBe('end_date_invalid')
  })

  test('ten users of clinics add overlapping hours at once: one wins (rule 8)', async () => {
    const { kuzey } = server.world.clinics
    const doctor = await server.world.doctor('doctor.raced', [kuzey])
    const desk = await server.signIn('deskKuzey')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => desk.call('availability.add', input(doctor.id, kuzey))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body['refused'] ?? 'done'))).toEqual(new Set(['done', 'hours_overlap']))
  })

  test('changed days must cover what is booked, and the refusal lists it (rule 10)', async () => {
    const { kuzey } = server.world.clinics
    const doctor = await server.world.doctor('doctor.cover', [kuzey])
    const desk = await server.signIn('deskKuzey')
    const hours = input(doctor.id, kuzey)
    await desk.call('availability.add', hours)
    const [slot] = await free(doctor.id, day(5))
    const visit = newId()
    expect((await bookIn(desk, doctor.id, slot!.start, visit)).status).toBe(200)
    const cut = await desk.call('availability.update', { id: hours.id, startDate: day(6) })
    expect([cut.status, cut.body['refused'], cut.body['total']]).toEqual([409, 'availability_dates', 1])
    expect(cut.body['visits']).toEqual([{ id: visit, start: slot!.start }])
    expect((await desk.call('availability.update', { id: hours.id, endTime: 1100 })).status).toBe(200)
    const booked2 = await desk.call('availability.delete', { id: hours.id })
    expect(booked2.body['refused']).toBe('availability_booked')
    const price = await desk.call('availability.price', { id: hours.id, price: 12_500 })
    expect(price.body['availability']).toMatchObject({ price: 12_500 })
    const { rows } = await server.pool.query<{ price: string }>('select price from appointment where id = $1', [visit])
    expect(Number(rows[0]!.price)).toBe(10_000)
  })

  test('closing an hour removes its slots in every clinic, changes no hours, and only the doctor sees the reason (rule 7)', async () => {
    const { kuzey } = server.world.clinics
    const doctor = server.world.people.doctorKuzey
    const own = await server.signIn('doctorKuzey')
    const desk = await server.signIn('deskKuzey')
    const before = await free(doctor.id, day(12))
    const id = newId()
    const closed = await own.call('busy.add', {
      id,
      doctorId: doctor.id,
      start: before[3]!.start,
      end: before[6]!.start,
      title: 'Diş hekimi',
    })
    expect(closed.body['busy']).toMatchObject({ title: 'Diş hekimi' })
    expect(await free(doctor.id, day(12))).toEqual([...before.slice(0, 3), ...before.slice(6)])
    const booked = await desk.call('appointment.book', {
      id: newId(),
      paymentId: newId(),
      patientId: server.world.people.patientKuzey.id,
      doctorId: doctor.id,
      clinicId: kuzey,
      start: before[4]!.start,
      duration: 20,
      type: 'face-to-face',
      payWith: 'later',
    })
    expect(booked.body['refused']).toBe('slot_taken')
    const seen = await desk.request('GET', '/api/sync')
    expect(JSON.stringify(seen.body)).not.toContain('Diş hekimi')
    expect((await own.call('busy.remove', { id })).status).toBe(200)
    expect(await free(doctor.id, day(12))).toEqual(before)
  })

  test('a time being booked is held for ten minutes: free for the holder, taken for others, free again on release (rule 16)', async () => {
    const { kuzey } = server.world.clinics
    const doctor = await server.world.doctor('doctor.held', [kuzey])
    const desk = await server.signIn('deskKuzey')
    const patient = await server.signIn('patientKuzey')
    await desk.call('availability.add', input(doctor.id, kuzey))
    const [first, second] = await free(doctor.id, day(4))
    const wish = { doctorId: doctor.id, clinicId: kuzey, type: 'face-to-face' as const, duration: 20 }
    const seen = async (who: typeof desk) => {
      const asked = await who.call('availability.get', {
        doctor: doctor.id,
        start: String(day(4)),
        end: String(day(4)),
        type: 'physical',
      })
      return (asked.body['availability'] as { start: string }[]).map(({ start }) => start)
    }
    const held = await patient.call('availability.hold', { ...wish, start: first!.start })
    expect(Date.parse(String(held.body['until']))).toBe(server.clock.now + 10 * 60_000)
    expect(await seen(patient)).toContain(first!.start)
    expect(await seen(desk)).not.toContain(first!.start)
    const taken = await desk.call('availability.hold', { ...wish, start: first!.start })
    expect(taken.body['refused']).toBe('slot_taken')

    await patient.call('availability.hold', { ...wish, start: second!.start })
    expect(await seen(desk)).toContain(first!.start)
    expect(await seen(desk)).not.toContain(second!.start)
    await patient.call('availability.release', {})
    expect(await seen(desk)).toContain(second!.start)

    await patient.call('availability.hold', { ...wish, start: first!.start })
    const before = server.clock.now
    server.clock.now += 10 * 60_000
    expect(await seen(desk)).toContain(first!.start)
    server.clock.now = before
    const booked = await patient.call('appointment.book', {
      id: newId(),
      paymentId: newId(),
      patientId: server.world.people.patientKuzey.id,
      ...wish,
      start: first!.start,
      payWith: 'later',
    })
    expect(booked.status).toBe(200)
    expect((await server.pool.query('select from hold')).rowCount).toBe(0)
  })

  test('a visit being moved does not block its own new time (rules 16, 28)', async () => {
    const { kuzey } = server.world.clinics
    const doctor = await server.world.doctor('doctor.moved', [kuzey])
    const [desk, patient] = [await server.signIn('deskKuzey'), await server.signIn('patientKuzey')]
    // at an hour when the patient has no other visit
    await desk.call('availability.add', input(doctor.id, kuzey, { startTime: 2100, endTime: 2300 }))
    const [first, second] = await free(doctor.id, day(5))
    const id = newId()
    const wish = { doctorId: doctor.id, clinicId: kuzey, type: 'face-to-face' as const, duration: 20 }
    const patientId = server.world.people.patientKuzey.id
    const booked = { id, paymentId: newId(), patientId, ...wish, start: second!.start, payWith: 'later' as const }
    expect((await desk.call('appointment.book', booked)).status).toBe(200)
    // the hours have changed meanwhile: their new slots overlap the visit's time
    await server.pool.query(`update availability set start_time = '21:10' where doctor_id = $1`, [doctor.id])
    const start = new Date(Date.parse(first!.start) + 10 * 60_000).toISOString()
    expect((await patient.call('availability.hold', { ...wish, start })).body['refused']).toBe('slot_taken')
    expect((await patient.call('availability.hold', { ...wish, start, moves: id })).status).toBe(200)
    expect((await patient.call('appointment.move', { id, start, duration: 20 })).status).toBe(200)
    // another doctor's, or invisible
    const other = await server.world.doctor('doctor.other', [kuzey])
    const wrong = await patient.call('availability.hold', { ...wish, doctorId: other.id, start, moves: id })
    expect([wrong.status, wrong.body['refused']]).toEqual([404, 'appointment_not_found'])
  })
})
