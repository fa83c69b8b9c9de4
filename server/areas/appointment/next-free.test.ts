import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import type { Input } from '../../../contract/calls.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
const everyone: string[] = []
type Free = { readonly doctorId: string; readonly slot: Slot }

/** Doctors with hours of every kind, in three zones, some full, some beginning late, one with two clinics. */
beforeAll(async () => {
  server = await startServer()
  const { world, pool, clock } = server
  clock.now = Date.parse(world.slot(0, 9))
  const { kuzey, linden } = world.clinics
  await pool.query(`update clinic set zone = 'America/New_York' where id = $1`, [linden])
  await pool.query(`update clinic set city = case when id = $1 then 'İzmir' else 'New York' end`, [kuzey])
  for (let i = 0; i < 9; i++) {
    const clinics = i % 4 === 3 ? [kuzey, linden] : [i % 2 ? linden : kuzey]
    const doctor = await world.doctor(`next.${i}`, clinics)
    const from = `${String(8 + (i % 5)).padStart(2, '0')}:${i % 2 ? '15' : '00'}`
    for (const [n, clinic] of clinics.entries())
      await world.hours(doctor, clinic, {
        from,
        to: '18:00',
        period: [15, 20, 45][(i + n) % 3]!,
        type: i % 3 ? 'physical' : 'online',
      })
    await pool.query('update doctor set languages = $2 where id = $1', [doctor.id, i % 2 ? ['de', 'tr'] : ['tr']])
    // some have no free time on the first days
    if (i % 3 === 1)
      await pool.query(
        `insert into busy (id, doctor_id, starts_at, ends_at) values (gen_random_uuid(), $1, to_timestamp($2), to_timestamp($2) + interval '50 hours')`,
        [doctor.id, clock.now / 1000],
      )
    everyone.push(doctor.id)
  }
  await pool.query('delete from availability where not doctor_id = any ($1)', [everyone])
})
afterAll(() => server.stop())

const ask = async (who: Client, input: Input<'availability.next'>) => {
  const { status, body } = await who.call('availability.next', input)
  expect(status).toBe(200)
  return body['free'] as Free[]
}

/** The expected result: every doctor's month queried one by one, the first time of each, sorted. */
async function oneByOne(who: Client, type: 'online' | 'physical' | undefined, clinicId?: string): Promise<Free[]> {
  const today = todayIn('UTC', server.clock.now)
  const firsts: Free[] = []
  for (const doctor of everyone) {
    const slots: Slot[] = []
    for (const kind of type ? [type] : (['online', 'physical'] as const)) {
      const { body } = await who.call('availability.get', {
        doctor,
        start: String(addDays(today, -1)),
        end: String(addDays(today, 20)),
        type: kind,
      })
      slots.push(...(body['availability'] as Slot[]))
    }
    const [first] = slots
      .filter((slot) => Date.parse(slot.start) >= server.clock.now && (!clinicId || slot.clinicId === clinicId))
      .toSorted((a, b) => (a.start < b.start ? -1 : 1))
    if (first) firsts.push({ doctorId: doctor, slot: first })
  }
  return firsts
}
const starts = (free: readonly Free[]) => free.map(({ slot }) => slot.start).toSorted()

describe('the next free time of any doctor (SCREENS B1)', () => {
  test('the earliest time of each doctor, sorted, for any query at any time', async () => {
    const { kuzey, linden } = server.world.clinics
    const patient = await server.as('patientKuzey')
    const clock = server.clock.now
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 * 11 }),
        fc.constantFrom('online' as const, 'physical' as const, undefined),
        fc.constantFrom(kuzey, linden, undefined),
        fc.integer({ min: 1, max: 10 }),
        async (minutes, type, clinicId, most) => {
          server.clock.now = clock + minutes * 60_000
          const found = await ask(patient, { ...(type && { type }), ...(clinicId && { clinicId }), most })
          const right = await oneByOne(patient, type, clinicId)
          expect(starts(found)).toEqual(starts(right).slice(0, most))
          expect(found.map(({ slot }) => slot.start)).toEqual(starts(found))
          for (const { doctorId, slot } of found)
            expect(right.find((each) => each.doctorId === doctorId)?.slot.start).toBe(slot.start)
        },
      ),
      { numRuns: 25 },
    )
    server.clock.now = clock
  }, 90_000)

  test('by city and language; an empty result is empty; a doctor gets only their own times', async () => {
    const patient = await server.as('patientKuzey')
    const german = await ask(patient, { language: 'de', city: 'New York', most: 50 })
    expect(german.length).toBeGreaterThan(0)
    const { rows } = await server.pool.query<{ ok: boolean }>(
      `select bool_and('de' = any (languages) and $2 = any (clinic_ids)) as ok from doctor where id = any ($1)`,
      [german.map(({ doctorId }) => doctorId), server.world.clinics.linden],
    )
    expect(rows[0]!.ok).toBe(true)
    expect(await ask(patient, { language: 'xx' })).toEqual([])
    expect(await ask(await server.as('doctorKuzey'), { most: 50 })).toEqual([])
  })

  test('only a private clinic’s own people see its free times (rules 47, 76)', async () => {
    const doctor = await server.world.doctor('next.gizli', [server.world.clinics.gizli])
    await server.world.hours(doctor, server.world.clinics.gizli, { type: 'online' })
    const named = async (who: Client) => (await ask(who, { most: 50 })).some(({ doctorId }) => doctorId === doctor.id)
    expect(await named(await server.as('deskGizli', 'gizli.localhost'))).toBe(true)
    for (const who of ['patientKuzey', 'admin', 'deskKuzey'] as const)
      expect(await named(await server.as(who))).toBe(false)
  })
})
