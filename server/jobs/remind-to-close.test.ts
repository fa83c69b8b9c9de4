import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../tests/support/server.ts'
import { remindToClose } from './remind-to-close.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const HOUR = 3_600_000

test('a doctor is reminded once a day, for a week, of visits still open a day after their end (rule 29)', async () => {
  const { world, pool, clock, deps } = server
  const { doctorKuzey, doctorLinden, patientKuzey, patientLinden } = world.people
  const at = (hours: number) => new Date(clock.now + hours * HOUR).toISOString()
  const visit = (hours: number, status = 'waiting') =>
    world.visit(doctorKuzey.id, patientKuzey.id, world.clinics.kuzey, at(hours), { status })
  await visit(-25)
  await visit(-30)
  await visit(-31, 'completed')
  await visit(-20)
  await visit(-9 * 24)
  await world.visit(doctorLinden.id, patientLinden.id, world.clinics.linden, at(-9 * 24))
  const notices = async () =>
    (
      await pool.query<{ user_id: string; args: string[] }>(
        `select user_id, args from notification where kind = 'visits_to_close' order by created_at`,
      )
    ).rows

  expect(await remindToClose(deps)).toBe(1)
  expect(await remindToClose(deps)).toBe(0)
  expect(await notices()).toEqual([{ user_id: doctorKuzey.id, args: ['2'] }])
  expect(server.poked.flat().some((room) => room.includes(doctorKuzey.id))).toBe(true)

  clock.now += 24 * HOUR + 1000
  expect(await remindToClose(deps)).toBe(1)
  expect((await notices()).at(-1)).toEqual({ user_id: doctorKuzey.id, args: ['3'] })
  // after a week the same three are not mentioned again, although they still wait
  clock.now += 7 * 24 * HOUR
  expect(await remindToClose(deps)).toBe(0)
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from appointment where status = 'waiting'`,
  )
  expect(rows[0]!.n).toBe(5)
})
