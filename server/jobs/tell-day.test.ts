import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../tests/support/server.ts'
import { tellDay } from './tell-day.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('delete from message')
  await server.pool.query('delete from appointment')
})

/** A time on the day after the tests' own, in Istanbul. */
const morning = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return Date.parse(server.world.slot(1, 0)) + ((hours! - 9) * 60 + minutes!) * 60_000
}
const visit = (n: number, extra = {}) => {
  const { people, clinics } = server.world
  return server.world.visit(
    people.doctorKuzey.id,
    people.patientKuzey.id,
    clinics.kuzey,
    server.world.slot(1, n),
    extra,
  )
}
const notices = async () =>
  (await server.pool.query<{ args: { visits: string; first: string } }>(`select args from message`)).rows.map(
    ({ args: { visits, first } }) => `${visits} from ${first}`,
  )

test('a doctor gets the day’s summary at half past seven, once, without a patient’s name (rule 67)', async () => {
  await visit(2)
  await visit(5)
  await visit(7, { status: 'cancelled' })
  server.clock.now = morning('7:29')
  expect(await tellDay(server.deps)).toBe(0)
  server.clock.now = morning('7:30')
  expect(await tellDay(server.deps)).toBe(1)
  server.clock.now = morning('7:31')
  expect(await tellDay(server.deps)).toBe(0)
  expect(await notices()).toEqual(['2 from 09:40'])
  const { rows } = await server.pool.query<{ all: string }>('select message::text as all from message')
  expect(rows[0]!.all).not.toContain(server.world.people.patientKuzey.name)
})

test('a day without visits sends nothing, and neither does one after noon', async () => {
  server.clock.now = morning('8:00')
  expect(await tellDay(server.deps)).toBe(0)
  await visit(15) // 14:00
  server.clock.now = morning('12:00')
  expect(await tellDay(server.deps)).toBe(0)
  server.clock.now = morning('11:59')
  expect(await tellDay(server.deps)).toBe(1)
  expect(await notices()).toEqual(['1 from 14:00'])
})

test('a doctor who is passive, or has neither mail nor phone, gets nothing', async () => {
  await visit(3)
  const { id } = server.world.people.doctorKuzey
  await server.pool.query('update person set active = false where id = $1', [id])
  server.clock.now = morning('8:00')
  expect(await tellDay(server.deps)).toBe(0)
  await server.pool.query('update person set active = true where id = $1', [id])
  expect(await tellDay(server.deps)).toBe(1)
})

test('a doctor who has switched it off gets nothing on that channel', async () => {
  await visit(2)
  const id = server.world.people.doctorKuzey.id
  const off = (muted: readonly string[]) => server.pool.query('update person set muted = $2 where id = $1', [id, muted])
  server.clock.now = morning('8:00')
  await off(['day:mail'])
  expect(await tellDay(server.deps)).toBe(0)
  await off(['day:sms'])
  expect(await tellDay(server.deps)).toBe(1)
  await off([])
})
