import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Availability } from '../../contract/availability/availability.ts'
import { newId } from '../../contract/kernel/id.ts'
import { addDays } from '../../contract/kernel/time.ts'
import { slotsOfHours, stillFree } from '../../src/areas/availability/slot-days.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const ZONE = 'Europe/Berlin'
const minutes = fc.constantFrom(0, 5, 10, 30)
const shapes = fc.option(
  fc.record({ duration: fc.integer({ min: 5, max: 120 }), bufferBefore: minutes, bufferAfter: minutes }),
  { nil: undefined },
)
const visits = fc.uniqueArray(
  // quarters of an hour from the evening before; each fits before the next, so that none overlaps another
  fc.record({
    quarter: fc.integer({ min: 0, max: 110 }),
    length: fc.constantFrom(5, 10, 15),
    before: minutes,
    after: minutes,
  }),
  { maxLength: 6, selector: ({ quarter }) => quarter },
)

test('decision 0159: server and device offer the same times by a type, with the buffers of all visits', async () => {
  const { kuzey } = server.world.clinics
  const doctor = await server.world.doctor('doctor.typed', [kuzey])
  const hoursId = newId()
  const { pool } = server
  await pool.query('update clinic set zone = $2 where id = $1', [kuzey, ZONE])
  await pool.query(
    `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency)
     values ($1, $2, $3, '2027-01-01', '2027-12-31', '09:00', '10:00', 20, 'physical', '{1,2,3,4,5,6,7}', 1, 'try')`,
    [hoursId, doctor.id, kuzey],
  )
  await fc.assert(
    fc.asyncProperty(
      // a plain day, and both on which clocks change
      fc.constantFrom(20270615, 20270328, 20271031),
      fc.integer({ min: 0, max: 47 }).map((n) => n * 15),
      fc.constantFrom(15, 20, 45),
      // in the day, at its end, and past midnight
      fc.constantFrom(1700, 2400, 200),
      shapes,
      visits,
      async (on, from, period, endTime, shape, booked) => {
        const startTime = Math.floor(from / 60) * 100 + (from % 60)
        // hours that end as they begin are none
        fc.pre(startTime !== endTime)
        const hours: Availability = {
          id: hoursId,
          version: 1,
          doctorId: doctor.id,
          clinicId: kuzey,
          startDate: 20270101,
          endDate: 20271231,
          startTime,
          endTime,
          period,
          type: 'physical',
          days: [1, 2, 3, 4, 5, 6, 7],
          price: 1,
          currency: 'try',
          status: 'active',
          zone: ZONE,
          off: null,
        }
        await pool.query(`update availability set start_time = $2, end_time = $3, period = $4 where id = $1`, [
          hoursId,
          sqlTime(startTime),
          sqlTime(endTime),
          period,
        ])
        await pool.query('delete from appointment where doctor_id = $1', [doctor.id])
        const first = Date.parse(`${isoDay(addDays(on, -1))}T20:00:00Z`)
        const taken = booked.map(({ quarter, length, before, after }) => ({
          start: new Date(first + quarter * 15 * 60_000).toISOString(),
          end: new Date(first + (quarter * 15 + length) * 60_000).toISOString(),
          visitType: {
            id: newId(),
            name: [],
            instructions: [],
            colour: 'blue' as const,
            bufferBefore: before,
            bufferAfter: after,
          },
        }))
        for (const { start, end, visitType } of taken)
          await pool.query(
            `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency,
               buffer_before, buffer_after, created_by, updated_by)
             values ($1, $2, $3, $4, 'x', $5, $6, $7, 'face-to-face', 1, 'try', $8, $9, 'Test', 'Test')`,
            [
              newId(),
              kuzey,
              doctor.id,
              server.world.people.patientKuzey.id,
              start,
              end,
              ZONE,
              visitType.bufferBefore,
              visitType.bufferAfter,
            ],
          )
        const shown = stillFree(slotsOfHours([hours], [on], shape), taken, [], 0, shape).map(({ start, end }) => ({
          start,
          end,
        }))
        const { rows } = await pool.query<{ start: string; end: string }>(
          `select iso(starts_at) as start, iso(ends_at) as "end"
             from free_slots($1, to_date($2::text, 'YYYYMMDD'), to_date($2::text, 'YYYYMMDD'), null, '2026-12-01', null, $3, $4, $5)`,
          [doctor.id, on, shape?.duration ?? null, shape?.bufferBefore ?? 0, shape?.bufferAfter ?? 0],
        )
        expect(rows).toEqual(shown)
        // and what a booking is judged by says of each of them that it is free
        const [one] = rows
        if (!one) return
        const { rows: facts } = await pool.query<{ taken: boolean }>(
          `select doctor_is_taken($1, $2, $3, null, '2026-12-01', $4, $5) as taken`,
          [doctor.id, one.start, one.end, shape?.bufferBefore ?? 0, shape?.bufferAfter ?? 0],
        )
        expect(facts).toEqual([{ taken: false }])
      },
    ),
    { numRuns: 120 },
  )
})

const sqlTime = (time: number) => `${Math.floor(time / 100)}:${String(time % 100).padStart(2, '0')}`
const isoDay = (day: number) => `${String(day).slice(0, 4)}-${String(day).slice(4, 6)}-${String(day).slice(6, 8)}`
